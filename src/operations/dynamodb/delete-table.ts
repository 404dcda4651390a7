/** DeleteTable: deletes a table with all its data, unless it is protected. */
import type { DescribedTable } from '../../catalog/table.js'
import { resourceInUse, validation } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import type { BesideDefinition } from '../../storage/table-keys.js'
import { onTable } from '../access.js'
import { arnOfNamed, requireNamedTable } from '../named-table.js'
import { operation, type OperationContext } from '../operation.js'
import { describeDeletedTable } from './tables/table-answers.js'

export const deleteTable = operation('dynamodb.DeleteTable', {
  read: ({ TableName }, ctx) => requireNamedTable(ctx, TableName),

  access: (ctx, named) => [onTable(ctx, 'dynamodb:DeleteTable', arnOfNamed(named))],

  async run(ctx, named) {
    const { name } = named
    const current = await ctx.catalog.requireTable(named, name)
    await ctx.resourcePolicies.requireSettled({ ...named, tableName: name })
    const totals = await ctx.catalog.totals(current)
    const check = ({ deletionProtection, replica }: TableDefinition) => {
      if (deletionProtection) throw protectedTable()
      if (replica?.groupId !== current.replica?.groupId) throw changedMeanwhile()
    }
    const remove = (beside: readonly BesideDefinition[]) =>
      ctx.catalog.deleteTable(named, name, check, beside)
    const table = await removedFrom(ctx, current, remove)
    return { output: { TableDescription: describeDeletedTable(table, totals) } }
  },
})

/** What concerns replicas is loaded with the first table that has some. */
async function removedFrom(
  ctx: OperationContext,
  current: DescribedTable,
  remove: (beside: readonly BesideDefinition[]) => Promise<DescribedTable>,
): Promise<DescribedTable> {
  if (current.replica === undefined) return remove([])
  const { deleteInGroup } = await import('./tables/delete-in-group.js')
  return deleteInGroup(ctx, current, remove)
}

/** It was deleted as what it is no more: a replica was added, or the last one has gone. */
function changedMeanwhile() {
  return resourceInUse('The resource which you are attempting to change is in use.')
}

function protectedTable() {
  return validation(
    'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
  )
}
