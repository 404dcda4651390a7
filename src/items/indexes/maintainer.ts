/**
 * What it takes to keep one kind of derived data in step with the items. There is one maintainer for
 * each kind (`maintainers.ts`); writing, building and verifying work on any of them alike.
 *
 * Both functions are pure. `entries` says what has to be there, `mutations` how to get there after a
 * write: applied to what `entries` implies for the item before, they leave what it implies after.
 */
import type { Derived } from '../../catalog/derived.js'
import type { Table } from '../../catalog/table.js'
import type { Mutation } from '../../storage/engine.js'
import type { StoredItem } from '../stored-item.js'

/** Methods, so that a maintainer of one kind can stand in a table of all kinds. */
export interface Maintainer<D extends Derived = Derived> {
  /** Everything that an item implies. */
  entries(table: Table, derived: D, item: PlacedItem): readonly EntryPut[]
  /** What differs between what an item implied before a write and after it. */
  mutations(table: Table, derived: D, rewrite: Rewrite): Maintenance
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

/** The weight is what the entry counts for in the totals of its index. */
export type EntryPut = Extract<Mutation, { kind: 'put' }>

export interface Maintenance {
  readonly mutations: readonly Mutation[]
  /** Each entry of an index that is added, replaced or removed: each costs a write. */
  readonly written: readonly WrittenEntry[]
}

export interface WrittenEntry {
  readonly indexName: string
  readonly key: Buffer
  readonly bytes: number
}

export const untouched: Maintenance = { mutations: [], written: [] }
