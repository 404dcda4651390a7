/**
 * Find: the tables that a request names. Definitions come from a cache and may be stale, so if a
 * request fails, its caller checks `isStale` and starts over with fresh definitions.
 */
import type { Catalog } from '../../catalog/catalog.js'
import type { Table } from '../../catalog/table.js'
import { ServiceError } from '../../model/errors.js'
import { Throttled } from '../throttling/throttled.js'
import { GuardBroken } from '../../storage/errors.js'
import { foreignArn } from '../foreign-arn.js'
import { findNamedTable, type NamedTable } from '../named-table.js'
import type { OperationContext } from '../operation.js'

export type FoundTables = readonly (Table | undefined)[]

export const noTables: readonly [] = []

/**
 * All tables, if none has to be read from the store; undefined otherwise. This is the usual case
 * and does not wait: every await on this path costs measurable throughput.
 */
export function tablesAtHand(
  ctx: OperationContext,
  namesOrArns: readonly string[],
  acrossAccounts: boolean,
): readonly Table[] | undefined {
  const { catalog, caller } = ctx
  const tables: Table[] = []
  let table: Table | undefined
  for (const [i, nameOrArn] of namesOrArns.entries()) {
    // The items of a batch or transaction are often all in one table.
    if (i === 0 || nameOrArn !== namesOrArns[i - 1]) {
      if (nameOrArn.startsWith('arn:')) {
        const named = namedIn(ctx, nameOrArn, acrossAccounts)
        table = named && catalog.tableAtHand(named, named.name)
      } else {
        table = catalog.tableAtHand(caller, nameOrArn)
      }
      if (table === undefined) return undefined
    }
    tables.push(table!)
  }
  return tables
}

/**
 * As `tablesAtHand`, but reads the tables that are not cached; undefined for a table that does not
 * exist.
 */
export async function findTables(
  ctx: OperationContext,
  namesOrArns: readonly string[],
  acrossAccounts: boolean,
): Promise<FoundTables> {
  const found = new Map<string, Table | undefined>()
  for (const nameOrArn of namesOrArns) {
    if (found.has(nameOrArn)) continue
    const named = namedIn(ctx, nameOrArn, acrossAccounts)
    if (named === undefined) throw foreignArn(ctx.caller, nameOrArn)
    found.set(nameOrArn, await ctx.catalog.findTable(named, named.name))
  }
  return namesOrArns.map((nameOrArn) => found.get(nameOrArn))
}

function namedIn(
  { caller, isAuthorised }: OperationContext,
  nameOrArn: string,
  acrossAccounts: boolean,
): NamedTable | undefined {
  return findNamedTable({ caller, isAuthorised: acrossAccounts && isAuthorised }, nameOrArn)
}

/**
 * Whether an error was caused by a definition that another server has changed since. An error
 * answer may be due to the old schema, so it is valid only once the definition is known to be
 * current.
 */
export async function isStale(
  catalog: Catalog,
  tables: readonly Table[],
  error: unknown,
): Promise<boolean> {
  if (error instanceof GuardBroken) return true
  // Whatever the definition is by now, the client has to come back.
  if (!(error instanceof ServiceError) || error instanceof Throttled) return false
  for (const table of new Set(tables)) {
    if (!(await catalog.isCurrent(table))) return true
  }
  return false
}
