/** The tables of a global table's members that are in this store. */
import type { NamedTable } from '../../named-table.js'
import type { OperationContext } from '../../operation.js'
import { noSuchGlobalTable, type MemberTable } from './replica-scaling.js'

/** In the order of their regions, the caller's own among them. */
export async function requireMemberTables(
  ctx: OperationContext,
  named: NamedTable,
): Promise<readonly MemberTable[]> {
  const table = await ctx.catalog.loadTable(named, named.name)
  if (table?.replica === undefined) throw noSuchGlobalTable(named.name)
  throw noSuchGlobalTable(named.name)
}
