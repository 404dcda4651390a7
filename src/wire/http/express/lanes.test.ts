/** Whichever lane answers, the bytes are the same. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { requestBodyBytesMax } from '../../../model/limits.js'
import { joinedAnswerBytesMax } from '../../limits.js'
import { systemClock } from '../../../stdx/clock.js'
import { testKey, testVerifier } from '../../sigv4/sigv4-suite.js'
import { callHeaders, Gate, testHandler } from '../../wire-suite.js'
import type { HttpListener } from '../listener.js'
import { emptyBody, type WireResponse } from '../message.js'
import { fuzzLanes, signedCall } from './lanes.fuzz.js'
import {
  anywhere,
  comparable,
  receives,
  nodeOnlyListener,
  rawCall,
  rawRequest,
  watchedListener,
  type WatchedListener,
} from './lanes-suite.js'

/** Sends a request and returns the answer; `end` matches its last bytes. */
async function ask(port: number, request: Buffer, end: RegExp): Promise<string> {
  const socket = connect(port, anywhere.host)
  const heard = receives(socket, end)
  socket.write(request)
  const text = await heard
  socket.destroy()
  return comparable(text)
}

describe('an answer is the same in both lanes', () => {
  let express: WatchedListener
  let node: HttpListener
  before(async () => {
    express = await watchedListener(testHandler())
    node = await nodeOnlyListener(testHandler())
  })
  after(() => Promise.all([express.listener.drain(1000), node.drain(1000)]))

  const same = (name: string, request: Buffer, expected: RegExp) =>
    void it(name, async () => {
      express.readings.length = 0
      const end =
        /Content-Length: 0\r\n[^]*\r\n\r\n$|chunked\r\n[^]*\r\n0\r\n\r\n$|\r\n\r\n[^]+[}> ]\n?$/
      const compressed = /Content-Encoding: gzip\r\n[^]*\r\n\r\n[^]{30}/
      const ending = request.includes('accept-encoding') ? compressed : end
      const [mine, theirs] = await Promise.all([
        ask(express.port, request, ending),
        ask(node.address.port, request, ending),
      ])
      assert.equal(mine, theirs)
      assert.match(mine, expected)
      assert.deepEqual(express.readings, ['request'])
    })

  same('of JSON', rawCall('Echo', '{"a":"ü"}'), /^HTTP\/1\.1 200 OK\r\n[^]*Keep-Alive: timeout=75/)
  same('of stored bytes', rawCall('Item', '{}'), /"Item"/)
  same('without a body', rawCall('Nothing', '{}'), /Content-Length: 0\r\n/)
  same('to a request without a body', rawCall('Echo', ''), /^HTTP\/1\.1 400 Bad Request/)
  same('to broken JSON', rawCall('Echo', '{'), /SerializationException/)
  same('to an unknown operation', rawCall('Unheard', '{}'), /UnknownOperationException/)
  const keyless = callHeaders.authorization.replace(/Credential=[^/]*/, 'Credential=')
  same('to an empty access key id', rawCall('Echo', '{}', { authorization: keyless }), / 200 /)
  same('to a foreign media type', rawCall('Echo', '{}', { 'content-type': 'text/html' }), / 404 /)
  same('to another origin', rawCall('Echo', '{}', { origin: 'http://a' }), /Access-Control-Allow/)
  same('to Connection: Keep-Alive', rawCall('Echo', '1', { connection: 'Keep-Alive' }), / 200 /)
  same(
    'that is compressed',
    rawCall('Repeat', '{"count":9000}', { 'accept-encoding': 'gzip' }),
    /gzip/,
  )
  same(
    'to names in any case',
    rawRequest(upperCase({ ...callHeaders, 'content-length': '2' }), '{}'),
    / 400 /,
  )
  const bomb = gzipSync(Buffer.alloc(requestBodyBytesMax + 1))
  same('in chunks', rawCall('Echo', bomb, { 'content-encoding': 'gzip' }), /^HTTP\/1\.1 413 /)
  for (const as of ['validation', 'condition', 'denied', 'unavailable', 'bug']) {
    same(`to a failure: ${as}`, rawCall('Fail', JSON.stringify({ as })), /^HTTP\/1\.1 [45]\d\d /)
  }
})

function upperCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
}

describe('whatever is answered, both lanes write it alike', () => {
  const same = (name: string, response: WireResponse) =>
    void it(name, async () => {
      const express = await watchedListener(async () => response)
      const node = await nodeOnlyListener(async () => response)
      const end = /\r\n\r\n[^]*!(?:\r\n0\r\n\r\n)?$/
      const request = rawCall('Echo', '{}')
      const [mine, theirs] = await Promise.all([
        ask(express.port, request, end),
        ask(node.address.port, request, end),
      ])
      assert.equal(mine, theirs)
      await Promise.all([express.listener.drain(1000), node.drain(1000)])
    })
  const sized = (bytes: number): Buffer => Buffer.alloc(bytes, '!', 'latin1')
  const plain = (status: number, body: Buffer): WireResponse => {
    return { status, headers: ['Content-Length', String(body.length), 'X-A', 'b c'], body }
  }
  same('a status with a name', plain(418, sized(1)))
  same('a status without one', plain(599, sized(1)))
  same('a body that is sent with its head', plain(200, sized(joinedAnswerBytesMax)))
  same('a body that is sent behind it', plain(200, sized(joinedAnswerBytesMax + 1)))
  same('chunks', { status: 200, headers: ['Transfer-Encoding', 'chunked'], body: sized(300) })
})

describe('the last answer', () => {
  it('is the same in both lanes', async () => {
    const answers = [true, false].map(async (isExpress) => {
      const gate = new Gate()
      const handle = testHandler(gate)
      const listener = isExpress
        ? (await watchedListener(handle)).listener
        : await nodeOnlyListener(handle)
      const answer = ask(listener.address.port, rawCall('Slow', '5'), /\{"input":5\}$/)
      await gate.reached
      const drained = listener.drain(60_000)
      gate.open()
      await drained
      return answer
    })
    const [mine, theirs] = await Promise.all(answers)
    assert.equal(mine, theirs)
    assert.match(mine!, /\r\nConnection: close\r\nDate: /)
  })
})

describe('an answer that must not be sent', () => {
  it('closes the connection and is logged', async () => {
    const headers = ['Content-Length', '0', 'X-A', 'b\r\nX-Evil: c']
    const express = await watchedListener(async () => ({ status: 200, headers, body: emptyBody }))
    await assert.rejects(ask(express.port, rawCall('Echo', '{}'), /./), /closed after ""/)
    assert.deepEqual(
      express.lines.map(({ text }) => text),
      ['answer could not be sent'],
    )
    await express.listener.drain(1000)
  })
})

describe('malformed requests', () => {
  let express: WatchedListener
  let node: HttpListener
  before(async () => {
    express = await watchedListener(testHandler())
    node = await nodeOnlyListener(testHandler())
  })
  after(() => Promise.all([express.listener.drain(1000), node.drain(1000)]))

  for (const seed of [1, 2, 3]) {
    it(`get the same in both lanes, seed ${seed}`, async () => {
      await fuzzLanes(seed, 300, { express: express.port, node: node.address.port })
    })
  }
})

describe('signed requests', () => {
  let express: WatchedListener
  let node: HttpListener
  before(async () => {
    const { authenticate } = testVerifier(systemClock)
    express = await watchedListener(testHandler(undefined, undefined, { authenticate }))
    node = await nodeOnlyListener(testHandler(undefined, undefined, { authenticate }))
  })
  after(() => Promise.all([express.listener.drain(1000), node.drain(1000)]))

  for (const seed of [1, 2]) {
    it(`get the same verdict in both lanes, seed ${seed}`, async () => {
      const ports = { express: express.port, node: node.address.port }
      express.readings.length = 0
      const accepted = await fuzzLanes(seed, 200, ports, signedCall(testKey))
      assert(accepted > 20 && accepted < 180, `${accepted} of 200 were accepted`)
      const { readings } = express
      assert(readings.includes('request') && readings.includes('unusual'))
    })
  }
})
