/**
 * Applies writes that were first made in other regions: an item is put or deleted if the incoming version
 * is later than its own (`model/version.ts`). What is not later leaves no trace, so a change may come more
 * than once, and changes may come in any order: the items end up the same.
 *
 * A batch is one transaction, together with what the caller stores with it, such as how far it has read.
 * Nothing is checked that the region of the write has checked: conditions, sizes, index keys. A value that an
 * index cannot hold is left out of it, as when an index is built.
 *
 * What is applied is a change of this table like any other, from the item as it was here to the item as
 * it is now, and its readers see it. It has no version of its own in the log, so it is never passed on.
 */
import type { Table } from '../../catalog/table.js'
import type { Image } from '../../changes/change-record.js'
import { compareVersions, zeroVersion, type Version } from '../../model/version.js'
import { assert } from '../../stdx/assert.js'
import type { Clock } from '../../stdx/clock.js'
import type { Engine, Get, Guard, Mutation } from '../../storage/engine.js'
import type { Fence } from '../../storage/fence.js'
import { itemKey } from '../../storage/keyspace.js'
import { keepInStep } from '../indexes/maintainers.js'
import { cursorReads } from '../indexes/maintained.js'
import { itemRecordOf } from '../item-record.js'
import { keyOfItem } from '../primary-key.js'
import { StoredItem } from '../stored-item.js'
import { CollectionTally, getCollectionSize } from './collection-sizes.js'
import type { IncomingChange } from './incoming-change.js'
import { itemMutations } from './item-mutations.js'
import { getItemVersion, putItemVersion } from './item-version.js'
import { changeEntry, prepareChange } from './record-change.js'
import { versionOf } from './stamp-version.js'

export interface ApplyOptions {
  readonly fence: Fence
  /** What has to hold for the batch, such as that nobody else has moved the caller's position. */
  readonly guards?: readonly Guard[]
  /** What the caller stores with the batch, whether or not something in it is later. */
  readonly mutations: readonly Mutation[]
  /** Whether the table's readers see the changes: not those of a first copy. */
  readonly logs: boolean
}

export interface AppliedCounts {
  readonly applied: number
  /** Those that are earlier than what is here. */
  readonly lost: number
  /** Those that have been applied before. */
  readonly duplicate: number
}

/** Throws `GuardBroken` if the table has changed. `stamps` gives the time of the changes in the log. */
export async function applyChanges(
  engine: Engine,
  table: Table,
  { changes, stamps, ...options }: ApplyOptions & ChangesToApply,
): Promise<AppliedCounts> {
  const { fence, guards = [], mutations: others, logs } = options
  // A definition of before the table became a member is outdated, which the caller is told.
  if (table.versions === undefined) await engine.read([], [table.guard])
  const items = byItem(table, changes)
  const cursors = cursorReads(table)
  return engine.transact<readonly Get[], AppliedCounts>({
    guards: [table.guard, ...fence.guards, ...guards],
    reads: [...cursors, ...items.flatMap(readsOfItem)],
    decide: (answers) => {
      const batch = new Batch(
        table,
        answers.slice(0, cursors.length),
        logs ? stamps.now() : undefined,
      )
      let next = cursors.length
      for (const item of items) next = batch.apply(item, answers, next)
      const mutations = [...batch.mutations(), ...others, ...fence.mutations]
      return { mutations, result: batch.counts }
    },
  })
}

export interface ChangesToApply {
  /** Those of one item in the order in which they were made, as far as they come from one region. */
  readonly changes: readonly IncomingChange[]
  readonly stamps: Clock
}

/** The changes of one item, and what has to be read for them. */
interface ItemChanges {
  readonly key: Buffer
  readonly read: Get
  readonly version: Get
  readonly collection: Get | undefined
  readonly changes: IncomingChange[]
}

function byItem(table: Table, changes: readonly IncomingChange[]): readonly ItemChanges[] {
  const { versions, space, collections } = table
  assert(versions !== undefined, 'only a member of a global table gets changes of others')
  const items = new Map<string, ItemChanges>()
  for (const change of changes) {
    const { key } = change
    const name = key.toString('latin1')
    const known = items.get(name)
    if (known !== undefined) {
      known.changes.push(change)
      continue
    }
    items.set(name, {
      key,
      read: { kind: 'get', space, key },
      version: getItemVersion(versions, key),
      collection: collections && getCollectionSize(collections, key),
      changes: [change],
    })
  }
  return [...items.values()]
}

function readsOfItem({ read, version, collection }: ItemChanges): readonly Get[] {
  return collection === undefined ? [read, version] : [read, version, collection]
}

type Answers = readonly (Buffer | undefined)[]

/** An item on its way through the changes of one batch. */
interface Running {
  readonly item: StoredItem | undefined
  readonly version: Version
  /** Whether a version is stored for it. */
  readonly isVersioned: boolean
}

class Batch {
  readonly #table: Table
  readonly #cursors: Answers
  /** Undefined if nothing is logged. */
  readonly #atMs: number | undefined
  readonly #mutations: Mutation[] = []
  readonly #tally = new CollectionTally()
  readonly counts = { applied: 0, lost: 0, duplicate: 0 }

  constructor(table: Table, cursors: Answers, atMs: number | undefined) {
    this.#table = table
    this.#cursors = cursors
    this.#atMs = atMs
  }

  /** `next` is the first answer that belongs to the item; returns the first that belongs to the next one. */
  apply(item: ItemChanges, answers: Answers, next: number): number {
    const { read, version, collection, changes } = item
    const [record, stored] = [answers[next], answers[next + 1]]
    const before = record && StoredItem.fromRecord(record, read.key, this.#table)
    let running: Running = {
      item: before,
      version: versionOf(stored),
      isVersioned: stored !== undefined,
    }
    const applied = this.counts.applied
    for (const change of changes) running = this.#applyOne(item, change, running)
    const counted = { record, cursors: this.#cursors, collection: answers[next + 2] }
    if (this.counts.applied > applied) {
      const mutations = this.#rewrite(read, before, running.item)
      this.#tally.countAdmitted({ table: this.#table, write: item }, counted, mutations)
      const isDeleted = running.item === undefined
      this.#mutations.push(...mutations, putItemVersion(version, running.version, isDeleted))
    }
    return next + (collection === undefined ? 2 : 3)
  }

  /** The item is written once, as it is in the end; its readers see every step. */
  #applyOne({ key }: ItemChanges, change: IncomingChange, running: Running): Running {
    const order = compareVersions(change.version, running.version)
    if (order < 0 || (order === 0 && !isFirstCopy(change, running))) {
      this.counts[order < 0 ? 'lost' : 'duplicate']++
      return running
    }
    this.counts.applied++
    const item = change.item && storedOf(change.item, key, this.#table)
    this.#log(key, running.item, item)
    return { item, version: change.version, isVersioned: true }
  }

  #log(key: Buffer, before: StoredItem | undefined, after: StoredItem | undefined): void {
    const { changes: log, keySchema } = this.#table
    const known = after ?? before
    if (this.#atMs === undefined || known === undefined) return
    const prepared = prepareChange(log, keyOfItem(keySchema, known.item), key, 'replica')
    const entry = prepared && changeEntry(prepared, before, after, this.#atMs)
    if (entry !== undefined) this.#mutations.push(entry)
  }

  #rewrite(
    read: Get,
    before: StoredItem | undefined,
    after: StoredItem | undefined,
  ): readonly Mutation[] {
    const derived = keepInStep(this.#table, { key: read.key, before, after }, this.#cursors)
    return [...itemMutations(read, before, after), ...derived.mutations]
  }

  mutations(): readonly Mutation[] {
    return [...this.#mutations, ...this.#tally.mutations()]
  }
}

/**
 * An item that was written before its table had other regions has no version. Its copies get one that
 * says so: that tells them from the original, which expires first (`delete-expired.ts`).
 */
function isFirstCopy({ version, item }: IncomingChange, running: Running): boolean {
  if (running.isVersioned || running.item !== undefined || item === undefined) return false
  return compareVersions(version, zeroVersion) === 0
}

/** Whoever sent it, an item is stored under its own key. */
function storedOf({ json, sizeBytes }: Image, key: Buffer, table: Table): StoredItem {
  const stored = StoredItem.fromRecord(itemRecordOf(json, sizeBytes), key, table)
  const isOwn = itemKey(table.keySchema, stored.item).equals(key)
  assert(isOwn, 'a change of another region has the key of its item', { table: table.name })
  return stored
}
