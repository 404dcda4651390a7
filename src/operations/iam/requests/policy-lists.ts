/** The policies of a principal, as lists. */
import type { AttachedPolicy } from '../../../api/generated/iam-types.js'
import { parseIamArn } from '../../../iam/arns.js'
import { requirePathPrefix } from '../../../iam/names.js'
import { requirePrincipal, type GranteeAddress } from '../../../iam/principals.js'
import type { OperationContext } from '../../operation.js'
import { pageOf, sourceOf, type ListRequest } from './paging.js'

/** The names of its inline policies. */
export async function pageOfInlinePolicies(
  ctx: OperationContext,
  page: ListRequest,
  at: GranteeAddress,
) {
  const { inlinePolicies } = await requirePrincipal(ctx.iam, at)
  const keyOf = (name: string) => name
  const source = sourceOf(Object.keys(inlinePolicies), keyOf)
  const { entries, end } = await pageOf(ctx, page, source, keyOf)
  return { PolicyNames: entries, ...end }
}

interface AttachedPage {
  readonly at: GranteeAddress
  readonly page: ListRequest
  readonly prefix: string | undefined
}

export async function pageOfAttachedPolicies(
  ctx: OperationContext,
  { at, page, prefix }: AttachedPage,
) {
  const { attachedPolicies } = await requirePrincipal(ctx.iam, at)
  const start = requirePathPrefix(prefix)
  const wanted = attachedPolicies.filter((arn) => parseIamArn(arn)?.path.startsWith(start))
  const { entries, end } = await pageOf(ctx, page, sourceOf(wanted, keyOfPolicy), keyOfPolicy)
  return { AttachedPolicies: entries.map(describeAttached), ...end }
}

/** Short enough for a marker, and different for policies of AWS and of the account. */
function keyOfPolicy(arn: string): string {
  const parsed = parseIamArn(arn)
  return `${parsed?.name} ${parsed?.account}`
}

export function describeAttached(arn: string): AttachedPolicy {
  return { PolicyName: parseIamArn(arn)?.name ?? arn, PolicyArn: arn }
}
