/** How everything that looks at metrics sees them, wherever they are kept. */
import type { Scope } from '../model/arn.js'
import type { Aggregate } from './aggregate.js'
import type { SeriesId, Unit } from './series.js'

export interface TimeRange {
  readonly fromMs: number
  /** Excluded. */
  readonly toMs: number
}

export interface Datapoint extends Aggregate {
  /** The start of its period. */
  readonly atMs: number
  readonly unit: Unit
}

export interface SeriesFilter {
  readonly namespace?: string
  readonly metric?: string
  /** All of these; those without a value need only be there. */
  readonly dimensions?: readonly { readonly name: string; readonly value?: string }[]
}

export interface MetricReader {
  /**
   * The points of a series, oldest first. Periods start at multiples of `periodMs`, counted from
   * 1970, which is a multiple of a minute; one without values has no point.
   */
  read(series: SeriesId, range: TimeRange, periodMs: number): Promise<readonly Datapoint[]>
  /** Series that have points since a moment, in the order of their keys. */
  list(scope: Scope, filter: SeriesFilter, sinceMs: number): Promise<readonly SeriesId[]>
}
