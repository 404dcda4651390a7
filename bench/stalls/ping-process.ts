/**
 * The process of `pinger.ts`: sends one GetItem after the other over one connection, and knows the
 * slowest answer since it was last asked.
 */
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { processTree } from '../compare/process-tree.js'
import { AnswerReader } from '../load/answer-reader.js'
import { threadNs } from '../load/processor-time.js'
import { rawRequest } from '../load/request.js'
import type { PingJob, PingReply } from './pinger.js'

const pauseMs = 1
/** It stands for a client on another machine, which does not wait for a core of this one. */
const priority = -10

let worstMs = 0
let busiestMs = 0
let pings = 0
/** While a ping is under way: when it was sent. */
let sentAt: number | undefined

process.on('message', (message: PingJob | 'worst') => {
  if (message === 'worst') reply()
  else void pingForEver(message)
})

process.on('disconnect', () => process.exit())

try {
  setPriority(priority)
} catch {
  // Only root may: for others, waiting for a core counts as well.
}

/** The ping under way counts with the time it has taken so far. */
function reply(): void {
  const openMs = sentAt === undefined ? 0 : performance.now() - sentAt
  const answer: PingReply = { worstMs: Math.max(worstMs, openMs), busiestMs, pings }
  worstMs = 0
  busiestMs = 0
  pings = 0
  process.send?.(answer)
}

async function pingForEver({ port, pid, body }: PingJob): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  const request = rawRequest({ operation: 'GetItem', body, port })
  const pids = processTree(pid)
  for (;;) {
    sentAt = performance.now()
    const busyNs = pids.map((each) => threadNs(each))
    await answerTo(request, socket)
    worstMs = Math.max(worstMs, performance.now() - sentAt)
    for (const [n, each] of pids.entries()) {
      busiestMs = Math.max(busiestMs, (threadNs(each) - busyNs[n]!) / 1e6)
    }
    sentAt = undefined
    pings++
    await pause(pauseMs)
  }
}

async function answerTo(request: Buffer, socket: Socket): Promise<void> {
  const reader = new AnswerReader()
  socket.write(request)
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    const answer = reader.add(chunk)
    if (answer === undefined) continue
    if (answer.status !== 200) throw new Error(`a ping was answered with ${answer.status}`)
    return
  }
}
