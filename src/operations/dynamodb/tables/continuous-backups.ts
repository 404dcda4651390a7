/** Continuous backups: which tables have them, and how they are described. */
import type { ContinuousBackupsDescription } from '../../../api/generated/dynamodb-types.js'
import { isUnseen, stateOf } from '../../../catalog/life-cycle.js'
import { requireBackupable } from '../../../catalog/rules/backupable-table.js'
import { earliestRestorableMs, latestRestorableMs } from '../../../catalog/rules/recovery.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { recoverableTableNotFound } from '../../../model/recovery-errors.js'
import type { Database } from '../../database.js'
import type { Scope } from '../../../model/arn.js'

type Ctx = Pick<Database, 'catalog' | 'clock'> & { readonly caller: Scope }

/**
 * A table in any state in which its backups can be described.
 *
 * AWS: a table that is being restored or deleted is not found.
 */
export async function requireRecoverable(ctx: Ctx, tableName: string): Promise<DescribedTable> {
  const table = await ctx.catalog.loadTable(ctx.caller, tableName)
  if (table === undefined || isUnseen(table)) throw recoverableTableNotFound(tableName)
  if (stateOf(table, ctx.clock.now()) === 'deleting') throw recoverableTableNotFound(tableName)
  return table
}

/** AWS: a table has continuous backups, whether it uses them or not, soon after it was created. */
export async function requireBackedUp(ctx: Ctx, tableName: string): Promise<DescribedTable> {
  const table = await ctx.catalog.loadTable(ctx.caller, tableName)
  return requireBackupable(table, tableName, ctx.clock.now())
}

function isBackedUp(table: DescribedTable, nowMs: number): boolean {
  return stateOf(table, nowMs) !== 'creating'
}

export interface RecoveryTimes {
  readonly nowMs: number
  /** How long after a write its moment can be restored. */
  readonly delayMs: number
}

export function continuousBackupsOf(
  table: DescribedTable,
  { nowMs, delayMs }: RecoveryTimes,
): ContinuousBackupsDescription {
  const ContinuousBackupsStatus = isBackedUp(table, nowMs) ? 'ENABLED' : 'DISABLED'
  const { pointInTimeRecovery: setting } = table
  if (setting === undefined) {
    const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus: 'DISABLED' } as const
    return { ContinuousBackupsStatus, PointInTimeRecoveryDescription }
  }
  return {
    ContinuousBackupsStatus,
    PointInTimeRecoveryDescription: {
      PointInTimeRecoveryStatus: 'ENABLED',
      RecoveryPeriodInDays: setting.periodDays,
      EarliestRestorableDateTime: wholeSeconds(earliestRestorableMs(setting, nowMs)),
      LatestRestorableDateTime: wholeSeconds(latestRestorableMs(setting, nowMs, delayMs)),
    },
  }
}

/** AWS: unlike other times these have no milliseconds. */
function wholeSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}
