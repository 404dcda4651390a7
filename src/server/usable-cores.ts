/** How many cores a process may really use. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Node counts the cores it may run on, not the share of their time that a container may use. */
export function usableCores(): number {
  return Math.min(availableParallelism(), Math.floor(coresOfContainer()))
}

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
