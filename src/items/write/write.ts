/**
 * The one write path. Condition, item, derived data, totals and the record of the change are
 * decided together from what is stored, and commit in one storage transaction.
 *
 * `decideWrite` is the core, and pure: given the stored item, what does this write do? A single
 * operation runs one; a batch or a transaction runs many (`batch-write.ts`, `transact-write.ts`).
 * The engine may run it again after a conflict.
 *
 * A change is stamped with the time at which its write is decided. When a write is decided, the earlier
 * writes of its items have been: so one server's stamps increase along the history of an item, in the
 * order of the log (`past/past-point.ts` has what follows from that). A stamp taken when the request
 * came would not, since requests overtake each other on their way here.
 */
import type { Table } from '../../catalog/table.js'
import type { ChangeOrigin } from '../../changes/change-record.js'
import type { Condition } from '../../expressions/condition.js'
import { conditionPaths } from '../../expressions/condition-paths.js'
import { holds } from '../../expressions/evaluate-condition.js'
import type { Update } from '../../expressions/update.js'
import { conditionalCheckFailed, duplicateItem, type ServiceError } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import { assert, unreachable } from '../../stdx/assert.js'
import type { Clock } from '../../stdx/clock.js'
import type { Engine, Guard, Mutation, Replacement } from '../../storage/engine.js'
import { itemKey } from '../../storage/keyspace.js'
import { partitionNumber } from '../../storage/partition-hash.js'
import { conflictOn, orOnConflict } from './conflict.js'
import { failedAfter } from '../failed-work.js'
import { CollectionTally, getCollectionSize } from './collection-sizes.js'
import { checkIndexable } from '../indexes/indexable-item.js'
import { cursorReads } from '../indexes/maintained.js'
import type { WrittenEntry } from '../indexes/maintainer.js'
import { keepInStep } from '../indexes/maintainers.js'
import { checkKey, keyOfItem } from '../primary-key.js'
import { changeEntry, prepareChange, type PreparedChange } from './record-change.js'
import { prepareVersion, stampVersion } from './stamp-version.js'
import { itemSizeOfRecord } from '../item-record.js'
import { StoredItem } from '../stored-item.js'
import { checkUpdate, updatedItem } from './update-item.js'
import { answersOf, readsOf, type StoredForWrite, type WriteReads } from './several-writes.js'
import { itemMutations } from './item-mutations.js'
import { PassingPut } from './passing-put.js'
import type { Consistency, Touch, Work } from '../work.js'
import { writtenBytes } from './written-bytes.js'

export type WriteAction =
  | {
      readonly kind: 'put'
      readonly item: Item
      readonly sizeBytes: number
      /** Refused as a duplicate if the item already exists, as INSERT demands. */
      readonly onlyNew?: boolean
    }
  | {
      readonly kind: 'update'
      readonly key: Item
      readonly update: Update | undefined
      /** AWS: in transactions and statements only the updated item is measured, not the change. */
      readonly flatSize?: boolean
    }
  | { readonly kind: 'delete'; readonly key: Item }
  /** Changes nothing and only checks its condition. */
  | { readonly kind: 'check'; readonly key: Item }

export interface Write {
  readonly action: WriteAction
  readonly condition?: Condition
  /** Whether the error of a failed condition includes the item. */
  readonly showItemOnFailure?: boolean
  /** The caller does not use the previous item, so it need not be read. */
  readonly ignoresBefore?: boolean
  /** What causes the change; a client if absent. */
  readonly origin?: ChangeOrigin
}

export interface WriteOutcome {
  /** Undefined for a write that ignores it, because it may not have been read. */
  readonly before: StoredItem | undefined
  readonly after: StoredItem | undefined
  readonly work: Work
  /** How large the item's collection is now; undefined if it is not counted. */
  readonly collectionBytes?: number
}

/** `stamps` gives the time of the change in the change log, if the table has one. */
export async function writeItem(
  engine: Engine,
  table: Table,
  write: Write,
  stamps: Clock,
): Promise<WriteOutcome> {
  const prepared = prepareWrite(table, write)
  if (prepared.collection !== undefined || prepared.version !== undefined) {
    return writeCounted(engine, table, prepared, stamps)
  }
  const writing = isBlind(table, write)
    ? replaceItem(engine, table, prepared)
    : engine.transact({
        guards: [table.guard],
        reads: [prepared.read, ...prepared.cursorReads],
        decide: ([record, ...cursors]) =>
          decideWrite(table, prepared, { record, cursors }, stamps.now()),
      })
  return orOnConflict(writing, conflictOn(table))
}

/** For a table that counts item collections, or whose items have versions. */
function writeCounted(
  engine: Engine,
  table: Table,
  write: PreparedWrite,
  stamps: Clock,
): Promise<WriteOutcome> {
  const writing = engine.transact({
    guards: [table.guard],
    reads: readsOf([write]),
    decide: (answers) => {
      const stored = answersOf([write], answers)[0]!
      const tally = new CollectionTally()
      const decision = decideWrite(table, write, stored, stamps.now())
      const { mutations, result } = tally.count({ table, write }, stored, decision)
      return { mutations: [...mutations, ...tally.mutations()], result }
    },
  })
  return orOnConflict(writing, conflictOn(table))
}

/**
 * Whether nothing depends on what is stored. An engine across a network then saves a round trip.
 */
function isBlind(table: Table, { action, condition, ignoresBefore }: Write): boolean {
  const replaces = action.kind === 'delete' || (action.kind === 'put' && action.onlyNew !== true)
  return replaces && ignoresBefore === true && condition === undefined && !table.isWatched
}

async function replaceItem(
  engine: Engine,
  table: Table,
  prepared: PreparedWrite,
): Promise<WriteOutcome> {
  const replacement = replacementOf(prepared, [table.guard])
  return replacedOutcome(table, prepared, await engine.replace(replacement))
}

export function replacementOf(
  { read: { space, key }, put }: PreparedWrite,
  guards?: readonly Guard[],
): Replacement {
  return { guards, space, key, value: put?.record, weigh: itemSizeOfRecord }
}

export function replacedOutcome(
  table: Table,
  prepared: PreparedWrite,
  beforeBytes: number | undefined,
): WriteOutcome {
  const { put } = prepared
  const bytes = Math.max(beforeBytes ?? 0, put?.sizeBytes ?? 0)
  return { before: undefined, after: put, work: [writeTouch(table, prepared, bytes)] }
}

/** A write whose key has been checked and whose item, if it is known already, is encoded. */
export interface PreparedWrite extends WriteReads {
  readonly write: Write
  readonly key: Item
  readonly put: StoredItem | undefined
  /** Undefined if the table has no change log. */
  readonly change: PreparedChange | undefined
  readonly consistency: Consistency
}

/**
 * Checks and computes, once and outside the commit, everything that does not depend on what is
 * stored.
 */
export function prepareWrite(
  table: Table,
  write: Write,
  consistency: Consistency = 'strong',
): PreparedWrite {
  const { action } = write
  const key = checkedKey(table, action)
  if (action.kind === 'put') checkIndexable(table, action.item, 'put')
  if (action.kind === 'update') checkUpdate(table, action, write.condition)
  const stored = itemKey(table.keySchema, key)
  return {
    write,
    key,
    read: { kind: 'get', space: table.space, key: stored },
    cursorReads: cursorReads(table),
    collection: table.collections && getCollectionSize(table.collections, stored),
    version: table.versions && prepareVersion(table, stored),
    put: action.kind === 'put' ? encodedPut(table, action) : undefined,
    change: prepareChange(table.changes, key, stored, write.origin ?? 'client'),
    consistency,
  }
}

type Put = Extract<WriteAction, { kind: 'put' }>

/** Only what is derived from an item looks at it again. */
function encodedPut(table: Table, action: Put): StoredItem {
  if (table.isWatched) return StoredItem.of(action.item, action.sizeBytes)
  const encoded = StoredItem.encoded(action.item, action.sizeBytes)
  if (action instanceof PassingPut) action.letGo(encoded)
  return encoded
}

/** How many steps of a turn (`stdx/turns.ts`) it takes to prepare a write. */
export function stepsOfAction(action: WriteAction): number {
  return action.kind === 'put' ? 500 + action.sizeBytes : 500
}

function checkedKey({ keySchema }: Table, action: WriteAction): Item {
  if (action.kind === 'put') return keyOfItem(keySchema, action.item)
  checkKey(keySchema, action.key)
  return action.key
}

export interface WriteDecision {
  readonly mutations: readonly Mutation[]
  readonly result: WriteOutcome
}

/** All writes of a storage transaction are decided at one time. */
export function decideWrite(
  table: Table,
  prepared: PreparedWrite,
  stored: StoredForWrite,
  atMs: number,
): WriteDecision {
  return stampWrite(prepared, stored, decideUnstamped(table, prepared, stored), atMs)
}

/** Adds the record of the change and the item's version, which is all that depends on the time. */
export function stampWrite(
  { change, version, write }: PreparedWrite,
  stored: StoredForWrite,
  { mutations, result }: WriteDecision,
  atMs: number,
): WriteDecision {
  if (version !== undefined && write.action.kind !== 'check') {
    assert(change !== undefined && stored.version !== undefined, 'a member has a log and versions')
    const { before, after } = result
    const stamped = stampVersion(version, stored.version, { change, before, after }, atMs)
    return { mutations: [...mutations, ...stamped], result }
  }
  const entry = change && changeEntry(change, result.before, result.after, atMs)
  return entry === undefined ? { mutations, result } : { mutations: [...mutations, entry], result }
}

export function decideUnstamped(
  table: Table,
  prepared: PreparedWrite,
  { record, cursors }: StoredForWrite,
): WriteDecision {
  const { read } = prepared
  const before = record && StoredItem.fromRecord(record, read.key, table)
  checkStored(table, prepared, before)
  const after = itemAfter(table, prepared, before)
  const mutations = after === before ? [] : itemMutations(read, before, after)
  // AWS: a write costs as much as the larger of the two items.
  const bytes = Math.max(writtenBytes(table, before), writtenBytes(table, after))
  const work = [writeTouch(table, prepared, bytes)]
  const derived = keepInStep(table, { key: read.key, before, after }, cursors)
  mutations.push(...derived.mutations)
  for (const entry of derived.written) work.push(entryTouch(table, prepared, entry))
  return { mutations, result: { before, after, work } }
}

export function writeTouch(table: Table, prepared: PreparedWrite, bytes: number): Touch {
  const { read, key: subject, consistency } = prepared
  const partition = partitionNumber(read.key)
  return { table, indexName: undefined, kind: 'write', consistency, partition, bytes, subject }
}

function entryTouch(
  table: Table,
  { consistency }: PreparedWrite,
  { indexName, kind, key, bytes, subject }: WrittenEntry,
): Touch {
  const partition = partitionNumber(key)
  return { table, indexName, kind, consistency, partition, bytes, subject }
}

/** Throws if what is stored does not allow the write. */
function checkStored(table: Table, prepared: PreparedWrite, before: StoredItem | undefined): void {
  const fault = storedFault(table, prepared.write, before)
  if (fault === undefined) return
  // AWS: it costs as much as the stored item.
  throw failedAfter(fault, [writeTouch(table, prepared, writtenBytes(table, before))])
}

function storedFault(
  table: Table,
  { action, condition, showItemOnFailure }: Write,
  before: StoredItem | undefined,
): ServiceError | undefined {
  const shown = () => (showItemOnFailure ? before?.item : undefined)
  const onlyNew = action.kind === 'put' && action.onlyNew === true
  if (onlyNew && before !== undefined) return duplicateItem(shown())
  if (condition !== undefined && !holds(condition, before && seenBy(condition, table, before))) {
    return conditionalCheckFailed(shown())
  }
  return undefined
}

/** The item, or only the condition's attributes if nothing else will parse the item. */
function seenBy(condition: Condition, table: Table, stored: StoredItem): Item {
  if (table.isWatched) return stored.item
  return stored.part(conditionPaths(condition).map(([name]) => name))
}

function itemAfter(
  table: Table,
  { write: { action }, put }: PreparedWrite,
  before: StoredItem | undefined,
): StoredItem | undefined {
  switch (action.kind) {
    case 'put':
      return put
    case 'update':
      return updatedItem(table, action, before)
    case 'delete':
      return undefined
    case 'check':
      return before
    default:
      return unreachable(action)
  }
}
