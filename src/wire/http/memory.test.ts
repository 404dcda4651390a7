/** What requests do when there is no memory for them, in both lanes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { systemRandom } from '../../stdx/random.js'
import { systemClock, VirtualClock } from '../../stdx/clock.js'
import { bodyCost } from '../flight/body-cost.js'
import { InFlight } from '../flight/in-flight.js'
import type { Room } from '../flight/room.js'
import {
  contendedAnswerMsMax,
  contendedBodyMsMax,
  silentConnectionMsMax,
  smallBodyBytesMax,
} from '../limits.js'
import { Gate, keptLog, testDispatcher } from '../wire-suite.js'
import { rawCall } from './express/lanes-suite.js'
import { readRequest } from './express/read-request.js'
import { createHandler } from './handle.js'
import { HttpListener, type ListenerOptions } from './listener.js'

const mb = 1024 * 1024
const budget = 64 * mb
const waiting = { waitMsMax: 60_000, waitersMax: 100, intervalMs: 1 }

// The timer of the memory itself does not keep a process alive.
const alive = setInterval(() => undefined, 1000)
after(() => clearInterval(alive))

async function serverWith(read: ListenerOptions['read'], gate?: Gate) {
  const clock = new VirtualClock()
  const flight = new InFlight(budget, waiting, clock)
  const listener = new HttpListener({ host: '127.0.0.1', port: 0 }, keptLog(), flight, { read })
  await listener.bind()
  const health = async () => ({ ready: true, status: 'ready' })
  const dispatcher = testDispatcher(gate)
  const parts = { dispatcher, random: systemRandom, clock: systemClock, log: keptLog() }
  listener.serve({ handle: createHandler({ ...parts, health, flight }) })
  const open = (bytes: Buffer): Socket => {
    const socket = connect(listener.address.port, '127.0.0.1').on('error', () => undefined)
    socket.write(bytes)
    return socket
  }
  return { clock, flight, listener, open }
}

type Server = Awaited<ReturnType<typeof serverWith>>

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

const answered = /^HTTP\/1\.1 200 [^]*"input":1}/
const refused = /^HTTP\/1\.1 503 [^]*com\.amazon\.coral\.service#ServiceUnavailable/
const padded = (length: number): Buffer => rawCall('Slow', '1'.padEnd(length))

for (const [lane, read] of [
  ['the express lane', readRequest],
  ['node:http', 'node-only'],
] as const) {
  describe(`without memory, in ${lane}`, () => {
    const rows: readonly (readonly [string, number])[] = [
      ['a small request', 1],
      ['one of a middle size', smallBodyBytesMax + 1],
      ['a large one', 2 * mb],
    ]
    for (const [name, length] of rows) {
      it(`${name} waits until there is some`, async () => {
        const gate = new Gate()
        gate.open()
        const { flight, listener, open } = await serverWith(read, gate)
        const all = flight.hold(budget)
        const socket = open(padded(length))
        const heard = hear(socket, answered)
        await until(() => flight.waiting === 1)
        all.leave()
        await heard
        await until(() => flight.bytes === 0)
        socket.destroy()
        await listener.drain(1000)
      })

      it(`${name} that waits too long gets an error that clients retry`, async () => {
        const { clock, flight, listener, open } = await serverWith(read)
        flight.hold(budget)
        const socket = open(padded(length))
        const heard = hear(socket, refused)
        await until(() => flight.waiting === 1)
        clock.advance(waiting.waitMsMax)
        await heard
        await until(() => flight.bytes === budget)
        socket.destroy()
        await listener.drain(1000)
      })
    }

    it('a client that leaves while it waits gives up its place', async () => {
      const { flight, listener, open } = await serverWith(read)
      flight.hold(budget)
      const socket = open(padded(1))
      await until(() => flight.waiting === 1)
      socket.destroy()
      await until(() => flight.waiting === 0)
      assert.equal(flight.bytes, budget)
      await listener.drain(1000)
    })

    it('a body that waits is not received meanwhile', async () => {
      const { flight, listener, open } = await serverWith(read)
      flight.hold(budget)
      const socket = open(padded(15 * mb))
      await until(() => flight.waiting === 1)
      // Long enough to receive it all, if it were received.
      await new Promise((resolve) => setTimeout(resolve, 300))
      assert.ok(socket.writableLength > 0)
      socket.destroy()
      await listener.drain(1000)
    })

    it('a body in chunks that turns out to be large gets the same error', async () => {
      const { flight, listener, open } = await serverWith(read)
      const all = flight.hold(budget - bodyCost(1))
      const [head] = padded(0).toString('latin1').split('\r\n\r\n')
      const chunked = head!.replace(/content-length: \d+/, 'transfer-encoding: chunked')
      const chunk = `100000\r\n${' '.repeat(mb)}\r\n`
      const socket = open(Buffer.from(`${chunked}\r\n\r\n${chunk}0\r\n\r\n`))
      await hear(socket, refused)
      all.leave()
      await until(() => flight.bytes === 0)
      socket.destroy()
      await listener.drain(1000)
    })

    it('a slow body loses its memory to those that wait', async () => {
      const gate = new Gate()
      gate.open()
      const { clock, flight, listener, open } = await serverWith(read, gate)
      const whole = padded(12 * mb)
      const slow = open(whole.subarray(0, -1))
      await until(() => flight.bytes === bodyCost(12 * mb))
      const other = open(whole)
      const heard = hear(other, answered)
      await until(() => flight.waiting === 1)
      clock.advance(contendedBodyMsMax)
      await heard
      const late = hear(slow, refused)
      slow.write(whole.subarray(-1))
      await late
      await until(() => flight.bytes === 0)
      slow.destroy()
      other.destroy()
      await listener.drain(1000)
    })

    const unread = (name: string, durationMs: number, contended: boolean) =>
      void it(`a client that does not read is cut off ${name}`, async () => {
        const { clock, flight, listener, open } = await serverWith(read)
        const socket = open(rawCall('Repeat', JSON.stringify({ count: 40 * mb })))
        socket.pause()
        await until(() => flight.bytes > 40 * mb)
        const other = contended ? flight.enter(budget) : undefined
        clock.advance(durationMs - 1)
        await new Promise((resolve) => setTimeout(resolve, 20))
        assert.ok(flight.bytes > 40 * mb)
        // More than once, because on a busy machine the system may have taken a piece meanwhile.
        await until(() => {
          clock.advance(durationMs)
          return flight.bytes < 40 * mb || other?.isHeld === true
        })
        socket.resume()
        await once(socket, 'close')
        other?.leave()
        await until(() => flight.bytes === 0)
        await listener.drain(1000)
      })
    unread('in the end', silentConnectionMsMax, false)
    unread('soon if others wait', contendedAnswerMsMax, true)

    it('a request is counted until it ends, even if the client has left', async () => {
      const gate = new Gate()
      const { flight, listener, open } = await serverWith(read, gate)
      const socket = open(padded(2 * mb))
      await gate.reached
      const { bytes } = flight
      assert.ok(bytes > 2 * mb)
      socket.destroy()
      await until(() => socket.closed)
      await new Promise((resolve) => setTimeout(resolve, 20))
      assert.equal(flight.bytes, bytes)
      gate.open()
      await until(() => flight.bytes === 0)
      await listener.drain(1000)
    })

    it('a body that inflates and parses into more than there is gets a 413', async () => {
      const { flight, listener, open } = await serverWith(read)
      const objects = `[${'{},'.repeat(99_999)}{}]`
      const body = gzipSync(`[${Array.from({ length: 40 }, () => objects).join(',')}]`)
      const socket = open(rawCall('Echo', body, { 'content-encoding': 'gzip' }))
      await hear(socket, /^HTTP\/1\.1 413 /)
      await until(() => flight.bytes === 0)
      socket.destroy()
      await listener.drain(1000)
    })
  })
}

describe('a request that waits for memory in the express lane', () => {
  const stays = (name: string, goOn: (server: Server, all: Room) => void, expected: RegExp) =>
    void it(name, async () => {
      const readings: string[] = []
      const gate = new Gate()
      gate.open()
      const server = await serverWith((...read) => {
        const reading = readRequest(...read)
        readings.push(reading.kind)
        return reading
      }, gate)
      const { flight, listener, open } = server
      const all = flight.hold(budget)
      const socket = open(padded(1))
      const heard = hear(socket, expected)
      await until(() => flight.waiting === 1)
      goOn(server, all)
      await heard
      all.leave()
      socket.removeAllListeners('data')
      const next = hear(socket, answered)
      socket.write(padded(1))
      await next
      assert.deepEqual(readings, ['request', 'request'])
      await until(() => flight.bytes === 0)
      socket.destroy()
      await listener.drain(1000)
    })
  stays('stays there', (_server, all) => all.leave(), answered)
  stays('stays there if it is refused', ({ clock }) => clock.advance(waiting.waitMsMax), refused)
})
