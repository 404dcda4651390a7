/** GetMetricStatistics: statistics of one series, period by period. */
import type { Datapoint as DatapointShape } from '../../api/generated/cloudwatch-types.js'
import type { InputOf } from '../../api/services.js'
import { merged } from '../../metrics/aggregate.js'
import type { Datapoint, TimeRange } from '../../metrics/metric-reader.js'
import { isPeriod, periodMsOf } from '../../metrics/metric-query.js'
import { sortedDimensions, type SeriesId } from '../../metrics/series.js'
import { parseStatistic, statisticOf, type Statistic } from '../../metrics/statistics.js'
import { onAnything } from '../access.js'
import { operation, type RequestContext } from '../operation.js'
import { invalidCombination, invalidValue } from './errors.js'
import { statisticsPointsMax } from './limits.js'
import { roundedStart } from './metric-time.js'

interface Request {
  readonly series: SeriesId
  readonly range: TimeRange
  readonly periodMs: number
  readonly unit: string | undefined
  readonly simple: readonly (readonly [name: string, statistic: Statistic])[]
  readonly extended: readonly (readonly [name: string, statistic: Statistic])[]
}

type Input = InputOf<'cloudwatch.GetMetricStatistics'>

export const getMetricStatistics = operation('cloudwatch.GetMetricStatistics', {
  read(input, ctx): Request {
    checkStatistics(input)
    return {
      series: seriesOf(input, ctx),
      ...timesOf(input, ctx),
      unit: input.Unit,
      simple: statisticsOf(input.Statistics),
      extended: statisticsOf(input.ExtendedStatistics),
    }
  },

  access: () => [onAnything('cloudwatch:GetMetricStatistics')],

  async run({ metrics }, request) {
    const { series, range, unit } = request
    const points = await metrics.read(series, range, finestPeriodMs(request))
    const wanted = points.filter((point) => unit === undefined || point.unit === unit)
    const output = {
      Label: series.metric,
      Datapoints: inPeriods(wanted, request).map((point) => shapeOf(point, request)),
    }
    return { output }
  },
})

function checkStatistics({ Statistics = [], ExtendedStatistics = [] }: Input): void {
  if (Statistics.length === 0 && ExtendedStatistics.length === 0) {
    throw invalidCombination(
      'At least one of the parameters Statistics and ExtendedStatistics must be specified.',
    )
  }
  if (Statistics.length > 0 && ExtendedStatistics.length > 0) {
    throw invalidCombination(
      'The parameters Statistics and ExtendedStatistics are mutually exclusive and you have specified both.',
    )
  }
}

function seriesOf(
  { Namespace, MetricName, Dimensions = [] }: Input,
  ctx: RequestContext,
): SeriesId {
  const { account, region } = ctx.caller
  const dimensions = Dimensions.map(({ Name, Value }) => ({ name: Name, value: Value }))
  return {
    scope: { account, region },
    namespace: Namespace,
    metric: MetricName,
    dimensions: sortedDimensions(dimensions),
  }
}

function timesOf({ StartTime, EndTime, Period }: Input, { clock }: RequestContext) {
  if (StartTime >= EndTime) {
    throw invalidValue('The parameter StartTime must be less than the parameter EndTime.')
  }
  if (!isPeriod(Period)) {
    throw invalidValue(
      'The parameter Period must be a value in the set [1, 5, 10, 20, 30] or a multiple of 60.',
    )
  }
  const range = { fromMs: roundedStart(StartTime * 1000, clock), toMs: EndTime * 1000 }
  const points = Math.ceil((range.toMs - range.fromMs) / (Period * 1000))
  if (points > statisticsPointsMax) throw tooManyPoints(points)
  return { range, periodMs: periodMsOf(Period) }
}

function tooManyPoints(points: number) {
  return invalidCombination(
    `You have requested up to ${points} datapoints, which exceeds the limit of ${statisticsPointsMax}. You may reduce the datapoints requested by increasing Period, or decreasing the time range.`,
  )
}

function statisticsOf(names: readonly string[] = []): Request['simple'] {
  return names.map((name, index) => {
    const statistic = parseStatistic(name)
    if (statistic !== undefined) return [name, statistic]
    throw invalidValue(
      `The value ${name} for parameter ExtendedStatistics.member.${index + 1} is not supported.`,
    )
  })
}

/** AWS: periods begin with the range, not with the hour. If they are the same, longer ones need not be added up. */
function finestPeriodMs({ range, periodMs }: Request): number {
  return range.fromMs % periodMs === 0 ? periodMs : 60_000
}

function inPeriods(
  points: readonly Datapoint[],
  { range, periodMs }: Request,
): readonly Datapoint[] {
  const byPeriod = new Map<number, Datapoint>()
  for (const point of points) {
    const nth = Math.floor((point.atMs - range.fromMs) / periodMs)
    const atMs = range.fromMs + nth * periodMs
    const before = byPeriod.get(atMs)
    byPeriod.set(atMs, { ...point, ...(before && merged(before, point)), atMs })
  }
  return [...byPeriod.values()]
}

function shapeOf(point: Datapoint, { simple, extended }: Request): DatapointShape {
  const valuesOf = (statistics: Request['simple']) =>
    Object.fromEntries(
      statistics.flatMap(([name, statistic]) => {
        const value = statisticOf(statistic, point)
        return value === undefined ? [] : [[name, value]]
      }),
    ) as Readonly<Record<string, number>>
  return {
    Timestamp: point.atMs / 1000,
    Unit: point.unit,
    ...valuesOf(simple),
    ...(extended.length > 0 && { ExtendedStatistics: valuesOf(extended) }),
  }
}
