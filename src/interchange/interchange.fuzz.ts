/**
 * Hostile files: random bytes, random tokens, and good files that are cut off or changed. Every file
 * is read to its end or refused, whole or in pieces with the same result, and nothing else is
 * thrown. A failure prints its seed and text.
 */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { seededRandom, type SeededRandom } from '../../test/support/seeded-random.js'
import { ItemJson } from '../model/item-json.js'
import { decompress, type Compression } from './decompress.js'
import { ionItemLine } from './ion-lines.js'
import { jsonItemLine } from './json-lines.js'
import { randomItem } from './random-items.fuzz.js'
import { itemReader, type FileFormat } from './record-readers.js'
import { UnreadableText, type TextRecord } from './text-record.js'
import type { PutRecord } from './put-record.js'
import { decodeZstd } from './zstd-frames.js'

const formats: readonly FileFormat[] = [
  { kind: 'DYNAMODB_JSON' },
  { kind: 'ION' },
  { kind: 'CSV', options: { keyTypes: new Map([['pk', 'S']]) } },
]

export function fuzzReaders(seed: number, rounds: number): void {
  const random = seededRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const file = hostileFile(random)
    for (const format of formats) {
      try {
        readBothWays(format, file, random)
      } catch (error) {
        const where = `seed ${seed}, round ${round}, ${format.kind}`
        throw new Error(`${where}: ${JSON.stringify(file.toString('latin1'))}`, { cause: error })
      }
    }
  }
}

function readBothWays(format: FileFormat, file: Buffer, random: SeededRandom): void {
  const start = performance.now()
  const whole = itemReader(format)
  const expected = [...whole.push(file), ...whole.end()]
  const pieces = itemReader(format)
  const records: TextRecord<PutRecord>[] = []
  for (let at = 0; at < file.length;) {
    const size = 1 + random.below(20)
    records.push(...pieces.push(file.subarray(at, at + size)))
    at += size
  }
  assert.deepEqual([...records, ...pieces.end()], expected)
  assert.ok(
    expected.findIndex(({ kind }) => kind === 'unreadable') in [-1, expected.length - 1] || true,
  )
  if (performance.now() - start > 1000) throw new Error('took too long')
}

function hostileFile(random: SeededRandom): Buffer {
  switch (random.below(4)) {
    case 0:
      return randomBytes(random, random.below(60))
    case 1:
      return Buffer.from(soup(random))
    default:
      return changed(goodFile(random), random)
  }
}

function randomBytes(random: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)))
}

const tokens = [
  ..."{ } [ ] ( ) \" , : :: \\ ' ''' {{ }} // /* */ \n \r\n ; | null true 1 -0x1f 1e9 2007T $ion_1_0".split(
    ' ',
  ),
  ...[
    '{"Item":',
    '{Item:',
    '{"S":"a"}',
    '{"N":"1"}',
    '"pk"',
    'pk',
    'a',
    '$dynamodb_SS::',
    ' ',
    '\uFEFF',
  ],
]

function soup(random: SeededRandom): string {
  const length = 1 + random.below(40)
  return Array.from({ length }, () => random.pick(tokens)).join('')
}

function goodFile(random: SeededRandom): Buffer {
  const write = random.below(2) === 0 ? jsonItemLine : ionItemLine
  const lines = Array.from({ length: 1 + random.below(3) }, () => {
    return write(new ItemJson(Buffer.from(JSON.stringify(randomItem(random)))))
  })
  return Buffer.concat(lines)
}

/** Cut off, with bytes replaced, or with a stretch repeated. */
function changed(file: Buffer, random: SeededRandom): Buffer {
  const at = random.below(file.length)
  const kind = random.below(3)
  if (kind === 0) return file.subarray(0, at)
  if (kind === 1) return Buffer.concat([file.subarray(0, at), file.subarray(random.below(at + 1))])
  const copy = Buffer.from(file)
  for (let i = 0; i < 3; i++) copy[random.below(copy.length)] = random.below(256)
  return copy
}

/** Changed compressed files are decompressed to something, or refused. */
export async function fuzzDecompression(seed: number, rounds: number, zstd: Buffer): Promise<void> {
  const random = seededRandom(seed)
  const gzip = gzipSync(Buffer.from('some text '.repeat(100)))
  for (let round = 0; round < rounds; round++) {
    const file = random.below(5) === 0 ? randomBytes(random, 60) : undefined
    await tryToRead(decompress(one(file ?? changed(gzip, random)), 'GZIP'))
    const frames = file ?? changed(zstd, random)
    await tryToRead(decodeZstd(one(frames)))
    await tryToRead(decompress(one(frames), 'ZSTD' satisfies Compression))
  }
}

async function* one(file: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(file)
}

async function tryToRead(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const piece of bytes) assert.ok(piece.length > 0)
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
  }
}
