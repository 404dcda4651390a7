/** What becomes of the series of CloudWatch where counters are scraped: the name and labels of each. */
import type { Labels } from '../../metrics/metric-sink.js'
import type { SeriesId } from '../../metrics/series.js'
import { namespace, wouldBeNamespace } from '../metering/series-names.js'
import { exposedDax } from './exposed-dax.js'

export interface ExposedSeries {
  readonly family: string
  /** Without the table. */
  readonly labels: Labels
  /** Undefined if it is not about a table. */
  readonly table: string | undefined
}

const byTable = new Map([
  ['ConditionalCheckFailedRequests', 'gramme_conditional_check_failures_total'],
  ['TransactionConflict', 'gramme_transaction_conflicts_total'],
  ['TimeToLiveDeletedItemCount', 'gramme_expired_items_total'],
  ['ReturnedRecordsCount', 'gramme_stream_records_total'],
  ['ReturnedBytes', 'gramme_stream_bytes_total'],
])
const byIndex = new Map([
  ['ConsumedReadCapacityUnits', 'gramme_consumed_read_units_total'],
  ['ConsumedWriteCapacityUnits', 'gramme_consumed_write_units_total'],
])
const byOperation = new Map([
  ['SuccessfulRequestLatency', 'gramme_request_duration_seconds'],
  ['ReturnedItemCount', 'gramme_returned_items_total'],
])
const throttling = /^(Read|Write)(.+?)(?:Throughput)?ThrottleEvents$/

/** Undefined of series that repeat others, or that calls are counted for in another way. */
export function exposedSeries(id: SeriesId): ExposedSeries | undefined {
  const { metric } = id
  const values = valuesOf(id)
  // AWS: the same once more, by its source.
  if (values.has('Source')) return undefined
  const table = values.get('TableName')
  const index = { index: values.get('GlobalSecondaryIndexName') ?? '' }
  const [, kind, reason] = throttling.exec(metric) ?? []
  if (kind !== undefined && reason !== undefined) {
    const labels = { ...index, kind: kind.toLowerCase(), reason }
    return { family: throttleFamily(id), labels, table }
  }
  if (id.namespace !== namespace) {
    const ofDax = exposedDax(id)
    return ofDax && { ...ofDax, table: undefined }
  }
  const ofTable = byTable.get(metric)
  if (ofTable !== undefined) return { family: ofTable, labels: {}, table }
  const ofIndex = byIndex.get(metric)
  if (ofIndex !== undefined) return { family: ofIndex, labels: index, table }
  const ofOperation = byOperation.get(metric)
  if (ofOperation === undefined) return undefined
  return { family: ofOperation, labels: { operation: values.get('Operation') ?? '' }, table }
}

function throttleFamily(id: SeriesId): string {
  return id.namespace === wouldBeNamespace
    ? 'gramme_would_be_throttled_total'
    : 'gramme_throttle_events_total'
}

export function valuesOf({ dimensions }: SeriesId): ReadonlyMap<string, string> {
  return new Map(dimensions.map(({ name, value }) => [name, value]))
}
