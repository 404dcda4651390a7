/** The global table that a table of the caller's region is a member of. */
import { ServiceError } from '../../model/errors.js'
import type { GlobalTable } from '../../replication/global-table.js'
import type { OperationContext } from '../operation.js'

export async function requireGlobalTable(
  { replication, caller }: OperationContext,
  tableName: string,
): Promise<GlobalTable> {
  const group = await (await replication()).find(caller, tableName)
  if (group !== undefined) return group
  const sentence = `Global table with name: '${tableName}' does not exist.`
  throw new ServiceError('ResourceNotFoundException', sentence)
}
