/**
 * The buckets of durations, as Prometheus counts them. They are put together from the finer bins of meters, so
 * a bound is right to about 5%.
 */
import { binStart } from '../../metrics/histogram.js'

export class DurationBuckets {
  /** In seconds; one more bucket holds what takes longer. */
  readonly bounds: readonly number[]

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
  }

  get count(): number {
    return this.bounds.length + 1
  }

  ofBin(bin: number): number {
    const seconds = (binStart(bin) * middleOfBin) / 1000
    const bucket = this.bounds.findIndex((bound) => seconds <= bound)
    return bucket === -1 ? this.bounds.length : bucket
  }
}

const middleOfBin = Math.sqrt(binStart(1))

const upFromHalfAMillisecond = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

/** By family. Answers from the memory of DAX take microseconds. */
export const durationBuckets: ReadonlyMap<string, DurationBuckets> = new Map([
  ['gramme_request_duration_seconds', new DurationBuckets(upFromHalfAMillisecond)],
  [
    'gramme_dax_request_duration_seconds',
    new DurationBuckets([
      0.000005,
      0.00001,
      0.000025,
      0.00005,
      0.0001,
      0.00025,
      ...upFromHalfAMillisecond,
    ]),
  ],
])
