/** Every operation of this server. Any other answers UnknownOperationException. */
import type { OperationId } from '../api/services.js'
import { assert } from '../stdx/assert.js'
import { batchExecuteStatement } from './dynamodb/batch-execute-statement.js'
import { batchGetItem } from './dynamodb/batch-get-item.js'
import { batchWriteItem } from './dynamodb/batch-write-item.js'
import { cancelBulkOperation } from './dynamodb/cancel-bulk-operation.js'
import { createBackup } from './dynamodb/create-backup.js'
import { createTable } from './dynamodb/create-table.js'
import { deleteBackup } from './dynamodb/delete-backup.js'
import { deleteItem } from './dynamodb/delete-item.js'
import { deleteResourcePolicy } from './dynamodb/delete-resource-policy.js'
import { deleteTable } from './dynamodb/delete-table.js'
import { describeBackup } from './dynamodb/describe-backup.js'
import { describeBulkOperation } from './dynamodb/describe-bulk-operation.js'
import { describeContinuousBackups } from './dynamodb/describe-continuous-backups.js'
import { describeEndpoints } from './dynamodb/describe-endpoints.js'
import { describeExport } from './dynamodb/describe-export.js'
import { describeImport } from './dynamodb/describe-import.js'
import { describeKinesisStreamingDestination } from './dynamodb/describe-kinesis-streaming-destination.js'
import { describeLimits } from './dynamodb/describe-limits.js'
import { describeTable } from './dynamodb/describe-table.js'
import { describeTimeToLive } from './dynamodb/describe-time-to-live.js'
import { disableKinesisStreamingDestination } from './dynamodb/disable-kinesis-streaming-destination.js'
import { enableKinesisStreamingDestination } from './dynamodb/enable-kinesis-streaming-destination.js'
import { executeStatement } from './dynamodb/execute-statement.js'
import { executeTransaction } from './dynamodb/execute-transaction.js'
import { exportTableToPointInTime } from './dynamodb/export-table-to-point-in-time.js'
import { getItem } from './dynamodb/get-item.js'
import { getResourcePolicy } from './dynamodb/get-resource-policy.js'
import { listBackups } from './dynamodb/list-backups.js'
import { importTable } from './dynamodb/import-table.js'
import { listBulkOperations } from './dynamodb/list-bulk-operations.js'
import { listExports } from './dynamodb/list-exports.js'
import { listImports } from './dynamodb/list-imports.js'
import { listTables } from './dynamodb/list-tables.js'
import { listTagsOfResource } from './dynamodb/list-tags-of-resource.js'
import { putItem } from './dynamodb/put-item.js'
import { putResourcePolicy } from './dynamodb/put-resource-policy.js'
import { query } from './dynamodb/query.js'
import { restoreTableFromBackup } from './dynamodb/restore-table-from-backup.js'
import { restoreTableToPointInTime } from './dynamodb/restore-table-to-point-in-time.js'
import { scan } from './dynamodb/scan.js'
import { startBulkPutItems } from './dynamodb/start-bulk-put-items.js'
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
import { iamOperationNames } from './iam/operation-names.js'
import { lazyOperations } from './lazy-operations.js'
import type { Operation } from './operation.js'
import { assumeRole } from './sts/assume-role.js'
import { assumeRoleWithWebIdentity } from './sts/assume-role-with-web-identity.js'
import { getAccessKeyInfo } from './sts/get-access-key-info.js'
import { getCallerIdentity } from './sts/get-caller-identity.js'
import { getFederationToken } from './sts/get-federation-token.js'
import { getSessionToken } from './sts/get-session-token.js'
import { getResources } from './tagging/get-resources.js'

/** In any order: each knows its service and name. */
export const allOperations: readonly Operation[] = [
  batchExecuteStatement,
  batchGetItem,
  batchWriteItem,
  cancelBulkOperation,
  createBackup,
  createTable,
  deleteBackup,
  deleteItem,
  deleteResourcePolicy,
  deleteTable,
  describeBackup,
  describeBulkOperation,
  describeContinuousBackups,
  describeEndpoints,
  describeExport,
  describeImport,
  describeKinesisStreamingDestination,
  describeLimits,
  describeTable,
  describeTimeToLive,
  disableKinesisStreamingDestination,
  enableKinesisStreamingDestination,
  executeStatement,
  executeTransaction,
  exportTableToPointInTime,
  getItem,
  getResourcePolicy,
  listBackups,
  importTable,
  listBulkOperations,
  listExports,
  listImports,
  listTables,
  listTagsOfResource,
  putItem,
  putResourcePolicy,
  query,
  restoreTableFromBackup,
  restoreTableToPointInTime,
  scan,
  startBulkPutItems,
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
  assumeRole,
  assumeRoleWithWebIdentity,
  getAccessKeyInfo,
  getCallerIdentity,
  getFederationToken,
  getSessionToken,
  getResources,
  ...lazyOperations('iam', iamOperationNames, async () => {
    return (await import('./iam/registry.js')).iamOperations
  }),
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
