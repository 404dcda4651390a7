/** What is kept of the values of one period. Aggregates of parts add up to that of the whole. */
import { mergeHistograms, type Histogram } from './histogram.js'

export interface Aggregate {
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  /** Only of metrics that are asked for percentiles. */
  readonly histogram?: Histogram
}

export function aggregateOf(values: readonly number[]): Aggregate {
  return values.map(single).reduce(merged)
}

function single(value: number): Aggregate {
  return { count: 1, sum: value, min: value, max: value }
}

export function merged(a: Aggregate, b: Aggregate): Aggregate {
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    ...mergedHistogram(a.histogram, b.histogram),
  }
}

function mergedHistogram(a: Histogram | undefined, b: Histogram | undefined) {
  if (a === undefined || b === undefined) {
    const histogram = a ?? b
    return histogram === undefined ? undefined : { histogram }
  }
  return { histogram: mergeHistograms(a, b) }
}
