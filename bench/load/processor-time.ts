/** The processor time of another process. */
import { readdirSync, readFileSync } from 'node:fs'

/** As Linux counts it, in nanoseconds: of all threads. */
export function processorNs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((thread) => {
    const [onProcessor] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return Number(onProcessor)
  })
  return times.reduce((sum, time) => sum + time, 0)
}
