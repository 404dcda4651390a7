/** The process of `crowd.ts`. */
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { AnswerReader, type Answer } from '../load/answer-reader.js'
import { rawRequest } from '../load/request.js'
import type { CrowdJob, CrowdResult } from './crowd.js'

const slowReadBytes = 4
const slowReadMs = 1000
/** These clients stand for many machines, which take no processor time from the server. */
const priority = 10

interface Counts {
  readonly statuses: Record<string, number>
  wrongRefusals: number
  closed: number
  slowClosed: number
  over: boolean
}

setPriority(priority)

process.on('message', (job: CrowdJob) => void run(job))

async function run(job: CrowdJob): Promise<void> {
  const counts: Counts = { statuses: {}, wrongRefusals: 0, closed: 0, slowClosed: 0, over: false }
  const requests = job.rows.map(({ operation, bodies }) =>
    bodies.slice(0, 200).map((body) => rawRequest({ port: job.port, operation, body })),
  )
  const { port, slowOperation: operation, slowBody: body } = job
  const slow = rawRequest({ port, operation, body })
  const sockets = [
    ...Array.from({ length: job.slowReaders }, () => readSlowly(job.port, slow, counts)),
    ...Array.from({ length: job.readers }, (_, n) => {
      const own = requests[n % requests.length]!
      return readAll(job.port, (sent) => own[(n + sent) % own.length]!, counts)
    }),
  ]
  await pause(job.durationMs)
  counts.over = true
  for (const socket of sockets) socket().destroy()
  const { statuses, wrongRefusals, closed, slowClosed } = counts
  process.send?.({ statuses, wrongRefusals, closed, slowClosed } satisfies CrowdResult)
}

/** One client after the other; returns the connection of the last. */
function readAll(port: number, request: (sent: number) => Buffer, counts: Counts): () => Socket {
  let sent = 0
  const open = (): Socket => {
    const reader = new AnswerReader()
    const one = connect({ host: '127.0.0.1', port, noDelay: true })
    const next = (): void => void one.write(request(sent++))
    one.on('connect', next).on('error', () => undefined)
    one.on('data', (chunk) => {
      const answer = reader.add(chunk)
      if (answer === undefined) return
      count(answer, counts)
      if (!counts.over) next()
    })
    one.on('close', () => {
      if (counts.over) return
      counts.closed++
      socket = open()
    })
    return one
  }
  let socket = open()
  return () => socket
}

function count({ status, body }: Answer, counts: Counts): void {
  counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
  if (status !== 200 && !isRetried(status, body)) counts.wrongRefusals++
}

/** What SDKs send again: an error of the server, or throttling. */
function isRetried(status: number, body: Buffer): boolean {
  return status >= 500 || /Throttling|LimitExceeded/.test(body.toString('latin1'))
}

/** Asks, and reads some bytes a second of what comes; if it is cut off, it asks again. */
function readSlowly(port: number, request: Buffer, counts: Counts): () => Socket {
  const open = (): Socket => {
    const one = connect({ host: '127.0.0.1', port, noDelay: true })
    one.on('connect', () => one.write(request)).on('error', () => undefined)
    // Without a listener for data, a socket takes no more than its buffer from the system.
    one.once('readable', () => undefined)
    const reading = setInterval(() => void one.read(slowReadBytes), slowReadMs)
    one.on('close', () => {
      clearInterval(reading)
      if (counts.over) return
      counts.slowClosed++
      socket = open()
    })
    return one
  }
  let socket = open()
  return () => socket
}

process.on('disconnect', () => process.exit())
