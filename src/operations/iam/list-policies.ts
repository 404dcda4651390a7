/** ListPolicies: managed policies, AWS's first, then the account's own. */
import type { ListPoliciesRequest } from '../../api/generated/iam-types.js'
import { requirePathPrefix } from '../../iam/names.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { pageOf, readListRequest, type ListSource } from './requests/paging.js'
import { awsPolicyViews } from './requests/policy-views.js'
import { listedPolicy, viewOfOwn, type PolicyView } from './shapes/policies.js'

interface PolicyFilter {
  readonly scope: ListPoliciesRequest['Scope']
  readonly prefix: string
  readonly usage: ListPoliciesRequest['PolicyUsageFilter']
  readonly onlyAttached: boolean
}

export const listPolicies = operation('iam.ListPolicies', {
  read(input, ctx) {
    const filter: PolicyFilter = {
      scope: input.Scope,
      prefix: requirePathPrefix(input.PathPrefix),
      usage: input.PolicyUsageFilter,
      onlyAttached: input.OnlyAttached === true,
    }
    return { filter, page: readListRequest(ctx, 'ListPolicies', input) }
  },

  access: () => [onAnything('iam:ListPolicies')],

  async run(ctx, { filter, page }) {
    const { entries, end } = await pageOf(ctx, page, policiesBy(ctx, filter), keyOf)
    return { output: { Policies: entries.map(listedPolicy), ...end } }
  },
})

const awsArns = 'arn:aws:iam::aws:'

/** Keys of AWS's policies come before those of others. */
function keyOf({ arn, name }: PolicyView): string {
  return arn.startsWith(awsArns) ? `1${name}` : `2${name}`
}

function policiesBy(ctx: OperationContext, filter: PolicyFilter): ListSource<PolicyView> {
  return async function* (after) {
    for await (const view of policiesAfter(ctx, filter, after)) {
      if (isWanted(view, filter)) yield view
    }
  }
}

async function* policiesAfter(
  ctx: OperationContext,
  { scope }: PolicyFilter,
  after = '1',
): AsyncGenerator<PolicyView> {
  if (scope !== 'Local' && after.startsWith('1')) {
    yield* (await awsPolicyViews(ctx)).filter((view) => keyOf(view) > after)
  }
  if (scope === 'AWS') return
  const afterName = after.startsWith('2') ? after.slice(1) : undefined
  for await (const policy of ctx.iam.walk('policy', ctx.caller.account, afterName)) {
    yield viewOfOwn(policy)
  }
}

function isWanted(
  { path, attachments, boundaries }: PolicyView,
  { prefix, usage, onlyAttached }: PolicyFilter,
): boolean {
  if (!path.startsWith(prefix)) return false
  if (usage === 'PermissionsPolicy' && attachments === 0) return false
  if (usage === 'PermissionsBoundary' && boundaries === 0) return false
  return !onlyAttached || attachments + boundaries > 0
}
