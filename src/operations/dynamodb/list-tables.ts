/** ListTables: table names in order, page by page. */
import { listTablesPageMax } from '../../model/limits.js'
import { onAllTables } from '../access.js'
import { operation } from '../operation.js'

export const listTables = operation('dynamodb.ListTables', {
  read: (input) => ({
    after: input.ExclusiveStartTableName,
    max: input.Limit ?? listTablesPageMax,
  }),

  access: (ctx) => [onAllTables(ctx, 'dynamodb:ListTables')],

  async run(ctx, { after, max }) {
    const { names, more } = await ctx.catalog.listTables(ctx.caller, after, max)
    return {
      output: { TableNames: names, ...(more && { LastEvaluatedTableName: names.at(-1) }) },
    }
  },
})
