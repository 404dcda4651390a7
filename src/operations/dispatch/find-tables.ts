/**
 * Find: the tables that a request names. Definitions come from a cache and may be stale, so whoever
 * runs on them asks `isStale` when something fails, and starts over with fresh ones.
 */
import type { Catalog } from '../../catalog/catalog.js'
import type { Table } from '../../catalog/table.js'
import { tableNameIn } from '../../model/arn.js'
import { ServiceError } from '../../model/errors.js'
import { GuardBroken } from '../../storage/errors.js'
import type { OperationContext } from '../operation.js'

export type FoundTables = readonly (Table | undefined)[]

export const noTables: readonly [] = []

/**
 * All tables, if nothing has to be read for them. The usual case, without waiting for anything: every
 * await on this path shows in the throughput.
 */
export function tablesAtHand(
  { catalog, caller }: OperationContext,
  namesOrArns: readonly string[],
): readonly Table[] | undefined {
  const tables: Table[] = []
  let table: Table | undefined
  for (const [i, nameOrArn] of namesOrArns.entries()) {
    // The items of a batch or transaction are often all in one table.
    if (i === 0 || nameOrArn !== namesOrArns[i - 1]) {
      const tableName = tableNameIn(caller, nameOrArn)
      table = tableName === undefined ? undefined : catalog.tableAtHand(caller, tableName)
      if (table === undefined) return undefined
    }
    tables.push(table!)
  }
  return tables
}

/** The same with those that have to be read; undefined where there is none. */
export async function findTables(
  { catalog, caller }: OperationContext,
  namesOrArns: readonly string[],
): Promise<FoundTables> {
  const found = new Map<string, Table | undefined>()
  for (const nameOrArn of namesOrArns) {
    if (found.has(nameOrArn)) continue
    const tableName = tableNameIn(caller, nameOrArn)
    const table = tableName === undefined ? undefined : await catalog.findTable(caller, tableName)
    found.set(nameOrArn, table)
  }
  return namesOrArns.map((nameOrArn) => found.get(nameOrArn))
}

/**
 * Whether an error comes from a definition that another server has since changed. An error answer may
 * be due to the old schema, so it counts only once the definition is known to be current.
 */
export async function isStale(
  catalog: Catalog,
  tables: readonly Table[],
  error: unknown,
): Promise<boolean> {
  if (error instanceof GuardBroken) return true
  if (!(error instanceof ServiceError)) return false
  for (const table of new Set(tables)) {
    if (!(await catalog.isCurrent(table))) return true
  }
  return false
}
