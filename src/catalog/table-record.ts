/**
 * How a table is stored in the system space: a record with its whole definition, and beside it a
 * stamp of a few bytes that changes whenever the layout does. A request compares only the stamp
 * with that of the definition it uses, so it reads one small key instead of the whole record. A
 * change of settings rewrites the record and leaves the stamp alone.
 */
import type { TableDefinition } from '../model/table.js'
import { chosenKeyOf } from './rules/encryption-setting.js'
import { keepsItems, putDeparted } from './departed-table.js'
import { derivedOf } from './derived.js'
import { settled } from './life-cycle.js'
import { deletePolicyRecord } from './resource-policy-record.js'
import { createDerivedSpaces, dropDerived } from './settle-derived.js'
import type { Guard, Mutation } from '../storage/engine.js'
import { systemSpace } from '../storage/engine.js'
import { currentFormat, formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { tableRecordKey, tableStampKey } from '../storage/keyspace.js'
import type { Scope } from '../model/arn.js'
import { needsOf, tableNotUnderstood, unknownNeeds } from './table-needs.js'

export interface TableRecord {
  readonly definition: TableDefinition
  /** Counts the changes of the layout, so that no two stamps of a table are equal. */
  readonly revision: number
}

/** The record of a new layout, whose guard differs from the previous one. */
export function revised({ revision }: TableRecord, definition: TableDefinition): TableRecord {
  return { definition, revision: revision + 1 }
}

/** The record as it is stored: without what is over. It has the same guard. */
export function settledRecord(record: TableRecord, nowMs: number): TableRecord {
  const definition = settled(record.definition, nowMs)
  return definition === record.definition ? record : { ...record, definition }
}

/** The stored form. Absent needs mean that the first servers know everything the table needs. */
interface StoredTable extends TableRecord {
  readonly needs?: readonly string[]
}

const plain = jsonRecordAt<StoredTable>('tableRecord', currentFormat.tableRecord)
/** Has another revision, so that servers that do not know needs refuse it. */
const needing = jsonRecordAt<StoredTable>('tableRecord', formatSteps.tableNeeds.revision, {
  [currentFormat.tableRecord]: (stored) => stored as StoredTable,
})

/** Throws a refusal if the table needs something that this server does not know. */
export function decodeTableRecord(bytes: Buffer): TableRecord {
  const decoded = decodeTableEntry(bytes)
  if (decoded.kind === 'known') return decoded.record
  throw tableNotUnderstood(decoded.tableName, decoded.unknownNeeds)
}

/**
 * A table that this server does not know how to use. Nothing else in its record may be interpreted.
 */
export interface RefusedTable {
  readonly kind: 'refused'
  readonly tableName: string
  readonly unknownNeeds: readonly string[]
}

export type DecodedTable = { readonly kind: 'known'; readonly record: TableRecord } | RefusedTable

/** For callers that visit all tables and leave alone those that this server does not know. */
export function decodeTableEntry(bytes: Buffer): DecodedTable {
  const { needs, ...record } = needing.decode(bytes)
  const unknown = unknownNeeds(needs)
  if (unknown.length === 0) return { kind: 'known', record }
  return { kind: 'refused', tableName: record.definition.name, unknownNeeds: unknown }
}

function encodeTableRecord(record: TableRecord): Buffer {
  const needs = needsOf(record.definition)
  return needs.length === 0 ? plain.encode(record) : needing.encode({ ...record, needs })
}

/**
 * A table's id is new even under an old name, so a stamp never recurs. The stamp of a table that is
 * being deleted also says when the deletion ends, so that listing does not need records.
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
  const { key } = guardOf(record)
  const stamp: Mutation = { kind: 'put', space: systemSpace, key, value: encodeStamp(record) }
  return [putTableRecord(record), stamp]
}

/** Without the stamp, for a change that leaves the layout as it is. */
export function putTableRecord(record: TableRecord): Mutation {
  const key = tableRecordKey(record.definition, record.definition.name)
  return { kind: 'put', space: systemSpace, key, value: encodeTableRecord(record) }
}

/** Removes a table, what is in it, and its policy. The access stamp is renewed with it. */
export function removeTable(definition: TableDefinition): readonly Mutation[] {
  return [...removeName(definition), ...dropSpaces(definition)]
}

/** Removes a table whose items are those of another one. */
export function removeName(definition: TableDefinition): readonly Mutation[] {
  return [
    { kind: 'delete', space: systemSpace, key: tableRecordKey(definition, definition.name) },
    { kind: 'delete', space: systemSpace, key: tableStampKey(definition, definition.name) },
    deletePolicyRecord({ ...definition, tableName: definition.name }),
  ]
}

/** The items are kept if somebody still reads them. */
export function dropSpaces(definition: TableDefinition): readonly Mutation[] {
  const items: Mutation = keepsItems(definition)
    ? putDeparted({ definition })
    : { kind: 'drop-space', space: definition.space }
  return [items, ...derivedOf(definition).flatMap(dropDerived)]
}

export function createSpaces(definition: TableDefinition): readonly Mutation[] {
  const { name, space, id } = definition
  return [
    {
      kind: 'create-space',
      space,
      label: name,
      owner: id,
      isNewOwner: true,
      masterKey: chosenKeyOf(definition.encryption),
    },
    ...derivedOf(definition).flatMap((derived) => createDerivedSpaces(definition, derived)),
  ]
}

export function getTableRecord(scope: Scope, tableName: string) {
  return { kind: 'get', space: systemSpace, key: tableRecordKey(scope, tableName) } as const
}
