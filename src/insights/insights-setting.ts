/**
 * Contributor Insights of a table or of one of its global indexes: whether its keys are counted, and under which
 * rules. A setting outlives being turned off, because its last mode is still shown.
 */
import type { Scope } from '../model/arn.js'
import { isUnderWay } from '../model/under-way.js'

export type InsightsMode = 'ACCESSED_AND_THROTTLED_KEYS' | 'THROTTLED_KEYS'
export type InsightsStatus = 'ENABLING' | 'ENABLED' | 'DISABLING' | 'DISABLED'

/** A table, or one of its global indexes. */
export interface InsightsTarget extends Scope {
  readonly tableName: string
  /** Of this very table: another one may get its name. */
  readonly tableId: string
  readonly indexName?: string
}

export interface InsightsSetting extends InsightsTarget {
  readonly mode: InsightsMode
  readonly isEnabled: boolean
  readonly hasSortKey: boolean
  readonly changedAtMs: number
  /** The change counts as done from then on. */
  readonly settledFromMs: number
  /** When the rules of accessed and of throttled keys were made: it is part of their names. */
  readonly accessedSinceMs?: number
  readonly throttledSinceMs: number
}

export function insightsStatusOf(
  { isEnabled, changedAtMs, settledFromMs }: InsightsSetting,
  nowMs: number,
): InsightsStatus {
  const isSettling = isUnderWay(changedAtMs, settledFromMs, nowMs)
  if (isEnabled) return isSettling ? 'ENABLING' : 'ENABLED'
  return isSettling ? 'DISABLING' : 'DISABLED'
}

export interface InsightsRequest {
  readonly action: 'ENABLE' | 'DISABLE'
  readonly mode?: InsightsMode
}

export interface InsightsTimes {
  readonly nowMs: number
  readonly settledFromMs: number
}

/** Undefined if nothing changes. */
export function changedInsights(
  before: InsightsSetting | undefined,
  { action, mode = 'ACCESSED_AND_THROTTLED_KEYS' }: InsightsRequest,
  target: InsightsTarget & Pick<InsightsSetting, 'hasSortKey'>,
  { nowMs, settledFromMs }: InsightsTimes,
): InsightsSetting | undefined {
  if (action === 'DISABLE') {
    if (before?.isEnabled !== true) return undefined
    return { ...before, isEnabled: false, changedAtMs: nowMs, settledFromMs }
  }
  const isOn = before?.isEnabled === true
  // AWS: without a mode, the keys of both kinds are counted, whatever was counted before.
  if (isOn && before.mode === mode) return undefined
  const accessedSinceMs = mode === 'THROTTLED_KEYS' ? undefined : nowMs
  return {
    ...target,
    mode,
    isEnabled: true,
    changedAtMs: nowMs,
    settledFromMs,
    ...(accessedSinceMs !== undefined && { accessedSinceMs }),
    // AWS: the rules of throttled keys survive a change of mode.
    throttledSinceMs: isOn ? before.throttledSinceMs : nowMs,
  }
}
