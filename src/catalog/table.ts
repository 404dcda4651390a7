/** A table as the rest of the program sees it: its definition, and the guard that says it is current. */
import { tableArn } from '../model/arn.js'
import type { TableDefinition } from '../model/table.js'
import type { Guard } from '../storage/engine.js'
import { guardOf, type TableRecord } from './table-record.js'
import { derivedOf, isBeingBuilt, type Derived } from './derived.js'

export interface Table extends TableDefinition {
  readonly arn: string
  /**
   * Holds exactly while the definition is the current one. Every read or write of the table's items
   * carries it, so a definition that another server has changed is never acted upon.
   */
  readonly guard: Guard
  /** Listed once for each definition rather than for each write. */
  readonly derived: readonly Derived[]
  /** The part of `derived` that does not cover every item yet. */
  readonly building: readonly Derived[]
}

/** The table that a request calls by a name or ARN, if it is there. */
export type FindTable = (nameOrArn: string) => Table | undefined

export function tableOf(record: TableRecord): Table {
  const { definition } = record
  const derived = derivedOf(definition)
  return {
    ...definition,
    arn: tableArn(definition, definition.name),
    guard: guardOf(record),
    derived,
    building: derived.filter(isBeingBuilt),
  }
}
