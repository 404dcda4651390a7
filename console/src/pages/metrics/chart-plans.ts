/** Which metrics a page of charts asks for, and what becomes of the answers. */
import type { MetricDataQuery, MetricDataResult } from '../../api/generated/cloudwatch-types.js'
import { momentsOf, type TimeSpan } from './time-range.js'

export interface Subject {
  readonly table: string
  /** A global index, if not the table itself. */
  readonly index?: string | undefined
}

export interface SeriesPlan {
  readonly label: string
  readonly metric: string
  readonly stat: string
  readonly namespace?: string
  /** In addition to those of the subject; without a table for metrics of the account. */
  readonly operation?: string
  readonly isOfAccount?: boolean
  /** Whether a moment without a point means zero. */
  readonly isCount?: boolean
  /** Whether a value holds until there is another one. */
  readonly isLevel?: boolean
  /** Whether the sum of a period is shown as a rate. */
  readonly isRate?: boolean
}

export interface ChartPlan {
  readonly title: string
  readonly unit: string
  readonly series: readonly SeriesPlan[]
}

export interface ChartSeries {
  readonly label: string
  readonly values: readonly (number | null)[]
}

export interface ChartData {
  readonly title: string
  readonly unit: string
  /** In seconds since 1970. */
  readonly moments: readonly number[]
  /** Only those that have points. */
  readonly series: readonly ChartSeries[]
}

const operations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactGetItems',
  'TransactWriteItems',
  'ExecuteStatement',
]

export const latencyStats = ['p50', 'p90', 'p99', 'Average', 'Maximum'] as const
export type LatencyStat = (typeof latencyStats)[number]

export function chartPlans(subject: Subject, latencyStat: LatencyStat): readonly ChartPlan[] {
  const shared = [capacity('Read'), capacity('Write'), throttles()]
  // An index has no operations of its own.
  return subject.index === undefined ? [...shared, latency(latencyStat), errors(), items()] : shared
}

function capacity(kind: 'Read' | 'Write'): ChartPlan {
  const consumed = `Consumed${kind}CapacityUnits`
  return {
    title: `${kind} capacity`,
    unit: 'units per second',
    series: [
      { label: 'Consumed', metric: consumed, stat: 'Sum', isCount: true, isRate: true },
      {
        label: 'Provisioned',
        metric: `Provisioned${kind}CapacityUnits`,
        stat: 'Average',
        isLevel: true,
      },
    ],
  }
}

function throttles(): ChartPlan {
  const events = (namespace: string, suffix: string) =>
    (['Read', 'Write'] as const).map((kind) => ({
      label: `${kind}s${suffix}`,
      metric: `${kind}ThrottleEvents`,
      stat: 'Sum',
      namespace,
      isCount: true,
    }))
  return {
    title: 'Throttled requests',
    unit: 'events',
    series: [
      ...events('AWS/DynamoDB', ''),
      ...events('Gramme/WouldBeThrottled', ' that would be throttled'),
    ],
  }
}

function latency(stat: LatencyStat): ChartPlan {
  return {
    title: `Latency by operation, ${stat}`,
    unit: 'ms',
    series: operations.map((operation) => ({
      label: operation,
      metric: 'SuccessfulRequestLatency',
      stat,
      operation,
    })),
  }
}

function errors(): ChartPlan {
  const counted = (label: string, metric: string, more: Partial<SeriesPlan> = {}) => ({
    label,
    metric,
    stat: 'Sum',
    isCount: true,
    ...more,
  })
  return {
    title: 'Errors',
    unit: 'requests',
    series: [
      counted('Failed conditions', 'ConditionalCheckFailedRequests'),
      counted('Transaction conflicts', 'TransactionConflict'),
      counted('User errors of the account', 'UserErrors', { isOfAccount: true }),
      ...operations.map((operation) =>
        counted(`System errors, ${operation}`, 'SystemErrors', { operation }),
      ),
    ],
  }
}

function items(): ChartPlan {
  const returned = (operation: string) => ({
    label: `Returned by ${operation}`,
    metric: 'ReturnedItemCount',
    stat: 'Sum',
    operation,
    isCount: true,
  })
  const expired = 'TimeToLiveDeletedItemCount'
  return {
    title: 'Items',
    unit: 'items',
    series: [
      returned('Query'),
      returned('Scan'),
      { label: 'Expired and deleted', metric: expired, stat: 'Sum', isCount: true },
    ],
  }
}

/** One query for each series of all charts, in order. */
export function queriesFor(
  plans: readonly ChartPlan[],
  subject: Subject,
  { periodSeconds }: TimeSpan,
): readonly MetricDataQuery[] {
  return plans.flatMap(({ series }, chart) =>
    series.map((plan, at) => ({
      Id: idOf(chart, at),
      MetricStat: {
        Metric: {
          Namespace: plan.namespace ?? 'AWS/DynamoDB',
          MetricName: plan.metric,
          Dimensions: dimensionsOf(plan, subject),
        },
        Period: periodSeconds,
        Stat: plan.stat,
      },
    })),
  )
}

function idOf(chart: number, series: number): string {
  return `c${chart}s${series}`
}

function dimensionsOf({ operation, isOfAccount }: SeriesPlan, { table, index }: Subject) {
  if (isOfAccount === true) return []
  const dimensions = [{ Name: 'TableName', Value: table }]
  if (index !== undefined) dimensions.push({ Name: 'GlobalSecondaryIndexName', Value: index })
  if (operation !== undefined) dimensions.push({ Name: 'Operation', Value: operation })
  return dimensions
}

export function chartsOf(
  plans: readonly ChartPlan[],
  results: readonly MetricDataResult[],
  span: TimeSpan,
): readonly ChartData[] {
  const moments = momentsOf(span)
  const points = pointsById(results)
  return plans.map(({ title, unit, series }, chart) => ({
    title,
    unit,
    moments,
    series: series.flatMap((plan, at) => {
      const found = points.get(idOf(chart, at))
      return found === undefined ? [] : [seriesOf(plan, found, span)]
    }),
  }))
}

type Points = ReadonlyMap<number, number>

/** An answer of several pages has several parts of a series. */
function pointsById(results: readonly MetricDataResult[]): ReadonlyMap<string, Points> {
  const byId = new Map<string, Map<number, number>>()
  for (const { Id = '', Timestamps = [], Values = [] } of results) {
    if (Timestamps.length === 0) continue
    const points = byId.get(Id) ?? new Map<number, number>()
    Timestamps.forEach((moment, at) => points.set(moment, Values[at]!))
    byId.set(Id, points)
  }
  return byId
}

function seriesOf(plan: SeriesPlan, points: Points, span: TimeSpan): ChartSeries {
  const divisor = plan.isRate === true ? span.periodSeconds : 1
  const moments = momentsOf(span)
  let last: number | null = null
  const values = moments.map((moment, at) => {
    const value = points.get(moment)
    if (value !== undefined) return (last = value / divisor)
    if (plan.isLevel === true) return last
    // The latest minutes may not have been stored yet.
    return plan.isCount === true && at < moments.length - unsureMoments ? 0 : null
  })
  return { label: plan.label, values }
}

/** The period under way and, for a while, the one before. */
const unsureMoments = 2
