/** Work that takes a while, from the lists of the service: one row each, the newest first. */
import type {
  BackupSummary,
  ExportDescription,
  ImportTableDescription,
  TableDescription,
} from '../../api/generated/dynamodb-types.js'
import { countOf, formatBytes } from '../../design/format.js'

export interface JobRow {
  readonly id: string
  readonly kind: 'export' | 'import' | 'backup' | 'restore' | 'index build'
  readonly table: string
  readonly state: string
  readonly isRunning: boolean
  readonly hasFailed: boolean
  /** How far it is, or what came out of it. */
  readonly progress: string
  /** From 0 to 1, if anybody can tell. */
  readonly share?: number | undefined
  /** Seconds since 1970. */
  readonly started?: number | undefined
  readonly details?: string | undefined
}

export interface JobAnswers {
  readonly exports: readonly ExportDescription[]
  readonly imports: readonly ImportTableDescription[]
  readonly backups: readonly BackupSummary[]
  readonly tables: readonly TableDescription[]
}

export function jobRows({ exports, imports, backups, tables }: JobAnswers): readonly JobRow[] {
  const rows = [
    ...exports.map(exportRow),
    ...imports.map(importRow),
    ...backups.map(backupRow),
    ...tables.flatMap(restoreRow),
    ...tables.flatMap(indexBuildRows),
  ]
  return rows.toSorted(
    (a, b) => Number(b.isRunning) - Number(a.isRunning) || (b.started ?? 0) - (a.started ?? 0),
  )
}

function exportRow(described: ExportDescription): JobRow {
  const { ExportArn = '', ExportStatus = '', ItemCount, BilledSizeBytes = 0 } = described
  return {
    id: ExportArn,
    kind: 'export',
    table: tableOfArn(described.TableArn ?? ExportArn),
    state: ExportStatus,
    isRunning: ExportStatus === 'IN_PROGRESS',
    hasFailed: ExportStatus === 'FAILED',
    progress:
      ItemCount === undefined
        ? ''
        : `${countOf(ItemCount, 'item')}, ${formatBytes(BilledSizeBytes)}`,
    started: described.StartTime,
    details: described.FailureMessage ?? bucketOf(described.S3Bucket, described.S3Prefix),
  }
}

function importRow(described: ImportTableDescription): JobRow {
  const { ImportArn = '', ImportStatus = '', ErrorCount = 0, ImportedItemCount } = described
  const { S3Bucket, S3KeyPrefix } = described.S3BucketSource ?? {}
  const errors = ErrorCount > 0 ? `, ${countOf(ErrorCount, 'error')}` : ''
  return {
    id: ImportArn,
    kind: 'import',
    table: tableOfArn(described.TableArn ?? ImportArn),
    state: ImportStatus,
    isRunning: ImportStatus === 'IN_PROGRESS' || ImportStatus === 'CANCELLING',
    hasFailed: ImportStatus === 'FAILED',
    progress:
      ImportedItemCount === undefined ? '' : `${countOf(ImportedItemCount, 'item')}${errors}`,
    started: described.StartTime,
    details: described.FailureMessage ?? bucketOf(S3Bucket, S3KeyPrefix),
  }
}

function backupRow(summary: BackupSummary): JobRow {
  const { BackupArn = '', BackupStatus = '', BackupSizeBytes = 0 } = summary
  return {
    id: BackupArn,
    kind: 'backup',
    table: summary.TableName ?? '',
    state: BackupStatus,
    isRunning: BackupStatus === 'CREATING',
    hasFailed: false,
    progress: BackupStatus === 'AVAILABLE' ? formatBytes(BackupSizeBytes) : '',
    started: summary.BackupCreationDateTime,
    details: summary.BackupName,
  }
}

function restoreRow(description: TableDescription): readonly JobRow[] {
  const { RestoreSummary, TableName = '', ItemCount = 0, CreationDateTime } = description
  if (RestoreSummary === undefined) return []
  const isRunning = RestoreSummary.RestoreInProgress
  return [
    {
      id: `restore ${TableName}`,
      kind: 'restore',
      table: TableName,
      state: isRunning ? 'IN_PROGRESS' : 'COMPLETED',
      isRunning,
      hasFailed: false,
      progress: isRunning ? '' : countOf(ItemCount, 'item'),
      started: CreationDateTime,
      details: `from ${tableOfArn(RestoreSummary.SourceTableArn ?? RestoreSummary.SourceBackupArn ?? '')}`,
    },
  ]
}

function indexBuildRows(description: TableDescription): readonly JobRow[] {
  const { GlobalSecondaryIndexes = [], VectorIndexes = [] } = description
  const { TableName = '', ItemCount = 0, TableStatus } = description
  // The indexes of a table that is being made come with it.
  if (TableStatus === 'CREATING') return []
  const indexes = [...GlobalSecondaryIndexes, ...VectorIndexes]
  return indexes
    .filter(({ IndexStatus }) => IndexStatus === 'CREATING')
    .map(({ IndexName = '', ItemCount: built = 0 }) => ({
      id: `index ${TableName} ${IndexName}`,
      kind: 'index build',
      table: TableName,
      state: 'CREATING',
      isRunning: true,
      hasFailed: false,
      progress: built === 0 ? '' : countOf(built, 'item'),
      share: built === 0 || ItemCount === 0 ? undefined : built / ItemCount,
      details: IndexName,
    }))
}

/** `arn:aws:dynamodb:us-east-1:000000000000:table/Music/export/…` names Music. */
function tableOfArn(arn: string): string {
  return /:table\/([^/]+)/.exec(arn)?.[1] ?? ''
}

function bucketOf(bucket: string | undefined, prefix: string | undefined): string | undefined {
  return bucket === undefined ? undefined : `s3://${bucket}/${prefix ?? ''}`
}
