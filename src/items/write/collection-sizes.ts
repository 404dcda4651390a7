/**
 * Counts item collections in the transactions that change them, in tables that have counters
 * (`CollectionSizes`): small tables have none, since no collection of theirs can be too large.
 *
 * A write reads the counter of its collection and adds what it changes in the totals of the table and
 * of its local indexes. The writes of one storage transaction are counted one after another, so those
 * of one collection see each other.
 */
import { decodeCursor } from '../../catalog/build-cursor.js'
import type { Table } from '../../catalog/table.js'
import { itemCollectionTooLarge } from '../../model/errors.js'
import type { CollectionSizes } from '../../model/table.js'
import { assert } from '../../stdx/assert.js'
import type { Get, Mutation } from '../../storage/engine.js'
import { formatSteps } from '../../storage/format.js'
import { partitionHashBytes } from '../../storage/partition-hash.js'

/** The counter of the collection that an item with this key belongs to. */
export function getCollectionSize({ space }: CollectionSizes, itemKey: Uint8Array): Get {
  return { kind: 'get', space, key: itemKey.subarray(0, partitionHashBytes) }
}

export function decodeCollectionSize(record: Buffer | undefined): number {
  if (record === undefined) return 0
  const { revision } = formatSteps.collectionSizes
  assert(record[0] === revision, 'a counter of unknown version', { version: record[0] })
  return Number(record.readBigUInt64BE(1))
}

/** An empty collection has no counter. */
export function putCollectionSize({ space, key }: Get, bytes: number): Mutation {
  assert(bytes >= 0, 'a collection has a size', { bytes })
  if (bytes === 0) return { kind: 'delete', space, key }
  const value = Buffer.allocUnsafe(9)
  value[0] = formatSteps.collectionSizes.revision
  value.writeBigUInt64BE(BigInt(bytes), 1)
  return { kind: 'put', space, key, value }
}

/** A write whose item may belong to a collection that is counted. */
interface CountedWrite {
  readonly table: Table
  readonly write: { readonly read: Get; readonly collection: Get | undefined }
}

/** What was read for it: cursors of what is being built, and the counter. */
interface StoredCounter {
  readonly cursors: readonly (Buffer | undefined)[]
  readonly collection?: Buffer | undefined
}

interface DecidedWrite {
  readonly mutations: readonly Mutation[]
  readonly result: { readonly collectionBytes?: number }
}

interface Running {
  readonly get: Get
  readonly before: number
  bytes: number
}

/** The collections that the writes of one storage transaction belong to. Made anew for each decision. */
export class CollectionTally {
  #sizes: Map<string, Running> | undefined

  /**
   * Counts a write that was decided, and adds the size of its collection to the outcome. Throws if the
   * collection would be too large; what makes it no larger is always allowed.
   */
  count<D extends DecidedWrite>(
    { table, write }: CountedWrite,
    stored: StoredCounter,
    decision: D,
  ): D {
    const { collection } = write
    if (collection === undefined) return decision
    const running = this.#runningFor(collection, stored)
    const growth = growthBy({ table, write }, stored, decision.mutations)
    const bytes = running.bytes + growth
    if (growth > 0 && bytes > table.collections!.bytesMax) throw itemCollectionTooLarge()
    running.bytes = bytes
    return { ...decision, result: { ...decision.result, collectionBytes: bytes } }
  }

  /** Counts what cannot be refused: it was admitted elsewhere. */
  countAdmitted(
    counted: CountedWrite,
    stored: StoredCounter,
    mutations: readonly Mutation[],
  ): void {
    const { collection } = counted.write
    if (collection === undefined) return
    this.#runningFor(collection, stored).bytes += growthBy(counted, stored, mutations)
  }

  mutations(): readonly Mutation[] {
    if (this.#sizes === undefined) return nothing
    const changed = [...this.#sizes.values()].filter(({ before, bytes }) => before !== bytes)
    return changed.map(({ get, bytes }) => putCollectionSize(get, bytes))
  }

  #runningFor(get: Get, { collection: record }: StoredCounter): Running {
    this.#sizes ??= new Map()
    const name = `${get.space} ${Buffer.from(get.key).toString('latin1')}`
    const known = this.#sizes.get(name)
    if (known !== undefined) return known
    const bytes = decodeCollectionSize(record)
    const running = { get, before: bytes, bytes }
    this.#sizes.set(name, running)
    return running
  }
}

const nothing: readonly Mutation[] = []

/** While counters are being built, items beyond the cursor are counted later. */
function isCounted(table: Table, itemKey: Uint8Array, { cursors }: StoredCounter): boolean {
  const at = table.building.findIndex(({ kind }) => kind === 'collections')
  return at === -1 || Buffer.compare(itemKey, decodeCursor(cursors[at])) < 0
}

/** What mutations add to the totals of the table and its local indexes. */
function growthBy(
  { table, write }: CountedWrite,
  stored: StoredCounter,
  mutations: readonly Mutation[],
): number {
  if (!isCounted(table, write.read.key, stored)) return 0
  const { space, indexes } = table
  let bytes = 0
  for (const mutation of mutations) {
    if (mutation.kind !== 'tally') continue
    const isLocal = indexes.some(
      (index) => index.kind === 'local' && index.space === mutation.space,
    )
    if (mutation.space === space || isLocal) bytes += mutation.bytes
  }
  return bytes
}
