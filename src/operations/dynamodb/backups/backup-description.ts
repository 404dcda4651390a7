/** A backup as the service describes it. */
import type {
  BackupDescription,
  BackupDetails,
  BackupStatus,
  BackupSummary,
  GlobalSecondaryIndexInfo,
  LocalSecondaryIndexInfo,
  ProvisionedThroughput,
  SourceTableDetails,
  SourceTableFeatureDetails,
} from '../../../api/generated/dynamodb-types.js'
import type { BackupRecord } from '../../../backups/backup-record.js'
import type { SavedTable } from '../../../backups/saved-table.js'
import type { IndexDraft } from '../../../catalog/settle-derived.js'
import { tableArn } from '../../../model/arn.js'
import { ticketArn } from '../../../model/ticket-arn.js'
import { describeEncryption } from '../tables/encryption.js'
import { describeKeySchema } from '../tables/key-schema.js'
import { describeProjection } from '../tables/projection.js'
import { describeOnDemandThroughput } from '../tables/throughput.js'
import { describeVectorDefinition } from '../tables/vector-indexes.js'

export function backupArnOf(backup: BackupRecord): string {
  return ticketArn(tableArn(backup, backup.tableName), 'backup', backup.ticket)
}

export interface ShownBackup {
  /** As the request names it. */
  readonly arn?: string
  /** AWS: the answer to a deletion says that it is done. */
  readonly status?: BackupStatus
}

export function describeBackupDetails(
  backup: BackupRecord,
  { arn = backupArnOf(backup), status = statusOf(backup) }: ShownBackup = {},
): BackupDetails {
  const { expiresAtMs } = backup
  return {
    BackupArn: arn,
    BackupName: backup.name,
    BackupSizeBytes: backup.itemBytes,
    BackupStatus: status,
    BackupType: backup.type === 'system' ? 'SYSTEM' : 'USER',
    BackupCreationDateTime: backup.createdAtMs / 1000,
    ...(expiresAtMs !== undefined && { BackupExpiryDateTime: expiresAtMs / 1000 }),
  }
}

function statusOf({ state }: BackupRecord): BackupStatus {
  return state === 'available' ? 'AVAILABLE' : 'CREATING'
}

export function describeBackupSummary(backup: BackupRecord): BackupSummary {
  const { account, region, id, name } = backup.table
  return {
    TableName: name,
    TableId: id,
    TableArn: tableArn({ account, region }, name),
    ...describeBackupDetails(backup),
  }
}

export function backupDescription(backup: BackupRecord, shown: ShownBackup): BackupDescription {
  return {
    BackupDetails: describeBackupDetails(backup, shown),
    SourceTableDetails: describeSource(backup),
    // AWS: none for system backups, though they are restored.
    SourceTableFeatureDetails: backup.type === 'system' ? {} : describeFeatures(backup.table),
  }
}

function describeSource({ table, itemBytes, itemCount }: BackupRecord): SourceTableDetails {
  const { partition, sort } = table.keySchema
  const { onDemandThroughput, billing } = table
  return {
    TableName: table.name,
    TableId: table.id,
    TableArn: tableArn(table, table.name),
    TableSizeBytes: itemBytes,
    KeySchema: describeKeySchema({ partition: [partition], sort: sort ? [sort] : [] }),
    TableCreationDateTime: table.createdAtMs / 1000,
    ProvisionedThroughput: describeUnits(billing.throughput),
    ...(onDemandThroughput && {
      OnDemandThroughput: describeOnDemandThroughput(onDemandThroughput),
    }),
    ItemCount: itemCount,
    BillingMode: billing.mode === 'on-demand' ? 'PAY_PER_REQUEST' : 'PROVISIONED',
  }
}

function describeUnits(units: {
  readonly readUnits: number
  readonly writeUnits: number
}): ProvisionedThroughput {
  return { ReadCapacityUnits: units.readUnits, WriteCapacityUnits: units.writeUnits }
}

/** AWS: only what is on. Tags, recovery, class, protection and warm throughput are not recorded. */
function describeFeatures(table: SavedTable): SourceTableFeatureDetails {
  const { indexes, vectorIndexes = [], stream, timeToLive } = table
  const local = indexes.filter(({ kind }) => kind === 'local').map(describeLocal)
  const global = indexes.filter(({ kind }) => kind === 'global').map(describeGlobal(table))
  const sse = describeEncryption(table.encryption)
  return {
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
    ...(vectorIndexes.length > 0 && {
      VectorIndexes: vectorIndexes.map(describeVectorDefinition),
    }),
    ...(stream?.enabled && {
      StreamDescription: { StreamEnabled: true, StreamViewType: stream.viewType },
    }),
    ...(timeToLive?.enabled && {
      TimeToLiveDescription: {
        TimeToLiveStatus: 'ENABLED',
        AttributeName: timeToLive.attribute,
      },
    }),
    ...(sse && { SSEDescription: sse }),
  }
}

function describeLocal(index: IndexDraft): LocalSecondaryIndexInfo {
  return {
    IndexName: index.name,
    KeySchema: describeKeySchema(index.keySchema),
    Projection: describeProjection(index.projection),
  }
}

function describeGlobal({ billing }: SavedTable) {
  return (index: IndexDraft): GlobalSecondaryIndexInfo => ({
    ...describeLocal(index),
    ProvisionedThroughput: describeUnits(index.throughput ?? billing.throughput),
    ...(index.onDemandThroughput && {
      OnDemandThroughput: describeOnDemandThroughput(index.onDemandThroughput),
    }),
  })
}
