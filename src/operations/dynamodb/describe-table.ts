/** DescribeTable: everything about a table. Sizes are current, not hours old. */
import { ownerOfSpaces } from '../../catalog/settle-derived.js'
import { onTable } from '../access.js'
import { arnOfNamed, requireNamedTable } from '../named-table.js'
import { operation } from '../operation.js'
import { withLostKey } from './tables/encryption.js'
import { describedInGroup } from './tables/described-in-group.js'
import { tableDescription } from './tables/table-description.js'

export const describeTable = operation('dynamodb.DescribeTable', {
  read: ({ TableName }, ctx) => requireNamedTable(ctx, TableName),

  access: (ctx, named) => [onTable(ctx, 'dynamodb:DescribeTable', arnOfNamed(named))],

  async run(ctx, named) {
    const table = await ctx.catalog.requireTable(named, named.name)
    const totals = await ctx.catalog.totals(table)
    const lost = await ctx.tableKeys?.findLost(ownerOfSpaces(table))
    const described = tableDescription(table, ctx.clock.now(), totals)
    const own = lost === undefined ? described : withLostKey(described, lost)
    return { output: { Table: await describedInGroup(ctx, table, own) } }
  },
})
