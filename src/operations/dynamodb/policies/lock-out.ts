/**
 * Refuses a policy that would keep its own author from changing it. Only a Deny can: what nobody denies, the
 * policies of the caller decide.
 */
import type { Identity } from '../../../model/caller.js'
import { accessDenied } from '../../../model/errors.js'
import { applies, type Policy, type PolicyRequest } from '../../../policies/policy.js'
import type { Principal } from '../../../policies/principal.js'
import type { RequestContext } from '../../operation.js'

export function refuseLockOut(ctx: RequestContext, arn: string, { statements }: Policy): void {
  const request = lockOutRequest(ctx, arn)
  const isDenied = statements.some(
    (statement) => statement.effect === 'Deny' && applies(statement, request) !== undefined,
  )
  if (!isDenied) return
  throw accessDenied(
    'The new resource policy will not allow you to update the resource policy in the future.',
  )
}

function lockOutRequest(ctx: RequestContext, resource: string): PolicyRequest {
  const { account, identity } = ctx.caller
  const principal: Principal = identity === undefined ? { kind: 'root', account } : of(identity)
  const values: Readonly<Record<string, string | undefined>> = {
    'aws:principalarn': identity?.principalArn ?? `arn:aws:iam::${account}:root`,
    'aws:principalaccount': account,
    'aws:userid': identity?.userId ?? account,
    'aws:username': identity?.kind === 'user' ? identity.name : undefined,
    'aws:requestedregion': ctx.caller.region,
    'aws:resourceaccount': account,
    'aws:sourceip': ctx.sender?.address,
    'aws:securetransport': ctx.sender && String(ctx.sender.isSecure),
    'aws:currenttime': new Date(ctx.clock.now()).toISOString(),
    'aws:epochtime': String(Math.floor(ctx.clock.now() / 1000)),
  }
  const keys = { get: (key: string) => (Object.hasOwn(values, key) ? values[key] : undefined) }
  return { principal, action: 'dynamodb:PutResourcePolicy', resource, keys }
}

function of({ kind, account, arn, principalArn }: Identity): Principal {
  switch (kind) {
    case 'root':
      return { kind, account }
    case 'user':
      return { kind, account, arn: principalArn }
    case 'role':
      return { kind, account, arn: principalArn, sessionArn: arn }
    case 'federated':
      return { kind, account, userArn: principalArn, sessionArn: arn }
  }
}
