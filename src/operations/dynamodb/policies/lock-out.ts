/**
 * Refuses a policy that would keep its own author from changing it. Only a Deny can: what nobody denies, the
 * policies of the caller decide.
 */
import type { Identity } from '../../../model/caller.js'
import { accessDenied } from '../../../model/errors.js'
import { decide } from '../../../policies/evaluate.js'
import type { Policy } from '../../../policies/policy.js'
import type { Access } from '../../access.js'
import type { RequestContext } from '../../operation.js'
import { CallKeys } from '../../permissions/call-keys.js'
import { principalOf } from '../../permissions/principal-of.js'

export function refuseLockOut(ctx: RequestContext, arn: string, policy: Policy): void {
  const { account } = ctx.caller
  const identity = ctx.caller.identity ?? rootOf(account)
  const access: Access = { action: 'dynamodb:PutResourcePolicy', resource: arn }
  const keys = new CallKeys(
    { identity, tags: identity.session?.tags ?? [] },
    { ctx, access, table: undefined, resourceTags: [] },
  )
  const request = { principal: principalOf(identity), action: access.action, resource: arn, keys }
  const sets = { identity: [], resource: { name: arn, policy }, resourceAccount: account }
  if (decide(request, sets).kind !== 'denied') return
  throw accessDenied(
    'The new resource policy will not allow you to update the resource policy in the future.',
  )
}

function rootOf(account: string): Identity {
  const arn = `arn:aws:iam::${account}:root`
  return { kind: 'root', account, arn, principalArn: arn, userId: account }
}
