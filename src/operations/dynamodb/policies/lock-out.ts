/**
 * Refuses a policy that would keep its own author from changing it. Only a Deny can: what nobody denies, the
 * policies of the caller decide.
 */
import { rootIdentity } from '../../../iam/identities.js'
import { accessDenied } from '../../../model/errors.js'
import { decide } from '../../../policies/evaluate.js'
import type { Policy } from '../../../policies/policy.js'
import type { Access } from '../../access.js'
import type { OperationContext } from '../../operation.js'
import { CallKeys } from '../../permissions/call-keys.js'
import { principalOf } from '../../permissions/principal-of.js'

export async function refuseLockOut(
  ctx: OperationContext,
  arn: string,
  policy: Policy,
): Promise<void> {
  const { account } = ctx.caller
  const identity = ctx.caller.identity ?? rootIdentity(account)
  const { tags } = await ctx.rights.rightsOf(identity)
  const { tags: resourceTags } = await ctx.resourceRights.find(arn)
  const access: Access = { action: 'dynamodb:PutResourcePolicy', resource: arn }
  const keys = new CallKeys({ identity, tags }, { ctx, access, table: undefined, resourceTags })
  const request = { principal: principalOf(identity), action: access.action, resource: arn, keys }
  const sets = { identity: [], resource: { name: arn, policy }, resourceAccount: account }
  if (decide(request, sets).kind !== 'denied') return
  throw accessDenied(
    'The new resource policy will not allow you to update the resource policy in the future.',
  )
}
