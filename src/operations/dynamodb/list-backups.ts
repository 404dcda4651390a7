/** ListBackups: the backups of an account and region, of one table or of all, the oldest first. */
import type { BackupTypeFilter } from '../../api/generated/dynamodb-types.js'
import type { BackupRecord } from '../../backups/backup-record.js'
import { invalidParameter } from '../../model/errors.js'
import { backupsPageMax } from '../../model/limits.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { requireStartArn } from './backups/backup-arn.js'
import { describeBackupSummary } from './backups/backup-description.js'
import { requireTableName } from './tables/table-name.js'

interface BackupFilter {
  readonly tableName: string | undefined
  readonly types: readonly BackupRecord['type'][]
  readonly fromMs: number
  readonly toMs: number
}

export const listBackups = operation('dynamodb.ListBackups', {
  read(input, { caller }) {
    const { TableName, ExclusiveStartBackupArn: start, Limit = backupsPageMax } = input
    const filter: BackupFilter = {
      tableName: TableName === undefined ? undefined : requireTableName(caller, TableName),
      types: typesOf(input.BackupType),
      fromMs: millisOf(input.TimeRangeLowerBound) ?? -Infinity,
      toMs: millisOf(input.TimeRangeUpperBound) ?? Infinity,
    }
    if (filter.fromMs > filter.toMs) {
      throw invalidParameter('Time range lower bound must be less than or equal to upper bound')
    }
    const after = start === undefined ? undefined : requireStartArn(caller, start)
    return { filter, after, max: Limit }
  },

  access: () => [onAnything('dynamodb:ListBackups')],

  async run(ctx, { filter, after, max }) {
    const found: BackupRecord[] = []
    for await (const backup of ctx.backups.list(ctx.caller, after)) {
      if (isWanted(backup, filter)) found.push(backup)
      // One more tells whether there is another page.
      if (found.length > max) break
    }
    const summaries = found.slice(0, max).map(describeBackupSummary)
    const last = found.length > max ? summaries.at(-1)?.BackupArn : undefined
    return {
      output: { BackupSummaries: summaries, ...(last && { LastEvaluatedBackupArn: last }) },
    }
  },
})

/** AWS: without a type only those of users; backups of AWS Backup do not exist here. */
function typesOf(filter: BackupTypeFilter | undefined): BackupFilter['types'] {
  switch (filter) {
    case 'AWS_BACKUP':
      return []
    case 'SYSTEM':
      return ['system']
    case 'ALL':
      return ['user', 'system']
    default:
      return ['user']
  }
}

function millisOf(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

function isWanted(backup: BackupRecord, { tableName, types, fromMs, toMs }: BackupFilter): boolean {
  return (
    types.includes(backup.type) &&
    (tableName === undefined || tableName === backup.tableName) &&
    fromMs <= backup.createdAtMs &&
    backup.createdAtMs < toMs
  )
}
