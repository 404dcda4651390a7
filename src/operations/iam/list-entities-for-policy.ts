/** ListEntitiesForPolicy: the groups, roles and users that a managed policy is attached to or bounds. */
import type {
  ListEntitiesForPolicyRequest,
  ListEntitiesForPolicyResponse,
} from '../../api/generated/iam-types.js'
import { requirePathPrefix } from '../../iam/names.js'
import { allGrantees, boundaryOf, type Holder } from '../../iam/policy-holders.js'
import { isUsable, policyAddressOf } from '../../iam/policy-use.js'
import { notAttachable, type PrincipalKind } from '../../iam/refusals.js'
import { operation, type OperationContext } from '../operation.js'
import { onPolicy } from './requests/access.js'
import { pageOf, readListRequest, type ListSource } from './requests/paging.js'

interface HolderFilter {
  readonly arn: string
  readonly prefix: string
  readonly entity: ListEntitiesForPolicyRequest['EntityFilter']
  readonly usage: ListEntitiesForPolicyRequest['PolicyUsageFilter']
}

export const listEntitiesForPolicy = operation('iam.ListEntitiesForPolicy', {
  read(input, ctx) {
    const filter: HolderFilter = {
      arn: input.PolicyArn,
      prefix: requirePathPrefix(input.PathPrefix),
      entity: input.EntityFilter,
      usage: input.PolicyUsageFilter,
    }
    return { filter, page: readListRequest(ctx, 'ListEntitiesForPolicy', input) }
  },

  access: (ctx, { filter: { arn } }) => onPolicy(ctx, 'iam:ListEntitiesForPolicy', arn),

  async run(ctx, { filter, page }) {
    const { arn } = filter
    const found = await ctx.iam.find(policyAddressOf(arn))
    if (!isUsable(ctx.caller.account, arn, found)) throw notAttachable(arn)
    const { entries, end } = await pageOf(ctx, page, holdersBy(ctx, filter), keyOf)
    return { output: { ...describeHolders(entries), ...end } }
  },
})

function keyOf({ kind, principal }: Holder): string {
  return `${kind} ${principal.name}`
}

function holdersBy(ctx: OperationContext, filter: HolderFilter): ListSource<Holder> {
  return async function* (after) {
    const [kind, name = ''] = after?.split(' ') ?? []
    const start = kind === undefined ? undefined : { kind: kind as PrincipalKind, name }
    for await (const holder of allGrantees(ctx.iam, ctx.caller.account, start)) {
      if (isHolder(holder, filter)) yield holder
    }
  }
}

const kindsOf = { User: 'user', Group: 'group', Role: 'role' } as const

function isHolder({ kind, principal }: Holder, filter: HolderFilter): boolean {
  const { arn, prefix, entity, usage } = filter
  if (!principal.path.startsWith(prefix)) return false
  // AWS: a filter for policies matches no principal.
  if (entity !== undefined && kindsOf[entity as keyof typeof kindsOf] !== kind) return false
  const isAttached = usage !== 'PermissionsBoundary' && principal.attachedPolicies.includes(arn)
  return isAttached || (usage !== 'PermissionsPolicy' && boundaryOf(principal) === arn)
}

function describeHolders(holders: readonly Holder[]): ListEntitiesForPolicyResponse {
  const of = (kind: PrincipalKind) =>
    holders.filter((each) => each.kind === kind).map(({ principal }) => principal)
  return {
    PolicyGroups: of('group').map(({ name, id }) => ({ GroupName: name, GroupId: id })),
    PolicyUsers: of('user').map(({ name, id }) => ({ UserName: name, UserId: id })),
    PolicyRoles: of('role').map(({ name, id }) => ({ RoleName: name, RoleId: id })),
  }
}
