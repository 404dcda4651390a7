/** The operations that make, restore, write and read copies of tables, loaded with the first of them. */
import type { Operation } from '../operation.js'
import { cancelBulkOperation } from './cancel-bulk-operation.js'
import { createBackup } from './create-backup.js'
import { deleteBackup } from './delete-backup.js'
import { describeBackup } from './describe-backup.js'
import { describeBulkOperation } from './describe-bulk-operation.js'
import { describeExport } from './describe-export.js'
import { describeImport } from './describe-import.js'
import { exportTableToPointInTime } from './export-table-to-point-in-time.js'
import { importTable } from './import-table.js'
import { listBackups } from './list-backups.js'
import { listBulkOperations } from './list-bulk-operations.js'
import { listExports } from './list-exports.js'
import { listImports } from './list-imports.js'
import { restoreTableFromBackup } from './restore-table-from-backup.js'
import { restoreTableToPointInTime } from './restore-table-to-point-in-time.js'
import { startBulkPutItems } from './start-bulk-put-items.js'

export const transferOperations: readonly Operation[] = [
  cancelBulkOperation,
  createBackup,
  deleteBackup,
  describeBackup,
  describeBulkOperation,
  describeExport,
  describeImport,
  exportTableToPointInTime,
  importTable,
  listBackups,
  listBulkOperations,
  listExports,
  listImports,
  restoreTableFromBackup,
  restoreTableToPointInTime,
  startBulkPutItems,
]
