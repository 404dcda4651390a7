/** AWS: a change that needs the key of a table is refused in the words that requests for its items get. */
import { ownerOfSpaces } from '../../../catalog/settle-derived.js'
import type { OperationContext } from '../../operation.js'

/** Throws `KeyFault` if the key of the table is lost. A table that does not exist has none. */
export async function requireUsableKey(ctx: OperationContext, tableName: string): Promise<void> {
  const { tableKeys, catalog, caller } = ctx
  if (tableKeys === undefined) return
  const table = await catalog.loadTable(caller, tableName)
  const lost = table && (await tableKeys.findLost(ownerOfSpaces(table)))
  if (lost !== undefined) throw lost.fault
}
