/** What a server takes of the machine, all of its processes together, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'
import { processorNs } from '../load/processor-time.js'

/** The process and all that it started, directly or not. */
export function processTree(root: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const tree = [root]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  }
  return tree
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of a program, in parentheses, may have spaces and parentheses.
    const [, , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/^.*\) (\S) (\d+) .*$/s)
    return Number(parent)
  } catch {
    return undefined
  }
}

export function treeProcessorNs(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + processorNs(pid), 0)
}

/** Pages that several processes share are counted for each of them. */
export function treeResidentBytes(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + residentBytes(pid), 0)
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
