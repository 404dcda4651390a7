/** Points of many series by GetMetricData. */
import type { MetricDataQuery } from '../api/generated/cloudwatch-types.js'
import type { TrafficPoint } from '../advice/workload.js'
import type { JsonCall } from './json-call.js'

export interface WantedSeries {
  readonly namespace: string
  readonly metric: string
  readonly dimensions: Readonly<Record<string, string>>
  readonly statistic: 'Sum' | 'SampleCount'
  readonly periodMs: number
}

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** AWS: of one call. */
const queriesMax = 500

/** In the order of the series; oldest first. */
export async function readPoints(
  call: JsonCall,
  wanted: readonly WantedSeries[],
  { fromMs, toMs }: Span,
): Promise<readonly (readonly TrafficPoint[])[]> {
  const found: TrafficPoint[][] = wanted.map(() => [])
  for (let first = 0; first < wanted.length; first += queriesMax) {
    const queries = wanted.slice(first, first + queriesMax).map(queryOf)
    let NextToken: string | undefined
    do {
      const page = await call('cloudwatch.GetMetricData', {
        MetricDataQueries: queries,
        StartTime: fromMs / 1000,
        EndTime: Math.ceil(toMs / 1000),
        ScanBy: 'TimestampAscending',
        ...(NextToken !== undefined && { NextToken }),
      })
      for (const { Id, Timestamps = [], Values = [] } of page.MetricDataResults ?? []) {
        const points = found[first + Number(Id!.slice(1))]!
        for (const [i, at] of Timestamps.entries()) {
          points.push({ atMs: at * 1000, units: Values[i]! })
        }
      }
      NextToken = page.NextToken
    } while (NextToken !== undefined)
  }
  return found
}

function queryOf(series: WantedSeries, position: number): MetricDataQuery {
  const { namespace, metric, dimensions, statistic, periodMs } = series
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }))
  return {
    Id: `m${position}`,
    MetricStat: {
      Metric: { Namespace: namespace, MetricName: metric, Dimensions },
      Period: periodMs / 1000,
      Stat: statistic,
    },
  }
}
