/**
 * How a table lies in the system space: a record with its whole definition, and beside it a stamp of
 * a few bytes that changes whenever the record does. Readers that hold a definition only compare the
 * stamp, which costs one small key per request instead of the whole record.
 */
import type { TableDefinition } from '../model/table.js'
import { createIndexSpace, dropIndex } from './index-changes.js'
import { assert } from '../stdx/assert.js'
import type { Entry, Guard, Mutation } from '../storage/engine.js'
import { systemSpace } from '../storage/engine.js'
import { currentFormat } from '../storage/format.js'
import { tableRecordKey, tableStampKey } from '../storage/keyspace.js'
import type { Scope } from '../model/arn.js'

export interface TableRecord {
  readonly definition: TableDefinition
  /** Counts the changes of this definition, so that no two of its stamps are equal. */
  readonly revision: number
}

export function decodeTableRecord(bytes: Buffer): TableRecord {
  assert(bytes[0] === currentFormat.tableRecord, 'a table record of unknown version', {
    version: bytes[0],
  })
  return JSON.parse(bytes.toString('utf8', 1)) as TableRecord
}

export function decodeTableEntry(entry: Entry): TableRecord {
  return decodeTableRecord(entry.value)
}

function encodeTableRecord(record: TableRecord): Buffer {
  const json = Buffer.from(JSON.stringify(record))
  return Buffer.concat([Buffer.of(currentFormat.tableRecord), json])
}

/**
 * A table's id is new even under an old name, so a stamp never comes back. The stamp of a table that
 * is being deleted also says from when on it is gone, so that listing needs no records.
 */
function encodeStamp({ definition, revision }: TableRecord): Buffer {
  const { id, transition } = definition
  const goneAt = transition?.kind === 'deleting' ? transition.doneAtMs : ''
  return Buffer.from(`${id}:${revision}:${goneAt}`, 'latin1')
}

export function stampedGone(stamp: Buffer, nowMs: number): boolean {
  const goneAt = stamp.toString('latin1').split(':')[2]
  return goneAt !== undefined && goneAt !== '' && nowMs >= Number(goneAt)
}

export function guardOf(record: TableRecord): Guard {
  const { definition } = record
  return {
    space: systemSpace,
    key: tableStampKey(definition, definition.name),
    value: encodeStamp(record),
  }
}

export function putTable(record: TableRecord): readonly Mutation[] {
  const { definition } = record
  const key = tableRecordKey(definition, definition.name)
  const stampKey = tableStampKey(definition, definition.name)
  return [
    { kind: 'put', space: systemSpace, key, value: encodeTableRecord(record) },
    { kind: 'put', space: systemSpace, key: stampKey, value: encodeStamp(record) },
  ]
}

/** Forgets a table and everything in it. */
export function removeTable(definition: TableDefinition): readonly Mutation[] {
  return [
    { kind: 'delete', space: systemSpace, key: tableRecordKey(definition, definition.name) },
    { kind: 'delete', space: systemSpace, key: tableStampKey(definition, definition.name) },
    ...dropSpaces(definition),
  ]
}

export function dropSpaces(definition: TableDefinition): readonly Mutation[] {
  const { space, indexes, expiry } = definition
  const derived = expiry === undefined ? indexes : [...indexes, expiry]
  return [{ kind: 'drop-space', space }, ...derived.flatMap(dropIndex)]
}

export function createSpaces(definition: TableDefinition): readonly Mutation[] {
  const { name, space, indexes } = definition
  return [
    { kind: 'create-space', space, label: name },
    ...indexes.map((index) => createIndexSpace(name, index)),
  ]
}

/** Those that a table has from the start, and whose totals are told. */
export function spacesOf(
  definition: Pick<TableDefinition, 'space' | 'indexes'>,
): readonly number[] {
  return [definition.space, ...definition.indexes.map((index) => index.space)]
}

export function getTableRecord(scope: Scope, tableName: string) {
  return { kind: 'get', space: systemSpace, key: tableRecordKey(scope, tableName) } as const
}
