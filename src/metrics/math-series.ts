/**
 * What expressions work with. A series has a slot for every period of the request's range, and NaN where there is
 * no point, so that all series of a period fit onto each other. Values that are no numbers, such as those of a
 * division by zero, are no points either.
 */
import type { SeriesId } from './series.js'

export interface MathSeries {
  readonly startMs: number
  readonly periodMs: number
  readonly values: Float64Array
  readonly label: string
  /** Of a metric itself: what it is. Not of what is computed from one. */
  readonly metric?: MetricFacts
}

export interface MetricFacts {
  readonly series: SeriesId
  readonly statistic: string
  /** As it was asked for. */
  readonly periodSeconds: number
}

export type MathValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'series'; readonly series: MathSeries }
  | { readonly kind: 'array'; readonly list: readonly MathSeries[] }

export const numberValue = (value: number): MathValue => ({ kind: 'number', value })
export const seriesValue = (series: MathSeries): MathValue => ({ kind: 'series', series })
export const arrayValue = (list: readonly MathSeries[]): MathValue => ({ kind: 'array', list })

/** The same slots with other values: `valueAt` gets a value, which may be NaN, and its slot. */
export function withValues(
  series: MathSeries,
  valueAt: (value: number, slot: number) => number,
): MathSeries {
  const { startMs, periodMs, label } = series
  const values = new Float64Array(series.values.length)
  for (let slot = 0; slot < values.length; slot++) {
    const value = valueAt(series.values[slot]!, slot)
    values[slot] = Number.isFinite(value) ? value : NaN
  }
  return { startMs, periodMs, values, label }
}

/** The series with slots of a shorter period: each value is where it was, and there are none between. */
export function atPeriod(series: MathSeries, slots: Slots): Float64Array {
  const { startMs, periodMs, values } = series
  if (periodMs === slots.periodMs && startMs === slots.startMs) return values
  const spread = new Float64Array(slots.length).fill(NaN)
  for (let slot = 0; slot < values.length; slot++) {
    const to = (startMs + slot * periodMs - slots.startMs) / slots.periodMs
    if (Number.isInteger(to) && to >= 0 && to < spread.length) spread[to] = values[slot]!
  }
  return spread
}

export interface Slots {
  readonly startMs: number
  readonly periodMs: number
  readonly length: number
}

export function slotsOf({ startMs, periodMs, values }: MathSeries): Slots {
  return { startMs, periodMs, length: values.length }
}

/** Those of the series with the shortest period. */
export function commonSlots(list: readonly MathSeries[]): Slots {
  return slotsOf(list.reduce((a, b) => (b.periodMs < a.periodMs ? b : a)))
}
