/** What is told of a table that has replicas; the code for that is loaded with the first of them. */
import type { TableDescription } from '../../../api/generated/dynamodb-types.js'
import type { DescribedTable } from '../../../catalog/table.js'
import type { OperationContext } from '../../operation.js'

export async function describedInGroup(
  ctx: Pick<OperationContext, 'globalTables' | 'clock'>,
  table: DescribedTable,
  description: TableDescription,
): Promise<TableDescription> {
  if (table.replica === undefined) return description
  const { withReplicas } = await import('./replica-description.js')
  return withReplicas(ctx, table, description)
}
