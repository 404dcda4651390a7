/**
 * What operations on accounts touch. AWS: a principal's ARN has its path, which only its record tells; one
 * that does not exist has none.
 */
import { iamArn, parseIamArn, type PathKind } from '../../../iam/arns.js'
import { rootArn } from '../../../iam/identities.js'
import { boundaryOf } from '../../../iam/policy-holders.js'
import type { ChangedPlace, GranteeAddress } from '../../../iam/principals.js'
import type { KeyHolder } from '../../../iam/user-keys.js'
import { userAt } from '../../../iam/users.js'
import type { SessionTag } from '../../../model/caller.js'
import type { Access } from '../../access.js'
import type { OperationContext, RequestContext } from '../../operation.js'

/** What conditions can ask of the request. */
export interface AccessFacts {
  readonly tags?: readonly SessionTag[]
  readonly tagKeys?: readonly string[]
  /** Of the principal or policy itself. */
  readonly resourceTags?: readonly SessionTag[]
  /** The managed policy that is attached or detached. */
  readonly policyArn?: string
  readonly boundaryArn?: string | undefined
}

export function accessOf(
  action: `iam:${string}`,
  resource: string,
  { tags, tagKeys, resourceTags, policyArn, boundaryArn }: AccessFacts = {},
): Access {
  const keys = {
    ...(policyArn !== undefined && { 'iam:policyarn': policyArn }),
    ...(boundaryArn !== undefined && { 'iam:permissionsboundary': boundaryArn }),
  }
  return {
    action,
    resource,
    ...(tags !== undefined && tags.length > 0 && { tags }),
    ...(tagKeys !== undefined && { tagKeys }),
    ...(resourceTags !== undefined && { resourceTags }),
    ...(Object.keys(keys).length > 0 && { keys }),
  }
}

/** For an action on a user, group or role that may exist. */
export async function onPrincipal(
  { iam }: OperationContext,
  action: `iam:${string}`,
  at: GranteeAddress,
  facts?: AccessFacts,
): Promise<readonly Access[]> {
  const found = await iam.find(at)
  const resource = iamArn(at.kind, found ?? { ...at, path: '/' })
  // AWS: the boundary that a principal has counts where the request sets none.
  const boundaryArn = facts?.boundaryArn ?? (found && boundaryOf(found))
  const resourceTags = found !== undefined && 'tags' in found ? found.tags : []
  return [accessOf(action, resource, { ...facts, boundaryArn, resourceTags })]
}

/** For a new name or path. AWS: what is moved needs the right, and so does where it goes. */
export async function onMove(
  ctx: OperationContext,
  action: `iam:${string}`,
  at: GranteeAddress<'user' | 'group'>,
  { name, path }: ChangedPlace,
): Promise<readonly Access[]> {
  const from = await onPrincipal(ctx, action, at)
  if (name === undefined && path === undefined) return from
  const moved = (await ctx.iam.find(at)) ?? { ...at, path: '/' }
  // A name that is taken says so only to whoever has the right to its holder.
  const holder = name === undefined ? undefined : await ctx.iam.find({ ...at, name })
  const place = { ...moved, path: path ?? moved.path, name: name ?? moved.name }
  const resource = iamArn(at.kind, holder ?? place)
  return [...from, ...from.map((access) => ({ ...access, resource }))]
}

/** For an action on a managed policy. */
export async function onPolicy(
  { iam }: OperationContext,
  action: `iam:${string}`,
  arn: string,
  facts?: AccessFacts,
): Promise<readonly Access[]> {
  const parsed = parseIamArn(arn)
  if (parsed?.kind !== 'policy') return [accessOf(action, arn, facts)]
  const found = await iam.find({ kind: 'policy', account: parsed.account, name: parsed.name })
  return [accessOf(action, arn, { ...facts, resourceTags: found?.tags ?? [] })]
}

/** For an action on the access keys of a user, or of the root. */
export async function onKeyHolder(
  ctx: OperationContext,
  action: `iam:${string}`,
  { account, userName }: KeyHolder,
): Promise<readonly Access[]> {
  if (userName === undefined) return [accessOf(action, rootArn(account))]
  return onPrincipal(ctx, action, userAt(account, userName))
}

/** AWS: lists name the path that they are limited to. */
export function onPath(
  { caller }: RequestContext,
  action: `iam:${string}`,
  kind: PathKind,
  prefix = '/',
): readonly Access[] {
  return [accessOf(action, iamArn(kind, { account: caller.account, path: prefix, name: '' }))]
}
