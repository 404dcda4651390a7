/** The processor time of another process. */
import { readdirSync, readFileSync } from 'node:fs'

/** As Linux counts it, in nanoseconds: of all threads. */
export function processorNs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => sum + threadNs(pid, Number(thread)), 0)
}

/** Of one thread; the main one has the number of its process. */
export function threadNs(pid: number, thread = pid): number {
  const [onProcessor] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
  return Number(onProcessor)
}
