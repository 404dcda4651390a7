/**
 * How one kind of derived data is kept in step with the items. There is one maintainer for each
 * kind (`maintainers.ts`); writing, building and verifying treat them all alike.
 *
 * Both functions are pure. `entries` returns what must be stored for an item, and `mutations` how a
 * write gets there: applied to what `entries` implies for the item before, they leave what it
 * implies for the item after.
 */
import type { Derived } from '../../catalog/derived.js'
import type { Table } from '../../catalog/table.js'
import type { Mutation, SpaceId } from '../../storage/engine.js'
import type { Item } from '../../model/item.js'
import type { StoredItem } from '../stored-item.js'
import type { Touch } from '../work.js'

/**
 * Methods rather than functions, so that a maintainer of one kind fits into a table of all kinds.
 */
export interface Maintainer<D extends Derived = Derived> {
  /** All entries that an item implies. */
  entries(table: Table, derived: D, item: PlacedItem): readonly EntryPut[]
  /** The difference between what an item implied before a write and what it implies after. */
  mutations(table: Table, derived: D, rewrite: Rewrite): Maintenance
  /** What an item adds to totals beside those of its entries. `mutations` keeps them in step, too. */
  countedBeside?(derived: D, stored: StoredItem): CountedBeside | undefined
}

/** An item and its key in its table's space. */
export interface PlacedItem {
  readonly stored: StoredItem
  readonly key: Uint8Array
}

/** An item before and after a write, and its key in its table's space. */
export interface Rewrite {
  readonly key: Uint8Array
  readonly before: StoredItem | undefined
  readonly after: StoredItem | undefined
}

/** The weight is what the entry adds to the totals of its index. */
export type EntryPut = Extract<Mutation, { kind: 'put' }>

export interface Maintenance {
  readonly mutations: readonly Mutation[]
  /** Every index entry that is added, replaced or removed. Each costs a write. */
  readonly written: readonly WrittenEntry[]
}

export interface WrittenEntry {
  readonly indexName: string
  readonly kind: Extract<Touch['kind'], 'write' | 'vector-write'>
  readonly key: Buffer
  readonly bytes: number
  /** An item with the key of the entry. */
  readonly subject: Item | StoredItem
}

export interface CountedBeside {
  /** A space without entries. */
  readonly space: SpaceId
  readonly bytes: number
}

export const untouched: Maintenance = { mutations: [], written: [] }
