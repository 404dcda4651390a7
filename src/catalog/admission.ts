/** Whether a table exists and its state allows changing or deleting it; throws the service's refusal if not. */
import { resourceInUse, tableNotFound, validation } from '../model/errors.js'
import type { TableDefinition } from '../model/table.js'
import { indexUnderChange, isUnseen, stateOf, stillInUse } from './life-cycle.js'
import { encryptionChangeAt } from './rules/encryption-changes.js'
import { isRaising } from './rules/warm-throughput.js'
import { decodeTableRecord, type TableRecord } from './table-record.js'

function requirePresent(
  existing: Buffer | undefined,
  tableName: string,
  nowMs: number,
): TableRecord {
  const record = existing && decodeTableRecord(existing)
  if (record === undefined || stateOf(record.definition, nowMs) === 'gone') {
    throw tableNotFound(tableName)
  }
  return record
}

/** AWS: what a table that is UPDATING allows depends on the change (`rules/job-admission.ts`). */
export function requireChangeable(
  existing: Buffer | undefined,
  tableName: string,
  nowMs: number,
): TableRecord {
  const record = requirePresent(existing, tableName, nowMs)
  if (isUnseen(record.definition)) throw tableNotFound(tableName)
  const state = stateOf(record.definition, nowMs)
  if (state === 'creating' || state === 'deleting') throw stillInUse(tableName, state)
  return record
}

export function requireDeletable(
  existing: Buffer | undefined,
  tableName: string,
  nowMs: number,
): TableRecord {
  const record = requirePresent(existing, tableName, nowMs)
  if (record.definition.filling !== undefined) throw stillInUse(tableName, 'creating')
  if (record.definition.replica?.sharedBy !== undefined) throw notAlone()
  if (indexUnderChange(record.definition, nowMs)) {
    throw resourceInUse(
      'Attempt to change a resource which is still in use: Cannot delete table while indexes are being created, updated, or deleted.',
    )
  }
  requireQuiet(record, nowMs)
  return requireChangeable(existing, tableName, nowMs)
}

/** AWS: the tables that have the same items go together, by an update of the one that stays. */
function notAlone() {
  return validation(
    'Deletion of only one table replica is not supported for global tables with MultiRegionConsistency set to STRONG.',
  )
}

/** AWS: the table stays ACTIVE meanwhile. */
function isWarming({ warmThroughput, indexes }: TableDefinition, nowMs: number): boolean {
  const all = [warmThroughput, ...indexes.map((index) => index.warmThroughput)]
  return all.some((each) => each !== undefined && isRaising(each, nowMs))
}

function requireQuiet({ definition }: TableRecord, nowMs: number): void {
  const isUpdating = stateOf(definition, nowMs) === 'updating'
  if (isUpdating && definition.transition?.job === 'stream') {
    throw resourceInUse(
      'Attempt to change a resource which is still in use: Cannot delete table while stream is being enabled/disabled.',
    )
  }
  if (
    isUpdating ||
    isWarming(definition, nowMs) ||
    encryptionChangeAt(definition, nowMs) !== undefined
  ) {
    throw resourceInUse(
      `Attempt to change a resource which is still in use: Table: ${definition.name} is in the process of being updated.`,
    )
  }
}
