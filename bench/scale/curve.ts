/**
 * What requests cost along an axis: processor time and latency, measured side by side in interleaved
 * rounds. Ratios are those of one round, as the median, so that they hold on a busy machine.
 */
import { medianLoads } from '../load/load-rounds.js'
import type { MeasuredServer } from '../load/measured-server.js'
import { table, targetLine } from '../report.js'
import { median } from '../rounds.js'

export interface CurvePoint {
  /** The operation. */
  readonly series: string
  /** Where on the axis, in words. */
  readonly at: string
  readonly x: number
  /** Named uniquely. */
  readonly server: MeasuredServer
}

export interface CurveFigure {
  readonly series: string
  readonly at: string
  readonly x: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly microseconds: number
  /** As a multiple of the first point of the series. */
  readonly ofFirst: number
}

const usualRounds = { rounds: 7, roundMs: 400, warmUpMs: 600 }
const factorAllowed = 1.5

export async function measureCurve(
  points: readonly CurvePoint[],
  rounds = usualRounds,
): Promise<readonly CurveFigure[]> {
  const servers = points.map(({ server }) => server)
  const loads = await medianLoads(servers, rounds)
  return points.map(({ series, at, x, server }) => {
    const first = points.find((point) => point.series === series)!.server.microseconds()
    const own = server.microseconds()
    const { operationsPerSecond: perSecond, p50Ms, p99Ms } = loads.get(server.name)!
    const ofFirst = median(own.map((cost, round) => cost / first[round]!))
    return { series, at, x, perSecond, p50Ms, p99Ms, microseconds: median(own), ofFirst }
  })
}

export function printCurve(axis: string, figures: readonly CurveFigure[]): void {
  const rows = figures.map((one) => [
    ...[one.series, one.at, one.microseconds.toFixed(1), `${one.ofFirst.toFixed(2)}x`],
    ...[one.p50Ms.toFixed(2), one.p99Ms.toFixed(2), one.perSecond.toFixed(0)],
  ])
  const head = ['', axis, 'CPU µs', 'of first', 'p50 ms', 'p99 ms', 'per second']
  console.log(table(head, rows))
}

/** Says for each series whether its cost stays the same along the axis. */
export function printTargets(axis: string, figures: readonly CurveFigure[]): void {
  for (const { series, worst } of worstOfSeries(figures)) {
    const what = `${series}: ${axis} costs ${worst.toFixed(2)}x, at most ${factorAllowed}x wanted`
    console.log(targetLine(what, worst <= factorAllowed))
  }
}

function worstOfSeries(figures: readonly CurveFigure[]) {
  return seriesOf(figures).map((series) => {
    const own = figures.filter((figure) => figure.series === series)
    return { series, worst: Math.max(...own.map(({ ofFirst }) => ofFirst)) }
  })
}

export function seriesOf(figures: readonly CurveFigure[]): readonly string[] {
  return [...new Set(figures.map(({ series }) => series))]
}
