/**
 * Identifies this process, and checks whether another one still runs.
 *
 * A process id alone is not enough: ids are reused, differ between containers and start over with
 * the machine. Linux provides the rest (the start time, the pid namespace, the boot); if that is
 * missing, or the other process runs elsewhere, the answer is `unseen`.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { bootId } from '../../stdx/boot-id.js'

export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** In clock ticks since boot. */
  readonly startTime?: string
  readonly pidNamespace?: string
  readonly bootId?: string
}

export type Liveness = 'running' | 'gone' | 'unseen'

export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    host: hostname(),
    startTime: startTimeOf(process.pid),
    pidNamespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
    bootId: bootId(),
  }
}

export function livenessOf(other: ProcessIdentity): Liveness {
  const own = ownIdentity()
  if (other.bootId !== own.bootId || other.pidNamespace !== own.pidNamespace) return 'unseen'
  if (own.startTime !== undefined) {
    return startTimeOf(other.pid) === other.startTime ? 'running' : 'gone'
  }
  if (other.host !== own.host) return 'unseen'
  // Without a start time, an existing id may belong to another process and proves nothing.
  return exists(other.pid) ? 'unseen' : 'gone'
}

/**
 * The 22nd field of `stat`, counted after the name, which may itself contain spaces and brackets.
 */
function startTimeOf(pid: number): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function attempt(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
