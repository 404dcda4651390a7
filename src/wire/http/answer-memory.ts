/**
 * Operations that answer far more than they are asked: how much memory each may take while it runs.
 * Once the answer is there, its length counts.
 */
import {
  batchGetBytesMax,
  batchWritesMax,
  itemSizeBytesMax,
  transactionBytesMax,
} from '../../model/limits.js'
import type { Operation } from '../../operations/operation.js'
import { memoryPerPage } from '../limits.js'

/** Items are in memory as they were read, and once more in the answer. */
const copies = 2

/** A hundred thousand points, as numbers and as text, and what expressions compute them from. */
const metricDataBytes = 32 * 1024 * 1024

const memoryOf: ReadonlyMap<string, number> = new Map([
  ['dynamodb.BatchGetItem', copies * batchGetBytesMax],
  ['dynamodb.BatchExecuteStatement', copies * batchWritesMax * itemSizeBytesMax],
  ['dynamodb.TransactGetItems', copies * transactionBytesMax],
  ['dynamodb.ExecuteTransaction', copies * transactionBytesMax],
  ['dynamodb.ExecuteStatement', memoryPerPage],
  ['dynamodb.Query', memoryPerPage],
  ['dynamodb.Scan', memoryPerPage],
  ['dynamodb-streams.GetRecords', memoryPerPage],
  ['cloudwatch.GetMetricData', metricDataBytes],
])

/** Of an operation, by `service.Operation`; 0 if its answer is short. */
export function memoryOfAnswer(id: string): number {
  return memoryOf.get(id) ?? 0
}

export function answerMemory(operations: readonly Operation[]): ReadonlyMap<Operation, number> {
  const memory = new Map<Operation, number>()
  for (const operation of operations) {
    const bytes = memoryOf.get(operation.definition.id)
    if (bytes !== undefined) memory.set(operation, bytes)
  }
  return memory
}
