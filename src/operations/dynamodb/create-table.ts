/** CreateTable: a new table with its indexes and settings, or a replica of another account's. */
import { checkedResourcePolicy } from '../../catalog/rules/resource-policy.js'
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { requireNamedPrincipals } from './policies/named-principals.js'
import { resolvedEncryption } from './tables/chosen-key.js'
import { readJoining } from './tables/read-joining.js'
import { readTableDraft } from './tables/read-table-draft.js'
import { describeCreatedTable } from './tables/table-answers.js'

export const createTable = operation('dynamodb.CreateTable', {
  read(input, ctx) {
    const { GlobalTableSourceArn } = input
    const wanted =
      GlobalTableSourceArn === undefined
        ? { draft: readTableDraft(input, ctx) }
        : { joining: readJoining({ ...input, GlobalTableSourceArn }, ctx) }
    const { ResourcePolicy: text } = input
    const checked = text === undefined ? undefined : checkedResourcePolicy(text, 'table')
    return { ...wanted, checked }
  },

  access(ctx, { draft, joining, checked }) {
    const { name, tags } = draft ?? { ...joining, ...joining.own }
    return [
      { ...onTable(ctx, 'dynamodb:CreateTable', name), tags },
      ...(tags.length > 0 ? [{ ...onTable(ctx, 'dynamodb:TagResource', name), tags }] : []),
      ...(checked === undefined ? [] : [onTable(ctx, 'dynamodb:PutResourcePolicy', name)]),
      ...(joining === undefined
        ? []
        : [onTable(ctx, 'dynamodb:AssociateTableReplica', joining.sourceArn)]),
    ]
  },

  async run(ctx, { draft, joining, checked }) {
    if (checked !== undefined) await requireNamedPrincipals(ctx, checked.policy)
    if (draft === undefined) {
      const { joinGlobalTable } = await import('./tables/join-global-table.js')
      return { output: { TableDescription: await joinGlobalTable(ctx, joining, checked) } }
    }
    const encryption = await resolvedEncryption(ctx, draft.encryption)
    const table = await ctx.catalog.createTable({ ...draft, encryption }, checked)
    return { output: { TableDescription: describeCreatedTable(table) } }
  },
})
