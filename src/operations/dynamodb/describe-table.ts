/** DescribeTable: everything about a table. Sizes are current, not hours old. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { tableDescription } from './tables/table-description.js'
import { requireTableName } from './tables/table-name.js'

export const describeTable = operation('dynamodb.DescribeTable', {
  read: ({ TableName }, { caller }) => requireTableName(caller, TableName),

  access: (ctx, tableName) => [onTable(ctx, 'dynamodb:DescribeTable', tableName)],

  async run(ctx, tableName) {
    const table = await ctx.catalog.requireTable(ctx.caller, tableName)
    const totals = await ctx.catalog.totals(table)
    return { output: { Table: tableDescription(table, ctx.clock.now(), totals) } }
  },
})
