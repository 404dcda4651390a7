/** How many processes are to serve, if nobody says: enough for the cores, and few enough for the memory. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { processMemory } from '../../stdx/process-memory.js'
import type { Settings } from '../options.js'
import { autoBytesPerWorker, autoCoresMin, autoMemoryBytesMin, autoWorkersMax } from './limits.js'

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

/**
 * One core is left to the process that commits, and to what else runs on the machine. A server that checks nobody's
 * signature is a developer's: it stays light.
 */
export function workerCountOf(
  { workers, inMemory, auth, dax }: Pick<Settings, 'workers' | 'inMemory' | 'auth' | 'dax'>,
  machine: () => Machine = thisMachine,
): number {
  if (workers !== 'auto') return workers
  if (inMemory || auth === 'open' || dax) return 1
  const { cores, memoryBytes } = machine()
  if (cores < autoCoresMin || memoryBytes < autoMemoryBytesMin) return 1
  return Math.min(cores - 1, autoWorkersMax, Math.floor(memoryBytes / autoBytesPerWorker))
}

function thisMachine(): Machine {
  const cores = availableParallelism()
  // Most small machines are known by this alone; files are read only for others.
  if (cores < autoCoresMin) return { cores, memoryBytes: 0 }
  return {
    cores: Math.min(cores, Math.floor(coresOfContainer())),
    memoryBytes: processMemory().memoryBytes,
  }
}

/** Node counts the cores it may run on, not the share of their time that a container may use. */
function coresOfContainer(): number {
  return quotaOf(readIfThere('/sys/fs/cgroup/cpu.max')) ?? quotaOf(olderQuota()) ?? Infinity
}

function olderQuota(): string | undefined {
  const folder = '/sys/fs/cgroup/cpu'
  const quota = readIfThere(`${folder}/cpu.cfs_quota_us`)
  const period = readIfThere(`${folder}/cpu.cfs_period_us`)
  return quota === undefined || period === undefined ? undefined : `${quota.trim()} ${period}`
}

/** Microseconds of processor time in a period: `150000 100000`; `max` or -1 for any. */
export function quotaOf(text: string | undefined): number | undefined {
  const [, quota, period] = /^(\d+) (\d+)\s*$/.exec(text ?? '') ?? []
  return quota === undefined ? undefined : Math.max(1, Number(quota) / Number(period))
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
