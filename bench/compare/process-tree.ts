/** What a server takes of the machine, all of its processes together, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

/** The process and all that it started, directly or not. */
export function processTree(root: number): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = pids.map((pid) => [Number(pid), statOf(Number(pid))?.parent] as const)
  const tree = [root]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  }
  return tree
}

interface Stat {
  readonly parent: number
  readonly processorNs: number
}

const nsPerTick = 1e7

/** Undefined if the process has exited. Threads that have exited are in its processor time, too. */
function statOf(pid: number): Stat | undefined {
  try {
    // The name of a program, in parentheses, may have spaces and parentheses.
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/^.*\) /s)
    const fields = rest.split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { parent: Number(fields[1]), processorNs: ticks * nsPerTick }
  } catch {
    return undefined
  }
}

export function treeProcessorNs(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + (statOf(pid)?.processorNs ?? 0), 0)
}

/** Pages that several processes share are counted for each of them. */
export function treeResidentBytes(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + residentBytes(pid), 0)
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
