/**
 * Transactions of statements, turned into the transactions of `items/`.
 *
 * AWS: a statement without the shape that a transaction requires refuses the request, wherever it
 * occurs. After that, a missing table, then a key that does not fit, cancels the transaction; only
 * the first one is reported.
 */
import type { FindTable, Table } from '../catalog/table.js'
import { canceledFor, reasonOf } from '../items/write/cancellation.js'
import type { Items } from '../items/items.js'
import type { RequestToken } from '../items/write/request-token.js'
import type { Work } from '../items/work.js'
import type { TransactOutcome } from '../items/write/transact-write.js'
import { resourceNotFound, validation } from '../model/errors.js'
import type { Item } from '../model/item.js'
import type { ItemJson } from '../model/item-json.js'
import { mapInTurns } from '../stdx/turns.js'
import { inStatement } from './check-transaction.js'
import { planExists } from './plan/plan-exists.js'
import { planSelect } from './plan-select.js'
import { planTransactedWrite, type WriteStatement } from './plan-write.js'
import { pinnedKey, projectionIn, selectedOf, stepsToSelect } from './plan/single-item-read.js'
import type { Exists, Select, Source } from './statement.js'

export interface StatementsRead {
  /** In the order of the statements; undefined where there is no item. */
  readonly items: readonly (Item | ItemJson | undefined)[]
  readonly work: Work
}

export async function runReads(
  items: Items,
  selects: readonly Select[],
  findTable: FindTable,
): Promise<StatementsRead> {
  const keys = selects.map((select, i) => {
    const table = findTable(select.source.table)
    return table && inStatement(i, () => requirePinnedKey(table, select))
  })
  const tables = requireTables(
    selects.map(({ source }) => source),
    findTable,
  )
  const gets = selects.map((select, i) => {
    return { table: tables[i]!, key: keys[i]!, projection: projectionIn(select) }
  })
  const found = await items.transactGet(gets)
  const selected = selects.map((select, i) => ({ select, stored: found.items[i] }))
  const shown = await mapInTurns(selected, stepsToSelect, selectedOf)
  return { items: shown, work: found.work }
}

function requirePinnedKey(table: Table, select: Select): Item {
  const key = pinnedKey(table.keySchema, select.where)
  if (key !== undefined) return key
  // Faults of the SELECT itself, such as branches that overlap, are reported first.
  planSelect(table, select, true)
  throw validation(
    'Select statements within ExecuteTransaction must specify the primary key in the where clause.',
  )
}

export interface TransactedWrite {
  readonly statement: WriteStatement | Exists
  readonly showItemOnFailure: boolean
}

export async function runWrites(
  items: Items,
  writes: readonly TransactedWrite[],
  findTable: FindTable,
  token: RequestToken | undefined,
): Promise<TransactOutcome> {
  for (const [i, { statement }] of writes.entries()) {
    const table = findTable(sourceOf(statement).table)
    if (table === undefined || statement.kind !== 'exists') continue
    inStatement(i, () => planExists(table, statement))
  }
  const tables = requireTables(
    writes.map(({ statement }) => sourceOf(statement)),
    findTable,
  )
  const planned = writes.map(({ statement, showItemOnFailure }, i) => {
    const table = tables[i]!
    const write = orCancel(i, writes.length, () => planInTransaction(table, statement))
    return { table, write: { ...write, showItemOnFailure } }
  })
  return items.transactWrite(planned, { token, faultsFirst: true })
}

function planInTransaction(table: Table, statement: WriteStatement | Exists) {
  return statement.kind === 'exists'
    ? planExists(table, statement)
    : planTransactedWrite(table, statement)
}

function sourceOf(statement: WriteStatement | Exists): Source {
  return statement.kind === 'exists' ? statement.select.source : statement.source
}

function requireTables(sources: readonly Source[], findTable: FindTable): readonly Table[] {
  return sources.map((source, i) =>
    orCancel(i, sources.length, () => {
      const table = findTable(source.table)
      if (table === undefined) throw resourceNotFound()
      return table
    }),
  )
}

/** The result of the work; a fault it throws cancels the transaction. */
function orCancel<T>(index: number, statements: number, work: () => T): T {
  try {
    return work()
  } catch (fault) {
    throw canceledFor(new Map([[index, reasonOf(fault)]]), statements)
  }
}
