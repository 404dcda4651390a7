/**
 * How often values of each size came: bins whose bounds grow by a tenth, so that a percentile is right to
 * about 5%. AWS: answers look as if it did the same.
 */

/** The number of values in each bin that has any, by the number of the bin. */
export type Histogram = ReadonlyMap<number, number>

const ratio = 1.1
const perBin = 1 / Math.log(ratio)
/** Holds what is not above 0. */
const zeroBin = -0x8000

export function binOf(value: number): number {
  return value > 0 ? Math.max(zeroBin + 1, Math.floor(Math.log(value) * perBin)) : zeroBin
}

/** The least value of a bin. */
export function binStart(bin: number): number {
  return bin === zeroBin ? 0 : ratio ** bin
}

export function mergeHistograms(a: Histogram, b: Histogram): Histogram {
  const sum = new Map(a)
  for (const [bin, count] of b) sum.set(bin, (sum.get(bin) ?? 0) + count)
  return sum
}
