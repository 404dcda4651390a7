/** The periods that an alarm looks at, at one moment. */
import type { Scope } from '../model/arn.js'
import type { TimeRange } from '../metrics/metric-reader.js'
import { shortPeriodSeconds } from './limits.js'

export interface PeriodGrid {
  readonly scope: Scope
  /** Where the newest one ends. */
  readonly endMs: number
  readonly periodMs: number
  readonly count: number
}

export function rangeOfGrid({ endMs, periodMs, count }: PeriodGrid): TimeRange {
  return { fromMs: endMs - count * periodMs, toMs: endMs }
}

/** Newest first. */
export function startsOf({ endMs, periodMs, count }: PeriodGrid): readonly number[] {
  return Array.from({ length: count }, (_, i) => endMs - (i + 1) * periodMs)
}

/** Long periods are made of coarser points, which are kept for longer and are fewer. */
export function stepOf(periodMs: number): number {
  return periodMs < shortPeriodSeconds * 1000 ? 60_000 : 300_000
}
