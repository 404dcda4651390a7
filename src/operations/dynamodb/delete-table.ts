/** DeleteTable: deletes a table with all its data, unless it is protected. */
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { arnOfNamed, requireNamedTable } from '../named-table.js'
import { operation } from '../operation.js'
import { describeDeletedTable } from './tables/table-answers.js'

export const deleteTable = operation('dynamodb.DeleteTable', {
  read: ({ TableName }, ctx) => requireNamedTable(ctx, TableName),

  access: (ctx, named) => [onTable(ctx, 'dynamodb:DeleteTable', arnOfNamed(named))],

  async run(ctx, named) {
    const { name } = named
    const current = await ctx.catalog.requireTable(named, name)
    await ctx.resourcePolicies.requireSettled({ ...named, tableName: name })
    const totals = await ctx.catalog.totals(current)
    const table = await ctx.catalog.deleteTable(named, name, ({ deletionProtection }) => {
      if (deletionProtection) throw protectedTable()
    })
    return { output: { TableDescription: describeDeletedTable(table, totals) } }
  },
})

function protectedTable() {
  return validation(
    'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
  )
}
