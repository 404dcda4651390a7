/** Where the lines of an export come from, behind one interface: a table's items, or their changes. */
import type { DescribedTable } from '../catalog/table.js'
import type { Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'

/** `S` is plain JSON: what the source must remember from step to step. */
export interface LineSource<S> {
  /** `store` returns what is to be written with the new state. */
  begin(table: DescribedTable, fence: Fence, store: (source: S) => readonly Mutation[]): Promise<S>
  /** Reads the change log on by one bounded step. */
  collect(source: S, fence: Fence): Promise<CollectedSource<S>>
  /** In the order of keys; `after` is the key of the last line so far, in base64. */
  page(source: S, after: string | undefined, fence: Fence): Promise<EntryPage<S>>
  /** The mutations that drop what was collected: part of the transaction that ends the work. */
  end(source: S): readonly Mutation[]
}

export interface CollectedSource<S> {
  readonly source: S
  /** Whether there are pages now. */
  readonly isReady: boolean
}

export interface EntryPage<S> {
  readonly source: S
  readonly entries: readonly ExportEntry[]
  readonly next: string | undefined
}

/** What is exported of one item. */
export interface ExportEntry {
  /** The item's, as it is stored. */
  readonly key: Buffer
  /** What was read, for whoever bounds that. */
  readonly bytes: number
  /** Undefined if the filter leaves it out. */
  readonly line: () => Buffer | undefined
}
