/** CreateTable: a new table with its indexes and settings. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { readTableDraft } from './tables/read-table-draft.js'
import { describeCreatedTable } from './tables/table-answers.js'

export const createTable = operation('dynamodb.CreateTable', {
  read: readTableDraft,

  access: (ctx, { name, tags }) => [
    onTable(ctx, 'dynamodb:CreateTable', name),
    ...(tags.length > 0 ? [onTable(ctx, 'dynamodb:TagResource', name)] : []),
  ],

  async run(ctx, draft) {
    const table = await ctx.catalog.createTable(draft)
    return { output: { TableDescription: describeCreatedTable(table) } }
  },
})
