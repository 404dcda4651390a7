/**
 * The buckets of durations, as Prometheus counts them. They are put together from the finer bins of meters, so
 * a bound is right to about 5%.
 */
import { binOf, binStart } from '../../metrics/histogram.js'

/** In seconds; one more bucket holds what takes longer. */
export const durationBounds = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const

export const durationBucketCount = durationBounds.length + 1

const middleOfBin = Math.sqrt(binStart(1))

export function bucketOfBin(bin: number): number {
  const seconds = (binStart(bin) * middleOfBin) / 1000
  const bucket = durationBounds.findIndex((bound) => seconds <= bound)
  return bucket === -1 ? durationBounds.length : bucket
}

export function bucketOfDuration(durationMs: number): number {
  return bucketOfBin(binOf(durationMs))
}
