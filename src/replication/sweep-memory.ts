/** When the versions of a member are worth looking at: not if there is nothing that could be forgotten. Pure. */
import { tombstoneSweepIntervalMs } from './limits.js'
import type { SweptPage } from './tombstone-sweep.js'

export interface SweepMemory {
  /** Where the sweep goes on; undefined if none is under way. */
  readonly after?: Buffer | undefined
  /** When the next may begin. */
  readonly nextAtMs: number
  /** The heads of the member's log, and the bound, when the last began. */
  readonly heads?: string
  readonly boundMs: number
  /** Deletions that it had to leave, so far. */
  readonly left: number
}

export const newSweep: SweepMemory = { nextAtMs: -Infinity, boundMs: 0, left: 0 }

export interface SweepOccasion {
  readonly heads: string
  readonly boundMs: number
  readonly nowMs: number
}

/** The sweep under way, or a new one; undefined if none is due. */
export function beginSweep(
  memory: SweepMemory,
  { heads, boundMs, nowMs }: SweepOccasion,
): SweepMemory | undefined {
  if (memory.after !== undefined) return memory
  const isNew = memory.heads !== heads || (memory.left > 0 && boundMs > memory.boundMs)
  const isDue = nowMs >= memory.nextAtMs || nowMs < memory.nextAtMs - tombstoneSweepIntervalMs
  if (!isNew || !isDue || boundMs === 0) return undefined
  return { nextAtMs: memory.nextAtMs, heads, boundMs, left: 0 }
}

export function afterPage(memory: SweepMemory, page: SweptPage, nowMs: number): SweepMemory {
  const left = memory.left + page.left
  const nextAtMs = page.after === undefined ? nowMs + tombstoneSweepIntervalMs : memory.nextAtMs
  return { ...memory, left, nextAtMs, after: page.after }
}
