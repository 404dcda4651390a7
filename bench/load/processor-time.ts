/** The processor time of another process. */
import { readFileSync } from 'node:fs'

/** As Linux counts it: user and system time in hundredths of a second. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
