/**
 * A table as the rest of the program sees it. `Table` is what may come from a cache: the layout,
 * and the guard that shows whether it is current. Settings have no guard, so they are only part of
 * a `DescribedTable`, which comes from a record that was just read or written.
 */
import { tableArn } from '../model/arn.js'
import type { TableLayout, TableSettings } from '../model/table.js'
import type { Guard } from '../storage/engine.js'
import { derivedOf, isBeingBuilt, type Derived } from './derived.js'
import { guardOf, type TableRecord } from './table-record.js'

export interface Table extends TableLayout {
  readonly arn: string
  /**
   * Holds exactly while the layout is current. Every read or write of the table's items carries it,
   * so a layout that another server has changed is never used.
   */
  readonly guard: Guard
  /** Computed once for each layout rather than for each write. */
  readonly derived: readonly Derived[]
  /** The part of `derived` that does not cover every item yet. */
  readonly building: readonly Derived[]
  /**
   * Whether a write has to keep more in step than its item: derived data or the change log. Both need whole
   * items, before and after. Where it is false, writes may be blind, and items may be read and updated in
   * part; a test that sets it makes them go the general way.
   */
  readonly isWatched: boolean
}

/** A table with its settings, as they were when its record was read or written. */
export interface DescribedTable extends Table, TableSettings {}

/** Finds the table that a request names by name or ARN, if it exists. */
export type FindTable = (nameOrArn: string) => Table | undefined

export function tableOf(record: TableRecord): DescribedTable {
  const { definition } = record
  const derived = derivedOf(definition)
  return {
    ...definition,
    arn: tableArn(definition, definition.name),
    guard: guardOf(record),
    derived,
    building: derived.filter(isBeingBuilt),
    isWatched: derived.length > 0 || definition.changes !== undefined,
  }
}
