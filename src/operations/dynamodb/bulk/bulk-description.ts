/** A bulk operation as AWS describes it. */
import type {
  BulkOperationDescription,
  BulkOperationSummary,
  BulkOperationUsage,
  InputS3Configuration,
  OutputS3Configuration,
} from '../../../api/generated/dynamodb-types.js'
import { isEnded } from '../../../jobs/job-record.js'
import {
  arnOfBulkPut,
  handledRecords,
  type BulkPutRecord,
} from '../../../transfers/bulk-details.js'

export function bulkDescription(record: BulkPutRecord): BulkOperationDescription {
  const { details, table } = record
  const { counts, sent } = details
  return {
    ...bulkSummary(record),
    TableDetails: [{ TableName: table.name, TableId: details.tableId }],
    ClientToken: details.clientToken,
    InputS3Configuration: sent.input as InputS3Configuration,
    OutputS3Configuration: sent.output as OutputS3Configuration,
    ProcessedItemCount: handledRecords(counts),
    FailedItemCount: counts.failed,
    ProcessedInputBytes: counts.inputBytes,
    TotalInputBytes: details.totalBytes,
    BulkOperationUsage: [usageOf(record)],
    MaxWriteRequestUnits: details.writeUnitsMax,
    PerformanceTier: sent.performanceTier ?? 'STANDARD',
    ...failureMembers(record),
  }
}

export function bulkSummary(record: BulkPutRecord): BulkOperationSummary {
  const { createdAtMs, endedAtMs } = record
  return {
    BulkOperationArn: arnOfBulkPut(record),
    BulkOperationStatus: bulkStatus(record),
    StartTime: createdAtMs / 1000,
    ...(endedAtMs !== undefined && { EndTime: endedAtMs / 1000 }),
  }
}

export function bulkStatus(record: BulkPutRecord): string {
  const { state, details } = record
  if (state === 'cancelling') return 'CANCELLING'
  if (!isEnded(record)) return 'IN_PROGRESS'
  if (state === 'cancelled') return 'CANCELLED'
  if (state === 'failed') return 'FAILED'
  return details.counts.failed > 0 ? 'COMPLETED_WITH_ERRORS' : 'COMPLETED'
}

function usageOf({ details, table }: BulkPutRecord): BulkOperationUsage {
  const { counts, localIndexes, vectorIndexes = [] } = details
  const local: Record<string, { BulkPutBytes: number }> = {}
  const global: Record<string, { BulkPutBytes: number }> = {}
  const vectors: Record<string, { BulkPutVectorBytes: number }> = {}
  let total = counts.tableBytes
  for (const [name, BulkPutBytes] of Object.entries(counts.indexBytes)) {
    if (vectorIndexes.includes(name)) {
      vectors[name] = { BulkPutVectorBytes: BulkPutBytes }
      continue
    }
    const indexes = localIndexes.includes(name) ? local : global
    indexes[name] = { BulkPutBytes }
    total += BulkPutBytes
  }
  return {
    TableName: table.name,
    BulkPutBytes: total,
    Table: { BulkPutBytes: counts.tableBytes },
    ...(Object.keys(local).length > 0 && { LocalSecondaryIndexes: local }),
    ...(Object.keys(global).length > 0 && { GlobalSecondaryIndexes: global }),
    ...(Object.keys(vectors).length > 0 && { VectorIndexes: vectors }),
  }
}

function failureMembers({ state, code, reason }: BulkPutRecord): BulkOperationDescription {
  if (state !== 'failed' && state !== 'cancelled') return {}
  return { FailureCode: code, FailureMessage: reason }
}
