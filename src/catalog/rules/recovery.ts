/** Point-in-time recovery of a table: how it is turned on and off, and which moments can be restored. */
import { recoveryPeriodDaysMax } from '../../model/limits.js'
import type { RecoverySetting } from '../../model/table.js'

export interface RecoveryRequest {
  readonly enabled: boolean
  readonly periodDays?: number
}

/** Undefined means off. The same object means that nothing changes. */
export function changedRecovery(
  current: RecoverySetting | undefined,
  { enabled, periodDays }: RecoveryRequest,
  nowMs: number,
): RecoverySetting | undefined {
  if (!enabled) return undefined
  if (current === undefined) {
    // AWS: the period of an earlier time is forgotten.
    return {
      enabledAtMs: nowMs,
      periodDays: periodDays ?? recoveryPeriodDaysMax,
      notBeforeMs: nowMs,
    }
  }
  if (periodDays === undefined || periodDays === current.periodDays) return current
  // AWS: a longer period brings nothing back.
  return { ...current, periodDays, notBeforeMs: earliestRestorableMs(current, nowMs) }
}

/**
 * AWS: it is told in whole seconds, and can be restored as it is told: the part of a second before recovery
 * was turned on is restored as the moment when it was.
 */
export function earliestRestorableMs(
  { notBeforeMs, periodDays }: RecoverySetting,
  nowMs: number,
): number {
  const earliestMs = Math.max(notBeforeMs, nowMs - periodDays * dayMs)
  return earliestMs - (earliestMs % 1000)
}

/** AWS: five minutes ago, but not before recovery was turned on. `delayMs` is what replaces these. */
export function latestRestorableMs(
  { enabledAtMs }: RecoverySetting,
  nowMs: number,
  delayMs: number,
): number {
  return Math.max(enabledAtMs, nowMs - delayMs)
}

const dayMs = 24 * 60 * 60 * 1000
