/**
 * Authorise: may the caller do what the request is about to do? This is checked before a missing
 * table is reported, so that a caller without rights does not learn which tables exist.
 */
import type { Table } from '../../catalog/table.js'
import type { Access } from '../access.js'
import type { RequestContext } from '../operation.js'
import type { PreparedCall } from './prepared-call.js'

/**
 * Throws unless the caller has the right. `table` is the table of an action on items, if it exists.
 */
export type Permit = (
  ctx: RequestContext,
  access: Access,
  table: Table | undefined,
) => void | Promise<void>

export async function authorise(permit: Permit, call: PreparedCall): Promise<void> {
  const { ctx, operation, request, names, tables } = call
  for (const access of operation.access(ctx, request)) {
    const { items } = access
    const at = items === undefined ? -1 : names.indexOf(items.table)
    await permit(ctx, access, tables[at])
  }
}
