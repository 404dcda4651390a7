/** The processes of this machine, as `ps` shows them. */
import { execFileSync } from 'node:child_process'

/** Those that a process has started and that have not ended. */
export function childrenOf(pid: number): readonly number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return list
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state]) => Number(parent) === pid && !state?.startsWith('Z'))
    .map(([child]) => Number(child))
}

/** Whether a process runs; one that has ended may not have been waited for yet. */
export function isRunning(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    return !state.trim().startsWith('Z')
  } catch {
    return false
  }
}
