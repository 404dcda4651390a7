/** Whether a table can be backed up, or its recovery turned on and off, in its present state. */
import {
  continuousBackupsUnavailable,
  recoverableTableNotFound,
} from '../../model/recovery-errors.js'
import type { TableDefinition } from '../../model/table.js'
import { isUnseen, stateOf } from '../life-cycle.js'

/**
 * AWS: in the first second of its deletion a table can still be backed up, and for some seconds before and
 * after it is ACTIVE a new one cannot. Here only the state counts.
 */
export function requireBackupable<T extends TableDefinition>(
  table: T | undefined,
  tableName: string,
  nowMs: number,
): T {
  if (table === undefined || isUnseen(table)) throw recoverableTableNotFound(tableName)
  switch (stateOf(table, nowMs)) {
    case 'creating':
      throw continuousBackupsUnavailable(tableName)
    case 'deleting':
    case 'gone':
      throw recoverableTableNotFound(tableName)
    case 'active':
    case 'updating':
      return table
  }
}
