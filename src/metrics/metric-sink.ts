/** Where metrics go that are shown outside, whatever form they get there. */

export type Labels = Readonly<Record<string, string>>

export interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
}

export interface Gauge extends Family {
  readonly name: string
  readonly labels?: Labels
  readonly value: number
}

export interface BucketedValues {
  readonly labels: Labels
  /** In ascending order. */
  readonly bounds: readonly number[]
  /** How many values are in each bucket alone; the last one holds what exceeds all bounds. */
  readonly buckets: ArrayLike<number>
  readonly count: number
  readonly sum: number
}

/** A family gets its samples in any order. Labels without a value are as good as none. */
export interface MetricSink {
  sample(name: string, family: Family, sample: { labels?: Labels; value: number }): void
  histogram(name: string, family: Family, values: BucketedValues): void
}
