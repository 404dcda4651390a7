import assert from 'node:assert/strict'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { requestBodyBytesMax } from '../../model/limits.js'
import { requestHeadBytesMax } from '../limits.js'
import { callHeaders, Gate, keptLog, service, testHandler } from '../wire-suite.js'
import { bindListener } from './express/lanes-suite.js'
import { type HttpListener, usualTimeouts, type Timeouts } from './listener.js'

const anywhere = { host: '127.0.0.1', port: 0 }

async function startListener(gate?: Gate): Promise<HttpListener> {
  const listener = await bindListener(anywhere, keptLog())
  listener.serve({ handle: testHandler(gate) })
  return listener
}

interface Received {
  readonly message: IncomingMessage
  readonly localPort: number | undefined
  readonly body: string
}

function post(port: number, operation: string, body: string | Buffer, agent?: Agent) {
  const headers = { ...callHeaders, 'x-amz-target': `${service}.${operation}` }
  return new Promise<Received>((resolve, reject) => {
    const request = httpRequest({ port, method: 'POST', headers, agent }, (message) => {
      let text = ''
      const { localPort } = message.socket
      message.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      message.on('end', () => resolve({ message, localPort, body: text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

function call(operation: string, body: string): string {
  const headers = { ...callHeaders, 'x-amz-target': `${service}.${operation}` }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const length = `content-length: ${Buffer.byteLength(body)}`
  return ['POST / HTTP/1.1', ...lines, length, '', body].join('\r\n')
}

/** Returns everything the server sends until it closes. */
function conversation(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    socket.on('error', () => undefined).on('close', () => resolve(text))
  })
}

async function say(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const heard = conversation(socket)
  socket.write(text)
  return heard
}

describe('listener', () => {
  let listener: HttpListener
  before(async () => (listener = await startListener()))
  after(() => listener.drain(100))

  it('keeps connections alive', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let i = 0; i < 3; i++) {
      const { message, localPort } = await post(listener.address.port, 'Echo', '{}', agent)
      assert.equal(message.headers.connection, 'keep-alive')
      assert.ok(message.headers.date)
      ports.add(localPort)
    }
    agent.destroy()
    assert.equal(ports.size, 1)
  })

  it('answers pipelined requests in order', async () => {
    const bye = call('Echo', '2').replace('host:', 'connection: close\r\nhost:')
    const text = await say(listener.address.port, call('Echo', '1') + bye)
    assert.deepEqual(
      [...text.matchAll(/"input":(\d)/g)].map(([, digit]) => digit),
      ['1', '2'],
    )
  })

  it('accepts a body of exactly the limit', async () => {
    const body = '{}'.padEnd(requestBodyBytesMax, ' ')
    const { message } = await post(listener.address.port, 'Nothing', body)
    assert.equal(message.statusCode, 200)
  })

  it('answers 413 to one byte more, in chunks', async () => {
    const body = '{}'.padEnd(requestBodyBytesMax + 1, ' ')
    const { message } = await post(listener.address.port, 'Nothing', body)
    assert.equal(message.statusCode, 413)
    assert.equal(message.headers['transfer-encoding'], 'chunked')
    assert.equal(message.headers['content-length'], undefined)
  })

  it('answers 413 to a body of any length', async () => {
    const { message } = await post(
      listener.address.port,
      'Nothing',
      Buffer.alloc(3 * requestBodyBytesMax),
    )
    assert.equal(message.statusCode, 413)
  })

  for (const target of ['http://a/', 'HTTP://a:8000', 'https://a/?x=1']) {
    it(`answers a request for ${target} like one for its path`, async () => {
      const text = `GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`
      assert.match(await say(listener.address.port, text), /^HTTP\/1\.1 200 [^]*healthy: dynamodb/)
    })
  }

  const refused = (name: string, text: string) =>
    void it(name, async () => {
      assert.match(await say(listener.address.port, text), /^HTTP\/1\.1 400 /)
    })
  const blank = '\r\n\r\n'
  const long = 'x'.repeat(requestHeadBytesMax)
  refused('no HTTP', `hello${blank}`)
  refused('a long request line', `GET /${long} HTTP/1.1\r\nhost: a${blank}`)
  refused('long headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${long}${blank}`)
  refused('far too long headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${long.repeat(30)}${blank}`)
  refused('no host', `GET / HTTP/1.1\r\nconnection: close${blank}`)
  refused('two hosts', `GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close${blank}`)
  refused(
    'two lengths',
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2${blank}`,
  )

  it('accepts headers just below the limit', async () => {
    const header = 'x'.repeat(requestHeadBytesMax - 200)
    const text = `GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx: ${header}${blank}`
    assert.match(await say(listener.address.port, text), /^HTTP\/1\.1 200 /)
  })

  it('is not harmed by clients that leave half way', async () => {
    for (const text of ['POST', call('Echo', '{}').slice(0, -1), call('Nothing', '{}')]) {
      const socket = connect(listener.address.port, '127.0.0.1')
      await new Promise<void>((resolve) => socket.write(text, () => resolve()))
      socket.resetAndDestroy()
    }
    assert.equal((await post(listener.address.port, 'Echo', '{}')).message.statusCode, 200)
  })

  it('sends nothing if the client left during the operation', async () => {
    const gate = new Gate()
    const slow = await startListener(gate)
    const socket = connect(slow.address.port, '127.0.0.1')
    socket.write(call('Slow', '{}'))
    await gate.reached
    socket.destroy()
    gate.open()
    assert.equal((await post(slow.address.port, 'Echo', '{}')).message.statusCode, 200)
    await slow.drain(1000)
  })
})

describe('slow clients', () => {
  const timeouts = { ...usualTimeouts, intervalMs: 10 }
  const slow = (name: string, limits: Partial<Timeouts>, text: string, expected: RegExp) =>
    void it(name, async () => {
      const listener = await bindListener(anywhere, keptLog(), { ...timeouts, ...limits })
      listener.serve({ handle: testHandler() })
      assert.match(await say(listener.address.port, text), expected)
      await listener.drain(1000)
    })
  // On a busy machine even the headers may count as late.
  const cutOff = /^(?:HTTP\/1\.1 408 |$)/
  const half = call('Echo', '{}').slice(0, -1)
  slow('with the headers', { headMsMax: 30 }, 'POST / HTTP/1.1\r\n', /^HTTP\/1\.1 408 /)
  slow('with the body', { requestMsMax: 40, headMsMax: 30 }, half, cutOff)
  const endless = half.replace(/length: \d+/, 'length: 1000000000')
  slow('with a body over the limit', { requestMsMax: 40, headMsMax: 30 }, endless, cutOff)
  slow('that say nothing', { silenceMsMax: 30 }, '', /^$/)
  slow('that stay without asking', { idleMsMax: 10 }, call('Echo', '{}'), /^HTTP\/1\.1 200 /)
})

describe('a listener that is bound but serves nothing yet', () => {
  it('keeps requests waiting until it serves', async () => {
    const listener = await bindListener(anywhere, keptLog())
    const answer = post(listener.address.port, 'Echo', '7')
    listener.serve({ handle: testHandler() })
    assert.match((await answer).body, /"input":7/)
    await listener.drain(1000)
  })

  it('rejects when the port is taken', async () => {
    const listener = await startListener()
    await assert.rejects(bindListener({ ...anywhere, port: listener.address.port }, keptLog()), {
      code: 'EADDRINUSE',
    })
    await listener.drain(1000)
  })
})

describe('draining', () => {
  it('finishes requests under way and closes their connections', async () => {
    const gate = new Gate()
    const listener = await startListener(gate)
    const agent = new Agent({ keepAlive: true })
    const answer = post(listener.address.port, 'Slow', '5', agent)
    await gate.reached
    const drained = listener.drain(60_000)
    await assert.rejects(post(listener.address.port, 'Echo', '{}'), { code: 'ECONNREFUSED' })
    gate.open()
    const { message, body } = await answer
    assert.equal(message.headers.connection, 'close')
    assert.equal(body, '{"input":5}')
    await drained
  })

  it('closes idle and silent connections at once', async () => {
    const listener = await startListener()
    const agent = new Agent({ keepAlive: true })
    await post(listener.address.port, 'Echo', '{}', agent)
    const silent = connect(listener.address.port, '127.0.0.1')
    silent.on('error', () => undefined)
    await new Promise((resolve) => silent.once('connect', resolve))
    // One more round trip, so that the server has certainly accepted the silent connection.
    await post(listener.address.port, 'Echo', '{}', agent)
    await listener.drain(60_000)
  })

  it('cuts off requests that do not end', async () => {
    const gate = new Gate()
    const listener = await startListener(gate)
    const answer = post(listener.address.port, 'Slow', '{}')
    await gate.reached
    await Promise.all([listener.drain(10), assert.rejects(answer, { code: 'ECONNRESET' })])
    gate.open()
  })
})
