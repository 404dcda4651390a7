import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { decompress, type Compression } from './decompress.js'
import { GzipPart } from './gzip-part.js'
import { readRecords } from './read-records.js'
import { itemReader } from './record-readers.js'
import { UnreadableText } from './text-record.js'
import { decodeZstd } from './zstd-frames.js'
import { zstdWindowBytesMax } from './limits.js'

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function inflated(bytes: Uint8Array, compression: Compression, size = 1000): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const piece of decompress(pieces(bytes, size), compression)) read.push(piece)
  return Buffer.concat(read)
}

async function decoded(bytes: Uint8Array, size = 1000): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const piece of decodeZstd(pieces(bytes, size))) read.push(piece)
  return Buffer.concat(read)
}

const text = Buffer.from('{"Item":{"pk":{"S":"some text"}}}\n'.repeat(5000))
/** `text`, as the command `zstd -19` compresses it: two blocks and a checksum. */
const zstdText = Buffer.from(
  'KLUv/QRoZAEAJAJ7Ikl0ZW0iOnsicGsiOnsiUyI6InNvbWUgdGV4dCJ9fX0KAQDa/i+5egJFAAAAAQANmKIrIPVioss=',
  'base64',
)
/** `numbers`, compressed likewise. */
const zstdNumbers = Buffer.from(
  'KLUv/QRoNSIAunTADBWQGRRy1yGEXm98FZuWyJYVOJDpNSfNAMMAwgCXt5hQc4S3Yj1xRvIYb/U7zDtCjuUflw1ekL66Ez7njdAOIeekM62ldl7LfxzSEDL836EVMiiNm6n9dsEJNW8uV9WoSZum8lWPQt0xr+tuKG3Gt+EWP4S0KHymDLNIXdmRzzsEoR16RmerRPocSn9qCSF99X47Y5C8aR0vHRMqvF9ThcmSTK3iojeh6Pg7ddhIHqXtHb6Qln1KbZa+TucMDkI7nNJZpc5lfCxC+nc7StvUr0PovQNQUFAw0CDAYECBA4MEAQYGCCAQMEgQDemcg+Xsw0lQEFLB9++99XAjOWwUavErh4hQ4kkvtZKQQhJOYiW7tIkslOyQv3otMxrJYVxo7Xu+RUixhH7YcsIR0rmWnZ8y0YSWOExyhnf4zkid+aWEj4LYQtoPcoe0L6XSunHUjHcYpVD0vIurRq0qSZ38ir9m1hFqHA4vQz2eWprHIG3I/V4qZC3zaZQLB6lcxY53xuJCKxyoON+Rl5c+y5Scz1gkCBn8ucUtzUuWDaX+60ZUqHrhalQLjSScyOoBd3j/EXIsDR+7vNQTqV0dneE5drEKrTrMz70TE3WQ7nkuKx/X8hAy/PIOa7VgKCR/M1Nv3gZGsFD2Qi63elAMSTjNqo1XxYULdUfM61DfG1qyjG/L3hL7UEhaZJ/RSmqWS5+V05Fw3hqtWbRXi2oOTaGVWpi2aZUmcyHvy9wPbQQGS/OmUk9fNhxChVdes4q7dUn61FczF2cOQgVH/Y7UlHGldZRozzv4MCFnseYjTSn3R+qsEzoMZ3CYhRYHySntPBqvNJdCJwslDvVV1GJHqzR13NvNveDPQoqF/TDKYDgWUhVr3+mcEkix0OLgniE6geyM0sX5L/WPZrIgpH3KHW0bo1DytrFWh78zigehgjdflCoqNSTh5IlVkHjNv49Q41h46Trk00qOMbCd3dcvXchbYj4NpT0OIr2r2lmcwVk3Qmscws9PR7MySPUsUoZ+JiwKIenHwi0Kbbj5kTYbhrp+LY6pUPUYV1l53siS5ImvOpeDbCyUHZS3rR0yQ2kcY9KKJIH1qBEgFFPNpjGhJ0kKwxgRIAQKwZ8QjNF9yl3JS8RAWPUFwOhXb5SCrIyQwRBNhIP53xcJUsoVhWBhPnc6Vy/AGRaw0GwmKS4hjLpixguKd2Mbtug6kcOtiLCoORahwgt1iomJP6CC87uaultqYlKlR33mrx6qPagDUDo2lXgglTSuLylI9Ry24KPMxfWEWqp1mA43rfy3VJBVe5oiUrejFOuwHkjTyf9LBVEb930U2ATlvq+i67pk61MqWrH4lxamAyU9pgztkb/V4PUa+6cz6R6+vnq99ZDD5IjlMQaLr7ceD2NY/LhnDXC1/WACWOPGrL/nvkT5VtnoJcTQff9ZXi1vq3W8CmDgEoD2LTXAVAWx27dP',
  'base64',
)
const numbers = Buffer.from(
  Array.from({ length: 500 }, (_, i) => `{"Item":{"pk":{"S":"${i * i}"}}}\n`).join(''),
)

describe('decompression', () => {
  for (const size of [1, 17, 100_000]) {
    it(`of gzip, in pieces of ${size}`, async () => {
      assert.deepEqual(await inflated(gzipSync(text), 'GZIP', size), text)
    })
    it(`of Zstandard, in pieces of ${size}`, async () => {
      assert.deepEqual(await inflated(zstdText, 'ZSTD', size), text)
      assert.deepEqual(await decoded(zstdText, size), text)
      assert.deepEqual(await decoded(zstdNumbers, size), numbers)
    })
  }
  it('of nothing', async () => {
    for (const compression of ['NONE', 'GZIP', 'ZSTD'] as const) {
      assert.equal((await inflated(Buffer.alloc(0), compression)).length, 0)
    }
    assert.equal((await decoded(Buffer.alloc(0))).length, 0)
  })
  it('of several files in one', async () => {
    const [a, b] = [Buffer.from('a'), Buffer.from('b')]
    assert.equal(
      (await inflated(Buffer.concat([gzipSync(a), gzipSync(b)]), 'GZIP')).toString(),
      'ab',
    )
    const skippable = Buffer.concat([Buffer.from('502a4d1803000000', 'hex'), Buffer.from('xyz')])
    const frames = Buffer.concat([rawFrame('a'), skippable, rawFrame('b'), rawFrame('')])
    for (const size of [1, 1000]) assert.equal((await decoded(frames, size)).toString(), 'ab')
  })
})

/** A frame with one block that is not compressed. */
function rawFrame(content: string): Buffer {
  const header = Buffer.from('28b52ffd2000', 'hex')
  header[5] = content.length
  const block = Buffer.alloc(3)
  block.writeUIntLE((content.length << 3) | 1, 0, 3)
  return Buffer.concat([header, block, Buffer.from(content)])
}

describe('data that cannot be decompressed', () => {
  const refused = (name: string, bytes: Uint8Array, compression: Compression): void => {
    it(name, async () => {
      await assert.rejects(inflated(bytes, compression), UnreadableText)
      if (compression === 'ZSTD') await assert.rejects(decoded(bytes), UnreadableText)
    })
  }
  refused('gzip that is cut off', gzipSync(text).subarray(0, 100), 'GZIP')
  refused('gzip with a wrong checksum', damaged(gzipSync(text)), 'GZIP')
  refused('text as gzip', text, 'GZIP')
  refused('text as Zstandard', text, 'ZSTD')
  refused('gzip as Zstandard', gzipSync(text), 'ZSTD')
  refused('Zstandard that is cut off', zstdText.subarray(0, 50), 'ZSTD')
  refused('Zstandard without its checksum', zstdText.subarray(0, -4), 'ZSTD')
  refused('a block of an unknown kind', Buffer.from('28b52ffd2001070000', 'hex'), 'ZSTD')
  it('a window that is too large', async () => {
    const frame = Buffer.concat([
      Buffer.from('28b52ffd00', 'hex'),
      Buffer.from([(Math.log2(zstdWindowBytesMax) - 10) * 8 + 1, 1, 0, 0]),
    ])
    await assert.rejects(decoded(frame), /its window is too large/)
    frame[5] = frame[5]! - 1
    assert.equal((await decoded(frame)).length, 0)
  })
  it('tells a failing source as it is', async () => {
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield gzipSync(text).subarray(0, 100)
      await Promise.reject(new Error('the network is down'))
    }
    await assert.rejects(async () => {
      for await (const piece of decompress(failing(), 'GZIP')) assert.ok(piece)
    }, /the network is down/)
  })
  it('is one unreadable record', async () => {
    const reader = itemReader({ kind: 'DYNAMODB_JSON' })
    const records = []
    for await (const found of readRecords(decompress(pieces(text, 1000), 'GZIP'), reader)) {
      records.push(...found)
    }
    assert.deepEqual(
      records.map(({ kind, index }) => [kind, index]),
      [['unreadable', 0]],
    )
  })
})

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length - 6] = copy.at(-6)! ^ 1
  return copy
}

describe('a file that grows beyond measure', () => {
  /** 20,000 blocks of 128 KiB in 80 kB. */
  const block = Buffer.alloc(4)
  block.writeUIntLE(((128 * 1024) << 3) | 2, 0, 3)
  const bomb = Buffer.concat([
    Buffer.from('28b52ffd0038', 'hex'),
    ...Array.from({ length: 20_000 }, () => block),
  ])

  it('is read as far as somebody wants it', async () => {
    let bytes = 0
    for await (const piece of decodeZstd(pieces(bomb, bomb.length))) {
      assert.ok(piece.length <= 128 * 1024)
      bytes += piece.length
      if (bytes > 10_000_000) break
    }
    assert.ok(bytes < 11_000_000)
  })
  it('ends at the first record that is too long', async () => {
    const zeros = gzipSync(Buffer.alloc(50_000_000, ' '))
    const file = Buffer.concat([gzipSync('{'), zeros, zeros])
    const reader = itemReader({ kind: 'DYNAMODB_JSON' })
    const records = []
    for await (const found of readRecords(decompress(pieces(file, 1000), 'GZIP'), reader)) {
      records.push(...found)
    }
    assert.deepEqual(
      records.map(({ kind }) => kind),
      ['unreadable'],
    )
  })
})

describe('a compressed part of an export', () => {
  it('has its lines and checksums', async () => {
    const sent: Uint8Array[] = []
    const part = new GzipPart(async (bytes) => void sent.push(bytes))
    for (let i = 0; i < 5000; i++) await part.add(Buffer.from(`{"line":${i}}\n`))
    const finished = await part.finish()
    const file = Buffer.concat(sent)
    assert.equal(gunzipSync(file).toString().split('\n').length, 5001)
    const digest = createHash('md5').update(file).digest()
    assert.deepEqual(finished, {
      itemCount: 5000,
      bytes: file.length,
      md5: digest.toString('base64'),
      etag: `${createHash('md5').update(digest).digest('hex')}-1`,
    })
  })
  it('may be empty', async () => {
    const sent: Uint8Array[] = []
    const part = new GzipPart(async (bytes) => void sent.push(bytes))
    assert.equal((await part.finish()).itemCount, 0)
    assert.equal(gunzipSync(Buffer.concat(sent)).length, 0)
  })
  it('waits for whoever takes its bytes', async () => {
    let waiting = 0
    let most = 0
    const part = new GzipPart(async () => {
      most = Math.max(most, ++waiting)
      await new Promise(setImmediate)
      waiting--
    })
    for (let i = 0; i < 100; i++) await part.add(randomBytesOf(64 * 1024, i))
    await part.finish()
    assert.equal(most, 1)
  })
  it('fails if its bytes cannot be sent', async () => {
    const part = new GzipPart(() => Promise.reject(new Error('no space left')))
    await assert.rejects(async () => {
      for (let i = 0; i < 100; i++) await part.add(randomBytesOf(64 * 1024, i))
      await part.finish()
    }, /no space left/)
  })
})

function randomBytesOf(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed + 1
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[i] = state >>> 24
  }
  return bytes
}
