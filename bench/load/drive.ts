/**
 * Connections that each send a request, wait for the answer and send the next. What is sent, and where an
 * answer ends, is the caller's.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { loadResult, type LoadResult } from './load-result.js'

export interface Drive {
  readonly port: number
  /** Sent in turn. */
  readonly requests: readonly Buffer[]
  /** The number of the request to begin with. */
  readonly first?: number
  /** Sent with the first request of a connection; nothing answers it. */
  readonly greeting?: Buffer
  readonly connections: number
  readonly durationMs: number
  readonly operationsMax: number
  /** For each connection: whether these bytes complete an answer. Throws if it is not the right one. */
  readonly reader: () => (chunk: Buffer) => boolean
}

/** What the connections share. */
interface Run extends Drive {
  readonly latenciesMs: Float64Array
  readonly deadline: number
  sent: number
  answered: number
}

export async function drive(given: Drive): Promise<LoadResult> {
  const { port, connections, operationsMax, durationMs } = given
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const start = performance.now()
  const latenciesMs = new Float64Array(operationsMax)
  const run: Run = { ...given, latenciesMs, deadline: start + durationMs, sent: 0, answered: 0 }
  await Promise.all(sockets.map((socket) => driveOne(socket, run)))
  return loadResult(run.latenciesMs.subarray(0, run.answered), performance.now() - start)
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Sends requests over one connection until the run is over. */
function driveOne(socket: Socket, run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const isComplete = run.reader()
    const { first = 0, requests } = run
    let { greeting } = run
    let sentAt = 0
    const next = (): void => {
      sentAt = performance.now()
      if (sentAt >= run.deadline || run.sent >= run.latenciesMs.length) return void socket.end()
      const request = requests[(first + run.sent++) % requests.length]!
      socket.write(greeting === undefined ? request : Buffer.concat([greeting, request]))
      greeting = undefined
    }
    socket.on('data', (chunk) => {
      try {
        if (!isComplete(chunk)) return
        run.latenciesMs[run.answered++] = performance.now() - sentAt
        next()
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
    next()
  })
}
