/**
 * The process of `paced-load.ts`. It never sleeps while it runs, because timers are late by up to a millisecond, which
 * is more than most answers take.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { AnswerReader } from '../load/answer-reader.js'
import { runJobs } from '../load/job-process.js'
import { rawRequest } from '../load/request.js'
import type { PacedJob, PacedResult } from './paced-load.js'

runJobs(run)

interface Connection {
  readonly socket: Socket
  /** When the request under way was due. */
  dueMs: number
}

async function run(job: PacedJob): Promise<PacedResult> {
  const requests = job.bodies.map((body) => rawRequest({ ...job, body }))
  const idle: Connection[] = []
  for (let n = 0; n < job.connections; n++) idle.push({ socket: await open(job.port), dueMs: 0 })
  const sockets = idle.map(({ socket }) => socket)
  const count = Math.floor((job.perSecond * job.durationMs) / 1000)
  const latencies = new Float64Array(count)
  const late = new Float64Array(count)
  let [sent, answered] = [0, 0]
  await new Promise<void>((resolve, reject) => {
    for (const connection of idle) {
      listen(connection, reject, () => {
        latencies[answered++] = performance.now() - connection.dueMs
        idle.push(connection)
        if (answered === count) resolve()
      })
    }
    const startMs = performance.now()
    const sendDue = (): void => {
      const nowMs = performance.now()
      while (sent < count && idle.length > 0) {
        const dueMs = startMs + (sent * 1000) / job.perSecond
        if (dueMs > nowMs) break
        late[sent] = nowMs - dueMs
        const connection = idle.pop()!
        connection.dueMs = dueMs
        connection.socket.write(requests[sent++ % requests.length]!)
      }
      if (sent < count) setImmediate(sendDue)
    }
    sendDue()
  })
  for (const socket of sockets) socket.destroy()
  return resultOf(latencies.sort(), late.sort())
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

function listen({ socket }: Connection, fail: (error: Error) => void, done: () => void): void {
  const reader = new AnswerReader()
  socket.on('error', fail)
  socket.on('data', (chunk) => {
    const answer = reader.add(chunk)
    if (answer === undefined) return
    if (answer.status === 200) return done()
    fail(new Error(`status ${answer.status}: ${answer.body.toString('utf8')}`))
  })
}

function resultOf(latencies: Float64Array, late: Float64Array): PacedResult {
  const at = (sorted: Float64Array, share: number) => sorted[Math.floor(sorted.length * share)]!
  return {
    p50Ms: at(latencies, 0.5),
    p99Ms: at(latencies, 0.99),
    p999Ms: at(latencies, 0.999),
    worstMs: latencies.at(-1)!,
    late99Ms: at(late, 0.99),
  }
}

process.on('disconnect', () => process.exit())
