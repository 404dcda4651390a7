/**
 * What happens to every request, whichever way it came in, top to bottom: constraints, the operation's
 * own reading, the table, the work. The order is AWS's. The types of the input are checked by the
 * protocol it came in.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { KinesisStreams } from '../kinesis/kinesis-streams.js'
import type { PageTokens } from './page-token.js'
import { tableNameIn } from '../model/arn.js'
import { resourceNotFound, ServiceError } from '../model/errors.js'
import { staleTableRetriesMax } from '../catalog/limits.js'
import type { Clock } from '../stdx/clock.js'
import { GuardBroken, StorageError } from '../storage/errors.js'
import type { Streams } from '../streams/streams.js'
import type { Call, Dispatcher } from './dispatcher.js'
import { asWordedBy } from './message-prefix.js'
import type { OperationContext, PreparedOperation } from './operation.js'
import { allOperations } from './registry.js'

export interface DispatchDependencies {
  readonly clock: Clock
  readonly catalog: Catalog
  readonly items: Items
  readonly nextTokens: PageTokens
  readonly streams: Streams
  readonly kinesis?: KinesisStreams
}

export function createDispatcher(dependencies: DispatchDependencies): Dispatcher {
  return {
    operations: allOperations,
    dispatch: (call) => dispatch(dependencies, call),
  }
}

async function dispatch(dependencies: DispatchDependencies, call: Call): Promise<unknown> {
  const { operation, input } = call
  operation.definition.checkConstraints(input)
  const ctx = contextOf(dependencies, call)
  try {
    return await run(ctx, operation.prepare(input, ctx))
  } catch (error) {
    throw error instanceof ServiceError ? asWordedBy(operation.definition, error) : error
  }
}

/** Member by member: a spread here took a third of what the dispatcher does for a GetItem. */
function contextOf(dependencies: DispatchDependencies, call: Call): OperationContext {
  const { clock, catalog, items, nextTokens, streams, kinesis } = dependencies
  const { caller, host, requestId } = call
  return { clock, catalog, items, nextTokens, streams, kinesis, caller, host, requestId }
}

async function run(ctx: OperationContext, prepared: PreparedOperation): Promise<unknown> {
  const { tableNames } = prepared
  for (let attempt = 0; attempt < staleTableRetriesMax; attempt++) {
    const tables = tablesAtHand(ctx, tableNames) ?? (await findTables(ctx, prepared))
    try {
      return await prepared.run(ctx, tables)
    } catch (error) {
      const found = tables.filter((table) => table !== undefined)
      if (!(await isStale(ctx.catalog, found, error))) throw error
      for (const table of found) ctx.catalog.forget(table)
    }
  }
  throw new StorageError('conflict', 'the table kept changing while a request used it')
}

/**
 * Whether a failure came of a definition that another server has changed meanwhile. An error answer
 * may have been given by the old schema, so it counts only once the definition is known to be current.
 */
async function isStale(
  catalog: Catalog,
  tables: readonly Table[],
  error: unknown,
): Promise<boolean> {
  if (error instanceof GuardBroken) return true
  if (!(error instanceof ServiceError)) return false
  for (const table of tables) {
    if (!(await catalog.isCurrent(table))) return true
  }
  return false
}

/**
 * All tables, if nothing has to be read for them. The usual case, without waiting for anything: every
 * await on this path shows in the throughput.
 */
function tablesAtHand(
  { catalog, caller }: OperationContext,
  namesOrArns: readonly string[],
): readonly Table[] | undefined {
  const tables: Table[] = []
  for (const nameOrArn of namesOrArns) {
    const tableName = tableNameIn(caller, nameOrArn)
    const table = tableName === undefined ? undefined : catalog.tableAtHand(caller, tableName)
    if (table === undefined) return undefined
    tables.push(table)
  }
  return tables
}

async function findTables(
  { catalog, caller }: OperationContext,
  { tableNames, toleratesMissing }: PreparedOperation,
): Promise<readonly (Table | undefined)[]> {
  const tables: (Table | undefined)[] = []
  for (const nameOrArn of tableNames) {
    const tableName = tableNameIn(caller, nameOrArn)
    const table = tableName === undefined ? undefined : await catalog.findTable(caller, tableName)
    if (table === undefined && toleratesMissing !== true) throw resourceNotFound()
    tables.push(table)
  }
  return tables
}
