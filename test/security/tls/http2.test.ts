/** HTTP/2: many requests on a connection, its limits, and clients that misuse it. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { constants, type ClientHttp2Session } from 'node:http2'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { after, before, describe, it } from 'node:test'
import { http2ResetsMax, http2StreamsMax, requestHeadBytesMax } from '../../../src/wire/limits.js'
import { missingOpenssl, TestAuthority } from '../../support/certificates.js'
import { callHeaders, http2Post, http2Session, receive, startTlsServer } from './tls-suite.js'
import type { TlsServer } from './tls-suite.js'

const skip = missingOpenssl()

describe('HTTP/2', { skip }, () => {
  let authority: TestAuthority
  let server: TlsServer
  before(async () => {
    authority = new TestAuthority()
    server = await startTlsServer(authority.issue('server'))
  })
  after(async () => {
    await server.gramme.stop()
    authority.remove()
  })

  const inSession = (name: string, run: (session: ClientHttp2Session) => Promise<void>) =>
    void it(name, async () => {
      const session = http2Session(server.port, authority)
      try {
        await run(session)
      } finally {
        session.destroy()
      }
    })

  inSession('serves many requests at a time', async (session) => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => http2Post(session)))
    assert.ok(answers.every(({ status }) => status === 200))
  })

  inSession('announces how many may be open', async (session) => {
    await once(session, 'remoteSettings')
    assert.equal(session.remoteSettings.maxConcurrentStreams, http2StreamsMax)
    assert.equal(session.remoteSettings.enablePush, false)
  })

  inSession('answers HEAD without a body', async (session) => {
    const stream = session.request({ ':method': 'HEAD', ':path': '/' })
    assert.equal((await receive(stream)).body, '')
  })

  inSession('answers 413 to a body over the limit', async (session) => {
    assert.equal((await http2Post(session, Buffer.alloc(17 * 1024 * 1024, 32))).status, 413)
  })

  inSession('answers a body that has no length', async (session) => {
    const stream = session.request({ ':method': 'POST', ':path': '/', ...callHeaders })
    stream.write('{')
    stream.end('}')
    assert.equal((await receive(stream)).status, 200)
  })

  inSession('refuses two hosts', async (session) => {
    assert.equal(
      (await http2Post(session, '{}', { ':authority': 'localhost', host: 'other.example' })).status,
      400,
    )
  })

  inSession('refuses headers over the limit', async (session) => {
    const bytes = requestHeadBytesMax
    assert.equal((await http2Post(session, '{}', { 'x-long': 'y'.repeat(bytes) })).status, 400)
    assert.equal((await http2Post(session, '{}', { 'x-long': 'y'.repeat(bytes / 2) })).status, 200)
  })

  inSession('carries objects of any size', async (session) => {
    const put = async (path: string, body: string | Buffer, method = 'PUT') => {
      const authorization = callHeaders.authorization.replace('/dynamodb/', '/s3/')
      const length = method === 'GET' ? {} : { 'content-length': String(body.length) }
      const stream = session.request({
        ':method': method,
        ':path': path,
        authorization,
        ...length,
      })
      stream.end(method === 'GET' ? undefined : body)
      return receive(stream)
    }
    assert.equal((await put('/bucket', '')).status, 200)
    const content = 'x'.repeat(3_000_000)
    assert.equal((await put('/bucket/key', content)).status, 200)
    const { body } = await put('/bucket/key', '', 'GET')
    assert.equal(body.length, content.length)
  })

  /** Frames by hand, since clients have limits of their own. */
  const cancelling = async (count: number): Promise<TLSSocket> => {
    const { port } = server
    const socket = connectTls({ host: '127.0.0.1', port, ca: authority.pem, ALPNProtocols: ['h2'] })
    await once(socket, 'secureConnect')
    const frames = Array.from({ length: count }, (_, i) => cancelledRequest(2 * i + 1))
    socket.on('error', () => undefined).resume()
    socket.write(Buffer.concat([Buffer.from(preface), frame(4, 0, 0, Buffer.alloc(0)), ...frames]))
    return socket
  }

  it('closes a connection that keeps cancelling requests', async () => {
    const socket = await cancelling(http2ResetsMax + 1)
    await once(socket, 'close')
  })

  it('lets a connection cancel some', async () => {
    const socket = await cancelling(http2ResetsMax)
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
    // It answers a ping after everything before it.
    const answered = new Promise((resolve) => socket.once('data', () => resolve('open')))
    socket.write(frame(6, 0, 0, Buffer.alloc(8)))
    assert.equal(await Promise.race([closed, answered]), 'open')
    socket.destroy()
  })

  const curlSkip = /\bHTTP2\b/.test(String(spawnSync('curl', ['--version']).stdout ?? ''))
    ? undefined
    : 'there is no curl with HTTP/2'

  it('serves curl', { skip: curlSkip }, async () => {
    const headers = Object.entries(callHeaders).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ])
    const args = [
      '-sS',
      '--noproxy',
      '*',
      '--http2',
      '--cacert',
      authority.cert,
      ...headers,
      '-d',
      '{}',
    ]
    const { stdout } = await promisify(execFile)('curl', [
      ...args,
      '-w',
      ' %{http_version}',
      server.url,
    ])
    assert.equal(stdout, '{"TableNames":[]} 2')
  })

  inSession('answers others beside a request whose answer is not read', async (session) => {
    const authorization = callHeaders.authorization.replace('/dynamodb/', '/s3/')
    const ask = (method: string, path: string, body?: string) => {
      const length = body === undefined ? {} : { 'content-length': String(body.length) }
      const head = { ':method': method, ':path': path, authorization, ...length }
      const stream = session.request(head)
      stream.end(body)
      return stream
    }
    const content = 'x'.repeat(3_000_000)
    for (const [path, body] of [
      ['/slow', ''],
      ['/slow/key', content],
    ] as const) {
      assert.equal((await receive(ask('PUT', path, body))).status, 200)
    }
    const slow = ask('GET', '/slow/key')
    await once(slow, 'response')
    const answers = await Promise.all(Array.from({ length: 20 }, () => http2Post(session)))
    assert.ok(answers.every(({ status }) => status === 200))
    let length = 0
    slow.on('data', (piece: Buffer) => (length += piece.length))
    await once(slow, 'end')
    assert.equal(length, content.length)
  })

  it('finishes what is under way when the server stops, and takes nothing new', async () => {
    const own = await startTlsServer(authority.issue('draining'))
    const session = http2Session(own.port, authority)
    await http2Post(session)
    const stream = session.request({ ':method': 'POST', ':path': '/', ...callHeaders })
    stream.write('{')
    // It is answered after everything before it, so the request has begun.
    await new Promise<void>((resolve) => void session.ping(() => resolve()))
    const told = once(session, 'goaway')
    const closed = once(session, 'close')
    const stopped = own.gramme.stop()
    await told
    stream.end('}')
    assert.equal((await receive(stream)).status, 200)
    await stopped
    await closed
  })

  it('closes its connections when the server stops', async () => {
    const own = await startTlsServer(authority.issue('own'))
    const draining = http2Session(own.port, authority)
    await http2Post(draining)
    const closed = once(draining, 'close')
    await own.gramme.stop()
    await closed
  })
})

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** `POST / localhost`, and its end. */
function cancelledRequest(stream: number): Buffer {
  const host = Buffer.from('localhost')
  const fields = Buffer.concat([Buffer.of(0x83, 0x87, 0x84, 0x41, host.length), host])
  const cancel = Buffer.of(0, 0, 0, constants.NGHTTP2_CANCEL)
  return Buffer.concat([frame(1, 4, stream, fields), frame(3, 0, stream, cancel)])
}
