/** Queries for points: of a metric, or of an expression that is computed from other queries of the same request. */
import type { SeriesId } from './series.js'
import type { Statistic } from './statistics.js'

export type MetricQuery = MetricStatQuery | ExpressionQuery

export interface MetricStatQuery {
  readonly kind: 'metric'
  readonly id: string
  readonly label: string | undefined
  readonly source: MetricSource
}

export interface ExpressionQuery {
  readonly kind: 'expression'
  readonly id: string
  readonly label: string | undefined
  readonly expression: string
  /** Of what is not computed from a metric, and of what a search finds. */
  readonly periodSeconds: number | undefined
}

export interface MetricSource {
  readonly series: SeriesId
  readonly statistic: Statistic
  readonly statisticName: string
  readonly periodSeconds: number
  /** Only points that have it. */
  readonly unit: string | undefined
}

/** A query that cannot be answered, in a sentence. */
export class MetricQueryFault extends Error {}

const shortPeriods: ReadonlySet<number> = new Set([1, 5, 10, 20, 30])

export function isPeriod(seconds: number): boolean {
  return shortPeriods.has(seconds) || (seconds > 0 && seconds % 60 === 0)
}

/** Metrics have a point for each minute; a shorter period finds the same points. */
export function periodMsOf(seconds: number): number {
  return Math.max(seconds, 60) * 1000
}
