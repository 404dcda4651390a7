/** A table as the rest of the program holds it: its definition, and the guard that keeps it honest. */
import { tableArn } from '../model/arn.js'
import type { TableDefinition } from '../model/table.js'
import type { Guard } from '../storage/engine.js'

export interface Table extends TableDefinition {
  readonly arn: string
  /**
   * Holds exactly while the definition is the current one. Every read or write of the table's items
   * carries it, so a definition that another server has changed meanwhile is never acted upon.
   */
  readonly guard: Guard
}

/** The table that a request calls by a name or ARN, if it is there. */
export type FindTable = (nameOrArn: string) => Table | undefined

export function tableOf(definition: TableDefinition, guard: Guard): Table {
  return { ...definition, arn: tableArn(definition, definition.name), guard }
}
