/**
 * Run: runs an operation on its tables. If another server has changed a table since it was found,
 * the request starts over with the new definition; nothing has been written by then. After a few attempts
 * changes by this server let it go first. A table that never comes to rest is an error that clients retry.
 */
import { staleTablePromptRetriesMax, staleTableRetriesMax } from '../../catalog/limits.js'
import { staleTablePause } from '../../catalog/stale-table-pause.js'
import { workOfFailure } from '../../items/failed-work.js'
import { resourceNotFound } from '../../model/errors.js'
import { StorageError } from '../../storage/errors.js'
import type { Operation, OperationContext, Result } from '../operation.js'
import { authorise } from './authorise.js'
import { findTables, isStale, noTables, tablesAtHand, type FoundTables } from './find-tables.js'
import type { Stages } from './stages.js'

export async function run(
  stages: Stages,
  ctx: OperationContext,
  operation: Operation,
  request: unknown,
): Promise<Result<unknown>> {
  const names = operation.tables === undefined ? noTables : operation.tables(request)
  const { acrossAccounts: across } = operation
  let release: (() => void) | undefined
  try {
    for (let attempt = 0; attempt < staleTableRetriesMax; attempt++) {
      const tables = tablesAtHand(ctx, names, across) ?? (await findTables(ctx, names, across))
      ctx.found = tables
      try {
        let permitted = request
        if (stages.permit !== undefined) {
          const judged = authorise(stages.permit, { ctx, operation, request, names, tables })
          permitted = judged instanceof Promise ? await judged : judged
        }
        if (!operation.toleratesMissing) requireTables(tables)
        if (stages.admission?.isOn === true) {
          const prepared = { ctx, operation, request: permitted, names, tables }
          permitted = stages.admission.admit(prepared)
        }
        const running = operation.run(ctx, permitted, tables)
        const result = running instanceof Promise ? await running : running
        if (stages.charge !== undefined && result.work !== undefined) {
          stages.charge(ctx, result.work, operation)
        }
        return result
      } catch (error) {
        const found = tables.filter((table) => table !== undefined)
        if (!(await isStale(ctx.catalog, found, error))) {
          chargeFailure(stages, ctx, operation, error)
          throw error
        }
        for (const table of found) ctx.catalog.forget(table)
        if (attempt === staleTablePromptRetriesMax) release = ctx.catalog.holdChanges(found)
        await staleTablePause(attempt + 1)
      }
    }
  } finally {
    release?.()
  }
  throw new StorageError('conflict', 'the table kept changing while a request used it')
}

/** Whether the caller may run it, by the tables as they are at hand. */
export async function mayRun(
  stages: Stages,
  ctx: OperationContext,
  operation: Operation,
  request: unknown,
): Promise<boolean> {
  const names = operation.tables === undefined ? noTables : operation.tables(request)
  const { acrossAccounts: across } = operation
  const tables = tablesAtHand(ctx, names, across) ?? (await findTables(ctx, names, across))
  requireTables(tables)
  if (stages.permit === undefined) return true
  const judged = authorise(stages.permit, { ctx, operation, request, names, tables })
  // What is left of a request that is permitted in part is another request.
  return (judged instanceof Promise ? await judged : judged) === request
}

/** AWS: a condition that does not hold costs what it took to find that out. */
function chargeFailure(
  { charge }: Stages,
  ctx: OperationContext,
  operation: Operation,
  error: unknown,
): void {
  const work = charge === undefined ? undefined : workOfFailure(error)
  if (work !== undefined) charge!(ctx, work, operation)
}

function requireTables(tables: FoundTables): void {
  for (const table of tables) if (table === undefined) throw resourceNotFound()
}
