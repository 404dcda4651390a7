/** The operations on global tables of 2017, and on the auto scaling of replicas; loaded with the first of them. */
import type { Operation } from '../operation.js'
import { createGlobalTable } from './create-global-table.js'
import { describeGlobalTable } from './describe-global-table.js'
import { describeGlobalTableSettings } from './describe-global-table-settings.js'
import { describeTableReplicaAutoScaling } from './describe-table-replica-auto-scaling.js'
import { listGlobalTables } from './list-global-tables.js'
import { updateGlobalTable } from './update-global-table.js'
import { updateGlobalTableSettings } from './update-global-table-settings.js'
import { updateTableReplicaAutoScaling } from './update-table-replica-auto-scaling.js'

export const replicaOperations: readonly Operation[] = [
  createGlobalTable,
  describeGlobalTable,
  describeGlobalTableSettings,
  describeTableReplicaAutoScaling,
  listGlobalTables,
  updateGlobalTable,
  updateGlobalTableSettings,
  updateTableReplicaAutoScaling,
]
