/** Every operation of this server. Any other answers UnknownOperationException. */
import type { OperationId } from '../api/services.js'
import { assert } from '../stdx/assert.js'
import { batchGetItem } from './dynamodb/batch-get-item.js'
import { batchWriteItem } from './dynamodb/batch-write-item.js'
import { createTable } from './dynamodb/create-table.js'
import { deleteItem } from './dynamodb/delete-item.js'
import { deleteResourcePolicy } from './dynamodb/delete-resource-policy.js'
import { deleteTable } from './dynamodb/delete-table.js'
import { describeContinuousBackups } from './dynamodb/describe-continuous-backups.js'
import { describeEndpoints } from './dynamodb/describe-endpoints.js'
import { describeKinesisStreamingDestination } from './dynamodb/describe-kinesis-streaming-destination.js'
import { describeLimits } from './dynamodb/describe-limits.js'
import { describeTable } from './dynamodb/describe-table.js'
import { describeTimeToLive } from './dynamodb/describe-time-to-live.js'
import { disableKinesisStreamingDestination } from './dynamodb/disable-kinesis-streaming-destination.js'
import { enableKinesisStreamingDestination } from './dynamodb/enable-kinesis-streaming-destination.js'
import { getItem } from './dynamodb/get-item.js'
import { getResourcePolicy } from './dynamodb/get-resource-policy.js'
import { listTables } from './dynamodb/list-tables.js'
import { listTagsOfResource } from './dynamodb/list-tags-of-resource.js'
import { putItem } from './dynamodb/put-item.js'
import { putResourcePolicy } from './dynamodb/put-resource-policy.js'
import { query } from './dynamodb/query.js'
import { scan } from './dynamodb/scan.js'
import { tagResource } from './dynamodb/tag-resource.js'
import { transactGetItems } from './dynamodb/transact-get-items.js'
import { transactWriteItems } from './dynamodb/transact-write-items.js'
import { untagResource } from './dynamodb/untag-resource.js'
import { updateContinuousBackups } from './dynamodb/update-continuous-backups.js'
import { updateItem } from './dynamodb/update-item.js'
import { updateKinesisStreamingDestination } from './dynamodb/update-kinesis-streaming-destination.js'
import { updateTable } from './dynamodb/update-table.js'
import { updateTimeToLive } from './dynamodb/update-time-to-live.js'
import { describeStream } from './dynamodb-streams/describe-stream.js'
import { getRecords } from './dynamodb-streams/get-records.js'
import { getShardIterator } from './dynamodb-streams/get-shard-iterator.js'
import { listStreams } from './dynamodb-streams/list-streams.js'
import { lazyOperations } from './lazy-registry.js'
import type { Operation } from './operation.js'
import { getResources } from './tagging/get-resources.js'

/** In any order: each knows its service and name. */
export const allOperations: readonly Operation[] = [
  batchGetItem,
  batchWriteItem,
  createTable,
  deleteItem,
  deleteResourcePolicy,
  deleteTable,
  describeContinuousBackups,
  describeEndpoints,
  describeKinesisStreamingDestination,
  describeLimits,
  describeTable,
  describeTimeToLive,
  disableKinesisStreamingDestination,
  enableKinesisStreamingDestination,
  getItem,
  getResourcePolicy,
  listTables,
  listTagsOfResource,
  putItem,
  putResourcePolicy,
  query,
  scan,
  tagResource,
  transactGetItems,
  transactWriteItems,
  untagResource,
  updateContinuousBackups,
  updateItem,
  updateKinesisStreamingDestination,
  updateTable,
  updateTimeToLive,
  describeStream,
  getRecords,
  getShardIterator,
  listStreams,
  getResources,
  ...lazyOperations,
]

const byId = new Map(allOperations.map((operation) => [operation.definition.id, operation]))

/** By `service.Operation`. */
export function findOperation(id: string): Operation | undefined {
  return byId.get(id)
}

/** For parts of this server that call operations themselves. */
export function requireOperation(id: OperationId): Operation {
  const found = findOperation(id)
  assert(found !== undefined, 'only operations that this server has are called', { id })
  return found
}
