/**
 * What may be done to a table while one of its indexes is built or deleted. AWS: only one index of
 * a table is built or deleted at a time.
 */
import { limitExceeded, resourceInUse, type ServiceError } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import { indexUnderChange, type IndexUnderChange } from '../life-cycle.js'
import type { IndexUpdate, TableUpdate, VectorIndexUpdate } from './table-update.js'

/** Whether an update creates or deletes an index, rather than changing its settings. */
export function isOnline({ kind }: IndexUpdate | VectorIndexUpdate): boolean {
  return kind !== 'change'
}

/** Refuses index updates that conflict with the index being built or deleted. */
export function admitIndexUpdates(
  definition: TableDefinition,
  updates: readonly (IndexUpdate | VectorIndexUpdate)[],
  nowMs: number,
): void {
  const busy = indexUnderChange(definition, nowMs)
  if (busy === undefined) return
  for (const update of updates) {
    if (update.name === busy.index.name) admitOnSameIndex(definition.name, busy, update)
    else if (isOnline(update)) throw onlineIndexLimit()
  }
}

function admitOnSameIndex(
  tableName: string,
  { index, state }: IndexUnderChange,
  { kind }: IndexUpdate | VectorIndexUpdate,
): void {
  const where = `Table: ${tableName} Index: ${index.name}`
  // AWS: most of these sentences have two spaces.
  if (state === 'deleting') throw indexInUse(`Index is being deleted.  ${where}`)
  if (kind === 'create') throw indexInUse(`Index is being created.  ${where}`)
  if (state === 'backfilling') return
  throw indexInUse(
    kind === 'delete'
      ? `Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the index is active. ${where}`
      : `Index is being created but is not backfilling yet.  ${where}`,
  )
}

/** Refuses changes of the table itself while the index is being built or deleted. */
export function admitTableUpdate(
  definition: TableDefinition,
  update: TableUpdate,
  nowMs: number,
): void {
  const busy = indexUnderChange(definition, nowMs)
  if (busy === undefined || busy.state === 'backfilling') return
  const { index, state } = busy
  const [participle, noun] =
    state === 'deleting' ? ['deleted', 'deletion'] : ['created', 'creation']
  const where = `Table: ${definition.name} Indexes: [${index.name}]`
  if (changesThroughput(definition, update)) {
    throw indexInUse(`Can't change table IOPS when an index is being ${participle}. ${where}`)
  }
  if (update.stream !== undefined) {
    throw indexInUse(`Can't change stream status when an index is being ${participle}. ${where}`)
  }
  if (update.onDemandThroughput !== undefined) {
    throw indexInUse(
      `OnDemandThroughput cannot be updated while index ${noun} is in progress for indexes: [${index.name}]`,
    )
  }
}

function changesThroughput({ billing }: TableDefinition, update: TableUpdate): boolean {
  if (update.throughput !== undefined) return true
  return update.billingMode === 'on-demand' && billing.mode === 'provisioned'
}

export function onlineIndexLimit(): ServiceError {
  return limitExceeded(
    'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
  )
}

function indexInUse(detail: string): ServiceError {
  return resourceInUse(`Attempt to change a resource which is still in use: ${detail}`)
}
