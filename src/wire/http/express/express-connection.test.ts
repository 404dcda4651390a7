import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { plainRequestPiecesMax } from '../../limits.js'
import { Gate, requestOf, testHandler } from '../../wire-suite.js'
import type { Timeouts } from '../listener.js'
import type { Handle } from '../message.js'
import {
  anywhere,
  conversation,
  exchange,
  receives,
  type HeaderLines,
  rawCall,
  turns,
  watchedListener,
} from './lanes-suite.js'

function bytesOf(whole: Buffer): Buffer[] {
  return Array.from(whole, (byte) => Buffer.of(byte))
}

/** Returns the first `count - 1` bytes one by one, then the rest. */
function crumbs(whole: Buffer, count: number): Buffer[] {
  return [...bytesOf(whole.subarray(0, count - 1)), whole.subarray(count - 1)]
}

function inputs(text: string): string[] {
  return [...text.matchAll(/"input":(\d+)/g)].map(([, digits]) => digits!)
}

describe('a connection in the express lane', () => {
  const behaves = (
    name: string,
    pieces: readonly Buffer[],
    expected: { readonly inputs: string[]; readonly readings: string[] },
  ) =>
    void it(name, async () => {
      const { listener, port, readings } = await watchedListener(testHandler())
      const text = await exchange(port, pieces)
      assert.deepEqual({ inputs: inputs(text), readings }, expected)
      await listener.drain(1000)
    })

  const one = rawCall('Echo', '1')
  const two = rawCall('Echo', '2')
  const long = rawCall('Echo', `3${' '.repeat(500)}`)
  const close = rawCall('Echo', '4', { connection: 'close' })

  behaves('stays there', [one, two, one], {
    inputs: ['1', '2', '1'],
    readings: ['request', 'request', 'request'],
  })
  behaves('waits for the rest of a head', [one.subarray(0, 40), one.subarray(40), two], {
    inputs: ['1', '2'],
    readings: ['part', 'request', 'request'],
  })
  const halves = [long.subarray(0, -300), long.subarray(-300, -100), long.subarray(-100)]
  behaves('waits for the rest of a body, and looks at it once', [...halves, two], {
    inputs: ['3', '2'],
    readings: ['part', 'request', 'request'],
  })
  behaves(
    'is node:http’s from the first unusual bytes on',
    [one, close.subarray(0, 4), close.subarray(4)],
    {
      inputs: ['1', '4'],
      readings: ['request', 'unusual'],
    },
  )
  behaves('is node:http’s when requests come together', [Buffer.concat([one, two]), one], {
    inputs: ['1', '2', '1'],
    readings: ['unusual'],
  })
  behaves(
    'is node:http’s when more than a body comes',
    [long.subarray(0, -1), Buffer.concat([long.subarray(-1), two]), one],
    {
      inputs: ['3', '2', '1'],
      readings: ['part', 'unusual'],
    },
  )
  const body = long.subarray(0, -500)
  behaves(
    'takes a body in as many pieces as may be',
    [body, ...crumbs(long.subarray(-500), plainRequestPiecesMax - 1), two],
    {
      inputs: ['3', '2'],
      readings: ['part', 'request', 'request'],
    },
  )
  behaves(
    'is node:http’s when they are more',
    [body, ...crumbs(long.subarray(-500), plainRequestPiecesMax), two],
    {
      inputs: ['3', '2'],
      readings: ['part'],
    },
  )
})

describe('bytes that come while an answer is under way', () => {
  const follow = (name: string, next: Buffer, readings: readonly string[]) =>
    void it(name, async () => {
      const gate = new Gate()
      const express = await watchedListener(testHandler(gate))
      const socket = connect(express.port, anywhere.host)
      const heard = receives(socket, /"input":8/)
      socket.write(rawCall('Slow', '7'))
      await gate.reached
      socket.write(next)
      await turns(4)
      assert.deepEqual(express.readings, ['request'])
      gate.open()
      assert.deepEqual(inputs(await heard), ['7', '8'])
      assert.deepEqual(express.readings, readings)
      socket.destroy()
      await express.listener.drain(1000)
    })
  follow('wait, and are answered', rawCall('Echo', '8'), ['request', 'request'])
  const unusual = rawCall('Echo', '8', { connection: 'close' })
  follow('wait, and are handed over', unusual, ['request', 'unusual'])
})

describe('a client', () => {
  it('that does not read costs one answer', async () => {
    let asked = 0
    const body = Buffer.alloc(64 * 1024 * 1024)
    const headers = ['Content-Length', String(body.length)]
    const handle: Handle = async () => (asked++, { status: 200, headers, body })
    const { listener, port } = await watchedListener(handle)
    const socket = connect(port, anywhere.host).on('error', () => undefined)
    const request = rawCall('Echo', '{}')
    for (let i = 0; i < 20; i++) {
      socket.write(request)
      await turns(4)
    }
    assert.equal(asked, 1)
    socket.destroy()
    await listener.drain(1000)
  })

  const leaves = (name: string, leave: (socket: Socket) => void) =>
    void it(name, async () => {
      const gate = new Gate()
      const { listener, port, lines } = await watchedListener(testHandler(gate))
      const socket = connect(port, anywhere.host)
      const heard = conversation(socket)
      socket.write(rawCall('Slow', '7'))
      await gate.reached
      leave(socket)
      await turns(4)
      gate.open()
      assert.equal(await heard, '')
      await listener.drain(1000)
      assert.deepEqual(lines, [])
    })
  leaves('that closes while it is answered receives nothing', (socket) => socket.end())
  leaves('that leaves while it is answered does no harm', (socket) => socket.destroy())
  leaves('that resets while it is answered does no harm', (socket) => socket.resetAndDestroy())

  const half = (name: string, text: Buffer, expected: RegExp) =>
    void it(name, async () => {
      const { listener, port } = await watchedListener(testHandler())
      assert.match(await exchange(port, [text]), expected)
      await listener.drain(1000)
    })
  half(
    'that closes after half a head gets an answer',
    rawCall('Echo', '1').subarray(0, 50),
    / 400 /,
  )
  half('that closes after half a body is not', rawCall('Echo', '12').subarray(0, -1), /^$/)

  const late = (name: string, text: Buffer, limits: Partial<Timeouts>, expected: RegExp) =>
    void it(name, async () => {
      const { listener, port } = await watchedListener(testHandler(), { ...limits, intervalMs: 10 })
      const socket = connect(port, anywhere.host)
      const heard = conversation(socket)
      socket.write(text)
      assert.match(await heard, expected)
      await listener.drain(1000)
    })
  const nothing = Buffer.alloc(0)
  late('that sends nothing gets an answer', nothing, { headMsMax: 30 }, /^HTTP\/1\.1 408 /)
  late('that sends nothing is cut off', nothing, { silenceMsMax: 30 }, /^$/)
  const slow = rawCall('Slow', '1')
  late('that waits too long for its answer is cut off', slow, { silenceMsMax: 100 }, /^$/)
  const shortIdle = { idleMsMax: 20, silenceMsMax: 60 }
  late('that waits far longer than it may be idle is cut off, too', slow, shortIdle, /^$/)
  it('may wait longer for its answer than it may be idle', async () => {
    const gate = new Gate()
    const limits = { idleMsMax: 20, silenceMsMax: 60_000, intervalMs: 10 }
    const { listener, port } = await watchedListener(testHandler(gate), limits)
    const socket = connect(port, anywhere.host)
    const heard = receives(socket, /"input":7/)
    socket.write(rawCall('Slow', '7'))
    await gate.reached
    await setTimeout(5 * limits.idleMsMax)
    gate.open()
    assert.deepEqual(inputs(await heard), ['7'])
    socket.destroy()
    await listener.drain(1000)
  })
  // Cut off without an answer there, because a refusal could get into the middle of another answer.
  const part = rawCall('Echo', '12').subarray(0, -1)
  late(
    'that stops is left to node:http',
    part,
    { pieceMsMax: 10, headMsMax: 400, requestMsMax: 500 },
    /^$/,
  )
})

describe('draining the express lane', () => {
  it('counts what it cuts off in both lanes', async () => {
    const gates = [new Gate(), new Gate()]
    const handlers = gates.map((gate) => testHandler(gate))
    let asked = 0
    const { listener, port, lines } = await watchedListener((request) =>
      handlers[asked++]!(request),
    )
    const ways: HeaderLines[] = [{}, { connection: 'close' }]
    const sockets = ways.map((headers) => {
      const socket = connect(port, anywhere.host)
      socket.write(rawCall('Slow', '{}', headers))
      return conversation(socket)
    })
    await Promise.all(gates.map((gate) => gate.reached))
    await listener.drain(10)
    assert.deepEqual(await Promise.all(sockets), ['', ''])
    assert.deepEqual(lines, [
      { level: 'warn', text: 'unfinished requests were cut off', facts: { count: 2 } },
    ])
    gates.forEach((gate) => gate.open())
  })

  it('lets a request that has begun to arrive finish', async () => {
    const { listener, port } = await watchedListener(testHandler())
    const socket = connect(port, anywhere.host)
    const heard = conversation(socket)
    const request = rawCall('Echo', '12')
    socket.write(request.subarray(0, -1))
    await new Promise((resolve) => socket.once('connect', resolve))
    await turns(4)
    const drained = listener.drain(60_000)
    socket.write(request.subarray(-1))
    assert.match(await heard, /Connection: close\r\n[^]*"input":12/)
    await drained
  })

  it('closes a connection that was promised to be kept alive', async () => {
    const { listener, port } = await watchedListener(testHandler())
    const socket = connect(port, anywhere.host)
    const heard = conversation(socket)
    socket.write(rawCall('Echo', '1'))
    await new Promise((resolve) => socket.once('data', resolve))
    await listener.drain(60_000)
    assert.match(await heard, /Connection: keep-alive/)
  })
})

describe('the handler', () => {
  it('gets the same request from both lanes', async () => {
    const seen: unknown[] = []
    const answered = testHandler()
    const { listener, port, readings } = await watchedListener((request) => {
      const { 'x-way': _way, ...headers } = request.headers
      // Only node:http can meet a repeated header.
      const { room: _room, rawHeaders: _raw, ...rest } = request
      // Each connection has a function of its own.
      const { isGone, ...peer } = rest.peer!
      seen.push({ ...rest, peer, isGone: isGone?.(), headers, body: String(request.body) })
      return answered(requestOf({}))
    })
    const headers = { 'X-Amz-Meta': 'A, b;c', 'User-Agent': 'x/1 (y)', date: 'now', 'X-Way': 'a' }
    await exchange(port, [rawCall('Echo', '{"é":1}', headers)])
    await exchange(port, [rawCall('Echo', '{"é":1}', { ...headers, 'X-Way': 'a ' })])
    assert.deepEqual(readings, ['request', 'unusual'])
    assert.deepEqual(seen[0], seen[1])
    await listener.drain(1000)
  })
})
