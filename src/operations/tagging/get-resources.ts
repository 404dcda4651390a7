/** GetResources: the tables of an account and region that have tags, found by tag, type or name. */
import type { ResourceTagMapping } from '../../api/generated/tagging-types.js'
import type { DescribedTable } from '../../catalog/table.js'
import { tableArn } from '../../model/arn.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { requestDigest } from '../request-digest.js'
import { openAfter, sealAfter } from './page-position.js'
import { readSearch, type Search } from './read-search.js'
import { tablesByArn, tablesByTag, type TaggedPage } from './tagged-tables.js'

export const getResources = operation('tagging.GetResources', {
  read: readSearch,

  access: () => [onAnything('tag:GetResources')],

  async run(ctx, search) {
    const token = tokenScope(ctx, search)
    const after = search.token === undefined ? undefined : openAfter(token, search.token)
    const { tables, next } = await findPage(ctx, search, after)
    const output = {
      // AWS: empty on the last page.
      PaginationToken: next === undefined ? '' : sealAfter(token, next),
      ResourceTagMappingList: tables.map((table) => mappingOf(ctx, search, table)),
    }
    return { output }
  },
})

async function findPage(
  { catalog, caller }: OperationContext,
  search: Search,
  after: string | undefined,
): Promise<TaggedPage> {
  // No table violates a tag policy, because there are none.
  if (!search.wantsTables || search.withoutCompliant) return { tables: [], next: undefined }
  if (search.arns === undefined) return tablesByTag(catalog, caller, search, after)
  return { tables: await tablesByArn(catalog, caller, search.arns), next: undefined }
}

function mappingOf(
  { caller }: OperationContext,
  { withCompliance }: Search,
  { name, tags }: DescribedTable,
): ResourceTagMapping {
  return {
    ResourceARN: tableArn(caller, name),
    Tags: tags.map(({ key, value }) => ({ Key: key, Value: value })),
    ...(withCompliance && { ComplianceDetails: { ComplianceStatus: true } }),
  }
}

/** AWS: a token belongs to the filters it came from; the page size may change. */
function tokenScope({ caller, clock, nextTokens: tokens }: OperationContext, search: Search) {
  const { account, region } = caller
  const { filters, wantsTables } = search
  const digest = requestDigest({ getResources: { account, region, filters, wantsTables } })
  return { tokens, digest, nowMs: clock.now() }
}
