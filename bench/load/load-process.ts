/** The process of `load.ts`: takes one job after the other from its parent and replies to each. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { AnswerReader, type Answer } from './answer-reader.js'
import { runJobs } from './job-process.js'
import type { LoadJob } from './load.js'
import { loadResult, type LoadResult } from './load-result.js'
import { rawRequest } from './request.js'

runJobs(runJob)

/** What the connections of one job share. */
interface Run {
  readonly requests: readonly Buffer[]
  readonly latenciesMs: Float64Array
  readonly deadline: number
  readonly first: number
  sent: number
  answered: number
}

async function runJob(job: LoadJob): Promise<LoadResult> {
  const requests = job.bodies.map((body) => rawRequest({ ...job, body }))
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job.port)))
  const start = performance.now()
  const run: Run = {
    requests,
    latenciesMs: new Float64Array(job.operationsMax),
    deadline: start + job.durationMs,
    first: job.first ?? 0,
    sent: 0,
    answered: 0,
  }
  await Promise.all(sockets.map((socket) => drive(socket, run)))
  return loadResult(run.latenciesMs.subarray(0, run.answered), performance.now() - start)
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Sends requests over one connection until the run is over. */
function drive(socket: Socket, run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader()
    let sentAt = 0
    const next = (): void => {
      sentAt = performance.now()
      if (sentAt >= run.deadline || run.sent >= run.latenciesMs.length) return void socket.end()
      socket.write(run.requests[(run.first + run.sent++) % run.requests.length]!)
    }
    socket.on('data', (chunk) => {
      try {
        const answer = reader.add(chunk)
        if (answer === undefined) return
        requireSuccess(answer)
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

/** A server that refuses everything would be the fastest of all. */
function requireSuccess({ status, body }: Answer): void {
  if (status !== 200) throw new Error(`status ${status}: ${body.toString('utf8')}`)
}
