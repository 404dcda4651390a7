/** DeleteTable in the region of a replica. AWS: it never removes the others. */
import { stateOf } from '../../../catalog/life-cycle.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { beingUsed } from '../../../replication/rules/membership.js'
import type { BesideDefinition } from '../../../storage/table-keys.js'
import type { OperationContext } from '../../operation.js'

/** `remove` deletes the table itself, and writes what it is given with it. */
export async function deleteInGroup(
  ctx: OperationContext,
  current: DescribedTable,
  remove: (beside: readonly BesideDefinition[]) => Promise<DescribedTable>,
): Promise<DescribedTable> {
  if (current.filling?.kind === 'replica') throw beingUsed(current)
  // What is being deleted already is refused as any other table.
  if (stateOf(current, ctx.clock.now()) === 'deleting') return remove([])
  // The catalog refuses to delete one of several that have the same items.
  if (current.replica?.sharedBy !== undefined) return remove([])
  const tables = await ctx.globalTables()
  return tables.deleteMember(current, remove)
}
