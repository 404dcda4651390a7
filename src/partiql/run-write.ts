/**
 * INSERT, UPDATE and DELETE outside transactions and batches, and the answer to their RETURNING.
 */
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { Work } from '../items/work.js'
import { writtenImage } from '../items/write/written-image.js'
import type { WriteOutcome } from '../items/write/write.js'
import type { Item } from '../model/item.js'
import type { ItemJson } from '../model/item-json.js'
import { planWriteStatement, type WriteStatement } from './plan-write.js'

export interface StatementWritten {
  /** Undefined if nothing was asked for, or there was nothing to return. */
  readonly item: Item | ItemJson | undefined
  readonly work: Work
}

export async function runWrite(
  items: Items,
  table: Table,
  statement: WriteStatement,
  showItemOnFailure: boolean,
): Promise<StatementWritten> {
  const write = planWriteStatement(table, statement)
  // AWS: a DuplicateItemException never includes the item.
  const outcome = await items.write(table, {
    ...write,
    showItemOnFailure: showItemOnFailure && statement.kind !== 'insert',
  })
  return { item: returnedItem(statement, outcome), work: outcome.work }
}

export function returnedItem(
  statement: WriteStatement,
  outcome: WriteOutcome,
): Item | ItemJson | undefined {
  if (statement.kind === 'insert' || statement.returning === undefined) return undefined
  const touched = statement.kind === 'update' ? statement.actions.map(({ path }) => path) : []
  return writtenImage(statement.returning, outcome, touched)
}
