/**
 * A limit on the memory of a process and of what the system keeps of its files: a control group of Linux
 * of our own, at the top of the tree, in its first or second version. Root may make one.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const second = { root: '/sys/fs/cgroup', limit: 'memory.max' }
const first = { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' }
const removals = 50

export interface MemoryLimit extends AsyncDisposable {
  /** A command that runs the rest of its arguments within the limit. */
  readonly through: readonly string[]
}

/** Undefined if this machine does not allow it. */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  const { root, limit } = existsSync('/sys/fs/cgroup/cgroup.controllers') ? second : first
  const group = `${root}/gramme-bench-${process.pid}`
  try {
    if (root === second.root) writeFileSync(`${root}/cgroup.subtree_control`, '+memory')
    mkdirSync(group)
    writeFileSync(`${group}/${limit}`, String(bytes))
  } catch {
    return undefined
  }
  const enter = `echo $$ > ${group}/cgroup.procs && exec "$@"`
  return { through: ['/bin/sh', '-c', enter, 'sh'], [Symbol.asyncDispose]: () => remove(group) }
}

/** Its last process may still be leaving. */
async function remove(group: string): Promise<void> {
  for (let n = 0; readFileSync(`${group}/cgroup.procs`, 'utf8') !== '' && n < removals; n++) {
    await pause(100)
  }
  rmdirSync(group)
}
