/** Bodies that pass through: bounded in memory, and slow, broken or unwanted ones. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { MemoryObjectStore } from '../../objects/memory-store.js'
import type { ObjectStore, ObjectWriter } from '../../objects/object-store.js'
import { systemClock, VirtualClock } from '../../stdx/clock.js'
import { systemRandom } from '../../stdx/random.js'
import { InFlight } from '../flight/in-flight.js'
import {
  contendedPieceMsMax,
  streamedPieceBytes,
  streamedPieceMsMax,
  streamedRequestBytes,
} from '../limits.js'
import { keptLog, testDispatcher } from '../wire-suite.js'
import { BrowserRules } from './browser-rules.js'
import { createHandler } from './handle.js'
import { HttpListener, usualTimeouts } from './listener.js'

const mb = 1024 * 1024
const credential =
  'authorization: AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=beef\r\n'

// The timer of the memory itself does not keep a process alive.
const alive = setInterval(() => undefined, 1000)
after(() => clearInterval(alive))

interface Served {
  readonly clock: VirtualClock
  readonly flight: InFlight
  readonly store: MemoryObjectStore
  readonly open: (text: string | Buffer) => Socket
  readonly close: () => Promise<void>
}

interface ServeOptions {
  readonly wrap?: (store: MemoryObjectStore) => ObjectStore
  readonly bytesMax?: number
  readonly requestMsMax?: number
  readonly waitersMax?: number
  readonly isClosed?: boolean
}

async function serve(options: ServeOptions = {}): Promise<Served> {
  const clock = new VirtualClock()
  const { waitersMax = 100 } = options
  const waiting = { waitMsMax: 60_000, waitersMax, intervalMs: 1 }
  const flight = new InFlight(options.bytesMax ?? 64 * mb, waiting, clock)
  const timeouts = { ...usualTimeouts, requestMsMax: options.requestMsMax ?? 60_000, intervalMs: 5 }
  const at = { host: '127.0.0.1', port: 0 }
  const listener = new HttpListener(at, keptLog(), flight, { timeouts })
  await listener.bind()
  const store = new MemoryObjectStore(systemClock)
  await store.createBucket('bucket')
  const objects = options.isClosed === true ? undefined : (options.wrap?.(store) ?? store)
  const handle = createHandler({
    dispatcher: testDispatcher(),
    random: systemRandom,
    clock: systemClock,
    log: keptLog(),
    health: async () => ({ ready: true, status: 'ready' }),
    flight,
    s3: { objects, baseHosts: ['localhost', 'db.example.com'] },
    browsers: new BrowserRules({
      isExposed: false,
      allowedHosts: ['db.example.com', '*.db.example.com'],
      corsOrigins: [],
    }),
  })
  listener.serve({ handle })
  const open = (text: string | Buffer): Socket => {
    const socket = connect(listener.address.port, '127.0.0.1').on('error', () => undefined)
    socket.write(text)
    return socket
  }
  return { clock, flight, store, open, close: () => listener.close() }
}

function head(line: string, headers = '', host = '127.0.0.1'): string {
  return `${line} HTTP/1.1\r\nhost: ${host}\r\n${credential}${headers}\r\n`
}

function put(key: string, length: number, host?: string): string {
  return head(`PUT ${key}`, `content-length: ${length}\r\n`, host)
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Reads until the text matches. */
function hear(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1')
      if (pattern.test(text)) resolve(text)
    })
    socket.on('close', () => reject(new Error(`closed after ${text.slice(0, 500)}`)))
  })
}

describe('a body that passes through', () => {
  it('is as long as it likes, and takes as long as it keeps coming', async () => {
    const { open, store, flight, close } = await serve({ requestMsMax: 20, bytesMax: 8 * mb })
    const length = 40 * mb
    const socket = open(put('/bucket/key', length))
    const answer = hear(socket, /^HTTP\/1\.1 200 /)
    const piece = Buffer.alloc(mb, 'x')
    for (let sent = 0; sent < length; sent += mb) {
      if (!socket.write(piece)) await once(socket, 'drain')
      assert.ok(flight.bytes <= streamedRequestBytes)
    }
    await answer
    assert.equal((await store.stat('bucket', 'key'))?.bytes, length)
    await until(() => flight.bytes === 0)
    socket.destroy()
    await close()
  })

  it('stays with its client while the store is busy', async () => {
    const gates: (() => void)[] = []
    let taken = 0
    const slowly = (writer: ObjectWriter): ObjectWriter => ({
      async write(chunk) {
        taken += chunk.length
        await new Promise<void>((resolve) => gates.push(resolve))
        return writer.write(chunk)
      },
      finish: () => writer.finish(),
      abort: () => writer.abort(),
    })
    const { open, close } = await serve({
      wrap: (store) =>
        overridden(store, { write: async (...args) => slowly(await store.write(...args)) }),
    })
    const socket = open(put('/bucket/key', 64 * mb))
    const piece = Buffer.alloc(mb)
    for (let i = 0; i < 64; i++) socket.write(piece)
    await until(() => gates.length === 1)
    // Many turns later, what is not taken is with the client, apart from what sockets hold.
    let before = -1
    for (let calm = 0; calm < 10; calm++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (socket.bytesWritten - socket.writableLength !== before) calm = 0
      before = socket.bytesWritten - socket.writableLength
    }
    assert.ok(before < 32 * mb, `${before} bytes were taken`)
    assert.ok(taken <= mb)
    socket.destroy()
    for (const gate of gates) gate()
    await close()
  })

  it('leaves nothing if its client leaves', async () => {
    const { open, store, flight, close } = await serve()
    const socket = open(put('/bucket/left', 1000))
    socket.write('some of it')
    await until(() => flight.bytes === streamedRequestBytes)
    socket.destroy()
    await until(() => flight.bytes === 0)
    assert.equal(await store.stat('bucket', 'left'), undefined)
    await close()
  })

  it('is cut if it hardly comes, at once if others wait for memory', async () => {
    const { clock, open, flight, store, close } = await serve({ bytesMax: streamedRequestBytes })
    const slow = open(put('/bucket/slow', 2 * mb))
    const closed = once(slow, 'close')
    slow.write(Buffer.alloc(streamedPieceBytes - 1))
    await until(() => flight.bytes === streamedRequestBytes)
    const other = open(put('/bucket/other', 5) + 'other')
    await until(() => flight.waiting === 1)
    clock.advance(contendedPieceMsMax + 1)
    await closed
    await hear(other, /^HTTP\/1\.1 200 /)
    assert.equal(await store.stat('bucket', 'slow'), undefined)
    other.destroy()
    const alone = open(put('/bucket/alone', 2 * mb))
    await until(() => flight.bytes === streamedRequestBytes)
    clock.advance(streamedPieceMsMax + 1)
    await once(alone, 'close')
    await close()
  })

  it('is refused if too many wait for memory', async () => {
    const { open, flight, close } = await serve({ bytesMax: streamedRequestBytes, waitersMax: 0 })
    const first = open(put('/bucket/first', 100))
    await until(() => flight.bytes === streamedRequestBytes)
    const second = open(put('/bucket/second', 6) + 'second')
    await hear(second, /^HTTP\/1\.1 503 [^]*<Code>SlowDown</)
    first.destroy()
    second.destroy()
    await close()
  })

  it('has memory for what its store keeps of it', async () => {
    const writerBytes = 8 * mb
    let held = 0
    const { open, flight, close } = await serve({
      wrap: (store) =>
        overridden(store, {
          writerBytes,
          async write(...args) {
            held = flight.bytes
            return store.write(...args)
          },
        }),
    })
    const socket = open(put('/bucket/key', 3) + 'abc')
    await hear(socket, /^HTTP\/1\.1 200 /)
    assert.equal(held, streamedRequestBytes + writerBytes)
    await until(() => flight.bytes === 0)
    socket.destroy()
    await close()
  })

  it('is answered before it is read if nobody wants it', async () => {
    const { open, close } = await serve()
    const socket = open(put('/missing/key', 64 * mb))
    socket.write(Buffer.alloc(20 * mb))
    const answer = await hear(socket, /<\/Error>/)
    assert.match(answer, /^HTTP\/1\.1 404 [^]*<Code>NoSuchBucket</)
    assert.match(answer, /Connection: close/i)
    socket.destroy()
    await close()
  })

  it('keeps the connection if a short one is not wanted', async () => {
    const { open, close } = await serve()
    const socket = open(put('/missing/key', 3) + 'abc')
    await hear(socket, /<\/Error>/)
    socket.write(put('/bucket/key', 3) + 'abc')
    await hear(socket, /HTTP\/1\.1 200 /)
    socket.destroy()
    await close()
  })

  it('is not read by a client that has left, and one that does not read is cut', async () => {
    const { clock, open, flight, store, close } = await serve()
    const writer = await store.write('bucket', 'large')
    for (let i = 0; i < 64; i++) await writer.write(Buffer.alloc(mb))
    await writer.finish()
    const socket = open(head('GET /bucket/large'))
    socket.pause()
    await until(() => flight.bytes === streamedRequestBytes)
    clock.advance(streamedPieceMsMax + 1)
    await until(() => flight.bytes === 0)
    socket.destroy()
    const leaving = open(head('GET /bucket/large'))
    await hear(leaving, /^HTTP\/1\.1 200 /)
    leaving.destroy()
    await until(() => flight.bytes === 0)
    await close()
  })
})

describe('a request for a bucket', () => {
  const check = (what: string, request: string, expected: RegExp, isClosed = false): void => {
    it(what, async () => {
      const { open, store, close } = await serve({ isClosed })
      const writer = await store.write('bucket', 'a/key')
      await writer.write(Buffer.from('content'))
      await writer.finish()
      const socket = open(request)
      await hear(socket, expected)
      socket.destroy()
      await close()
    })
  }
  const presigned =
    'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKID%2F20260101%2Fus-east-1%2Fs3%2Faws4_request'
  const bare = (line: string, headers = ''): string =>
    `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`
  const found = /^HTTP\/1\.1 200 [^]*\r\n\r\ncontent$/

  check('may name it in the path', head('GET /bucket/a/key'), found)
  check('may name it in the host', head('GET /a/key', '', 'bucket.localhost:8000'), found)
  check('or below an allowed name', head('GET /a/key', '', 'bucket.db.example.com'), found)
  check('not as that name', head('GET /bucket/a/key', '', 'db.example.com'), found)
  check('may be presigned', bare(`GET /bucket/a/key?${presigned}`), found)
  check(
    'may say what the answer looks like',
    bare(`GET /bucket/a/key?${presigned}&response-content-type=text/plain%0d%0ax:y`),
    /content-type: text\/plain {2}x:y/i,
  )
  check('is answered without a body', head('HEAD /bucket/none'), /^HTTP\/1\.1 404 [^]*\r\n\r\n$/)
  check('has to have a length', head('PUT /bucket/k', 'transfer-encoding: chunked\r\n'), /411/)
  check('is not too large', put('/bucket/k', 5 * 1024 * mb + 1), /EntityTooLarge/)
  check('has a path', head('GET /bucket/%ff'), /InvalidURI/)
  check(
    'asks for what there is',
    head('GET /bucket?versions'),
    /^HTTP\/1\.1 501 .*[^]*NotImplemented/,
  )
  check('has a method', head('PATCH /bucket/k'), /^HTTP\/1\.1 405 [^]*MethodNotAllowed/)
  check(
    'comes from no other page',
    head('GET /bucket', 'origin: http://evil.example\r\n'),
    /403[^]*AccessDenied/,
  )
  check('names no other host', head('GET /bucket', '', 'evil.example'), /403[^]*AccessDenied/)
  check('names one host', head('GET /bucket', 'host: a\r\n'), /^HTTP\/1\.1 400 /)
  check(
    'waits for the database',
    head('GET /bucket'),
    /^HTTP\/1\.1 503 [^]*ServiceUnavailable/,
    true,
  )
  check(
    'is none without a scope of S3',
    bare('GET /bucket/a/key'),
    /^HTTP\/1\.1 404 [^]*UnknownOperation/,
  )
  check(
    'is checked by pages before they ask',
    bare(`OPTIONS /bucket/a/key?${presigned}`, 'origin: http://localhost:3000\r\n'),
    /^HTTP\/1\.1 200 [^]*Access-Control-Allow-Origin/,
  )
})

function overridden(store: ObjectStore, members: Partial<ObjectStore>): ObjectStore {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(Object.hasOwn(members, name) ? members : target, name)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
