/** The memory of another process. */
import { readFileSync } from 'node:fs'

export interface ResidentMemory {
  /** What only the process can give back. */
  readonly own: number
  /** Pages of files, which the system takes back when it needs the memory. */
  readonly mapped: number
}

/** As Linux counts it. */
export function residentMegabytes(pid: number): ResidentMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024
  return { own: of('RssAnon'), mapped: of('RssFile') }
}
