/** What was measured in each second of a soak, and its picture. */
import { lineChart, type Point } from '../../bench/pictures/line-chart.js'

export interface Sample {
  readonly second: number
  readonly requests: number
  readonly p99Ms: number | undefined
  readonly memoryMb: number | undefined
}

/** More points than this cannot be told apart. */
const pointsMax = 400

export function sampleOf(
  second: number,
  latenciesMs: readonly number[],
  memoryBytes: number | undefined,
): Sample {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)]
  const memoryMb = memoryBytes === undefined ? undefined : memoryBytes / 1024 / 1024
  return { second, requests: latenciesMs.length, p99Ms, memoryMb }
}

export function pictureOf(samples: readonly Sample[], subtitle: string): string {
  const series = (name: string, value: (sample: Sample) => number | undefined) => ({
    name,
    points: thinned(samples, value),
  })
  return lineChart({
    title: 'Soak: a durable server killed at random under mixed load',
    subtitle,
    x: { label: 'minutes', scale: 'linear' },
    y: { label: 'requests/s, ms, MB', scale: 'log' },
    series: [
      series('requests/s', ({ requests }) => requests),
      series('p99 in ms', ({ p99Ms }) => p99Ms),
      series('memory in MB', ({ memoryMb }) => memoryMb),
    ],
  })
}

/** The mean of as many neighbours as it takes. */
function thinned(
  samples: readonly Sample[],
  value: (sample: Sample) => number | undefined,
): readonly Point[] {
  const step = Math.max(1, Math.ceil(samples.length / pointsMax))
  const points: Point[] = []
  for (let start = 0; start < samples.length; start += step) {
    const values = samples.slice(start, start + step).flatMap((sample) => value(sample) ?? [])
    if (values.length > 0) points.push({ x: samples[start]!.second / 60, y: mean(values) })
  }
  return points
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

/** One row of a table for people: quantiles over the seconds of a run. */
export function summaryOf(values: readonly (number | undefined)[]): string {
  const sorted = values.flatMap((each) => each ?? []).toSorted((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  return `| ${at(0)} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`
}
