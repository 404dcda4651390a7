/** CreateTable: a new table with its indexes and settings. */
import { checkedResourcePolicy } from '../../catalog/rules/resource-policy.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { requireNamedPrincipals } from './policies/named-principals.js'
import { resolvedEncryption } from './tables/chosen-key.js'
import { readTableDraft } from './tables/read-table-draft.js'
import { describeCreatedTable } from './tables/table-answers.js'

export const createTable = operation('dynamodb.CreateTable', {
  read(input, ctx) {
    const draft = readTableDraft(input, ctx)
    const { ResourcePolicy: text } = input
    return { draft, checked: text === undefined ? undefined : checkedResourcePolicy(text, 'table') }
  },

  access: (ctx, { draft: { name, tags }, checked }) => [
    { ...onTable(ctx, 'dynamodb:CreateTable', name), tags },
    ...(tags.length > 0 ? [{ ...onTable(ctx, 'dynamodb:TagResource', name), tags }] : []),
    ...(checked === undefined ? [] : [onTable(ctx, 'dynamodb:PutResourcePolicy', name)]),
  ],

  async run(ctx, { draft, checked }) {
    if (checked !== undefined) await requireNamedPrincipals(ctx, checked.policy)
    const encryption = await resolvedEncryption(ctx, draft.encryption)
    const table = await ctx.catalog.createTable({ ...draft, encryption }, checked)
    return { output: { TableDescription: describeCreatedTable(table) } }
  },
})
