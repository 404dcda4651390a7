/** RestoreTableFromBackup: a new table with the items of a backup. */
import type { BackupRecord } from '../../backups/backup-record.js'
import { restoredTable } from '../../catalog/rules/restored-table.js'
import { tableArn } from '../../model/arn.js'
import type { ServiceError } from '../../model/errors.js'
import {
  backupInUse,
  backupNotFound,
  requestNotValid,
  tableAlreadyExists,
  tableInUse,
} from '../../model/recovery-errors.js'
import type { TableDefinition } from '../../model/table.js'
import { parseTicketArn } from '../../model/ticket-arn.js'
import type { BackupId } from '../../storage/backup-keys.js'
import { operation, type OperationContext } from '../operation.js'
import { onBackup, requireBackupArn } from './backups/backup-arn.js'
import { resolvedEncryption } from './tables/chosen-key.js'
import { restoreOverrides, targetAccess } from './tables/restore-overrides.js'
import { describeCreatedTable } from './tables/table-answers.js'
import { requireTableName } from './tables/table-name.js'

export const restoreTableFromBackup = operation('dynamodb.RestoreTableFromBackup', {
  read(input, { caller }) {
    const { BackupArn, TargetTableName, SSESpecificationOverride } = input
    const { id, arn } = requireBackupArn(caller, BackupArn)
    const { region } = parseTicketArn(arn, 'backup')!
    const isElsewhere = region !== caller.region && caller.isShared !== true
    if (isElsewhere && SSESpecificationOverride === undefined) {
      throw requestNotValid('sseSpecificationOverride must be provided for cross-region restores')
    }
    return {
      arn,
      // AWS: a backup is also found where it was asked for, whatever its ARN says.
      ids: isElsewhere ? [{ ...id, region }, id] : [id],
      target: requireTableName(caller, TargetTableName),
      overrides: restoreOverrides(input),
    }
  },

  access: (ctx, { ids, target }) => [
    ...ids.map((id) => onBackup('dynamodb:RestoreTableFromBackup', id)),
    ...targetAccess(ctx, target),
  ],

  async run(ctx, { ids, arn, target, overrides }) {
    const { account, region } = ctx.caller
    const backup = await requireBackup(ctx, ids, arn)
    const existing = await ctx.catalog.loadTable(ctx.caller, target)
    if (existing !== undefined) throw existingTable(existing)
    const { table, folder, manifestSha256, createdAtMs } = backup
    const nowMs = ctx.clock.now()
    const draft = restoredTable(table, overrides, { account, region, name: target, nowMs })
    const encryption = await resolvedEncryption(ctx, draft.encryption)
    const restored = await ctx.restores.start({
      draft: { ...draft, encryption },
      source: {
        sourceTableArn: tableArn(table, table.name),
        sourceBackupArn: arn,
        restoresMs: createdAtMs,
      },
      origin: { kind: 'backup', backup: idOf(backup), folder, manifestSha256, part: 0, items: 0 },
      subject: backup.name,
      refusal: existingTable,
    })
    return { output: { TableDescription: describeCreatedTable(restored) } }
  },
})

async function requireBackup(
  { backups }: OperationContext,
  ids: readonly BackupId[],
  arn: string,
): Promise<BackupRecord> {
  for (const id of ids) {
    const found = await backups.find(id)
    if (found === undefined) continue
    if (found.state === 'creating') throw backupInUse(`Backup is being created: ${arn}`)
    return found
  }
  throw backupNotFound(arn)
}

function idOf({ account, region, tableName, ticket }: BackupId): BackupId {
  return { account, region, tableName, ticket }
}

function existingTable({ name, filling }: TableDefinition): ServiceError {
  if (filling?.kind !== 'restore' || filling.sourceBackupArn === undefined) {
    return tableAlreadyExists(name)
  }
  return tableInUse(
    `Table: ${name} is already being restored from backup: ${filling.sourceBackupArn}`,
  )
}
