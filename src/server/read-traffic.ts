/** What was measured of a table and its global indexes. */
import type { TableDescription } from '../api/generated/dynamodb-types.js'
import {
  pointMs,
  type OperationCalls,
  type ResourceWorkload,
  type ThrottleCounts,
  type Traffic,
  type TrafficPoint,
} from '../advice/workload.js'
import { namespace, resourceValues, wouldBeNamespace } from '../operations/metering/series-names.js'
import type { JsonCall } from './json-call.js'
import { readPoints, type Span, type WantedSeries } from './metric-sums.js'
import { scalingOf, type ScalingByTarget } from './read-scaling.js'

const hourMs = 3600_000
const kinds = ['Read', 'Write'] as const
const operations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'TransactGetItems',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
]

export interface TableTraffic {
  /** The table first. */
  readonly resources: readonly ResourceWorkload[]
  readonly calls: readonly OperationCalls[]
  readonly streamReads: number
}

export async function readTraffic(
  call: JsonCall,
  table: TableDescription,
  scaling: ScalingByTarget,
  span: Span,
): Promise<TableTraffic> {
  const resources = describedResources(table)
  const name = table.TableName!
  const series = [
    ...resources.flatMap(({ indexName }) => seriesOfResource(name, indexName)),
    ...operations.flatMap((operation) => seriesOfOperation(name, operation)),
    callsOf({ Operation: 'GetRecords', StreamLabel: table.LatestStreamLabel ?? '-' }),
  ]
  const points = (await readPoints(call, series, span)).values()
  const next = (): readonly TrafficPoint[] => points.next().value!
  return {
    resources: resources.map(({ units, ...resource }): ResourceWorkload => {
      const traffic = (kind: 'read' | 'write'): Traffic => {
        const bounds = scalingOf(scaling, [name, resource.indexName], kind)
        const provisionedUnits = units?.[kind]
        return {
          points: next(),
          throttled: throttleCounts(next),
          wouldBeThrottled: throttleCounts(next),
          ...(provisionedUnits !== undefined && { provisionedUnits }),
          ...(bounds && { scaling: bounds }),
        }
      }
      return { ...resource, reads: traffic('read'), writes: traffic('write') }
    }),
    calls: operations.map((operation) => ({
      operation,
      calls: sumOf(next()),
      returnedItems: sumOf(next()),
    })),
    streamReads: sumOf(next()),
  }
}

interface DescribedResource extends Pick<
  ResourceWorkload,
  'indexName' | 'projection' | 'items' | 'bytes'
> {
  /** Absent if it is on-demand. */
  readonly units?: { readonly read: number; readonly write: number }
}

function describedResources(table: TableDescription): readonly DescribedResource[] {
  const own = {
    items: table.ItemCount ?? 0,
    bytes: table.TableSizeBytes ?? 0,
    ...unitsOf(table, table.ProvisionedThroughput),
  }
  const indexes = (table.GlobalSecondaryIndexes ?? []).map((index) => ({
    indexName: index.IndexName!,
    ...(index.Projection?.ProjectionType && { projection: index.Projection.ProjectionType }),
    items: index.ItemCount ?? 0,
    bytes: index.IndexSizeBytes ?? 0,
    ...unitsOf(table, index.ProvisionedThroughput),
  }))
  return [own, ...indexes]
}

function unitsOf(
  { BillingModeSummary }: TableDescription,
  throughput: TableDescription['ProvisionedThroughput'],
) {
  if (BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST') return undefined
  const { ReadCapacityUnits: read = 0, WriteCapacityUnits: write = 0 } = throughput ?? {}
  return { units: { read, write } }
}

/** In the order in which they are taken up again. */
function seriesOfResource(table: string, index: string | undefined): readonly WantedSeries[] {
  const shared = { dimensions: resourceValues(table, index), statistic: 'Sum' } as const
  return kinds.flatMap((kind) => [
    { ...shared, namespace, metric: `Consumed${kind}CapacityUnits`, periodMs: pointMs },
    ...[namespace, wouldBeNamespace].flatMap((space) =>
      [`${kind}ThrottleEvents`, `${kind}KeyRangeThroughputThrottleEvents`].map((metric) => ({
        ...shared,
        namespace: space,
        metric,
        periodMs: hourMs,
      })),
    ),
  ])
}

function seriesOfOperation(table: string, operation: string): readonly WantedSeries[] {
  const dimensions = { TableName: table, Operation: operation }
  const returned = { metric: 'ReturnedItemCount', statistic: 'Sum' } as const
  return [callsOf(dimensions), { namespace, dimensions, periodMs: hourMs, ...returned }]
}

function callsOf(dimensions: Readonly<Record<string, string>>): WantedSeries {
  const metric = 'SuccessfulRequestLatency'
  return { namespace, dimensions, periodMs: hourMs, metric, statistic: 'SampleCount' }
}

function throttleCounts(next: () => readonly TrafficPoint[]): ThrottleCounts {
  return { all: sumOf(next()), byKeyRange: sumOf(next()) }
}

function sumOf(points: readonly TrafficPoint[]): number {
  return points.reduce((sum, { units }) => sum + units, 0)
}
