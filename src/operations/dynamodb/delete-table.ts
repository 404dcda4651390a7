/** DeleteTable: deletes a table with all its data, unless it is protected. */
import { validation } from '../../model/errors.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { describeDeletedTable } from './tables/table-answers.js'
import { requireTableName } from './tables/table-name.js'

export const deleteTable = operation('dynamodb.DeleteTable', {
  read: ({ TableName }, { caller }) => requireTableName(caller, TableName),

  access: (ctx, tableName) => [onTable(ctx, 'dynamodb:DeleteTable', tableName)],

  async run(ctx, tableName) {
    const current = await ctx.catalog.requireTable(ctx.caller, tableName)
    await ctx.resourcePolicies.requireSettled({ ...current, tableName })
    const totals = await ctx.catalog.totals(current)
    const table = await ctx.catalog.deleteTable(ctx.caller, tableName, ({ deletionProtection }) => {
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
