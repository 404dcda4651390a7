/** Whether a role trusts who wants to assume it. */
import type { IamRole } from '../../iam/entities.js'
import { roleArn, rootIdentity } from '../../iam/identities.js'
import type { Identity, SessionTag } from '../../model/caller.js'
import { accessDenied, type ServiceError } from '../../model/errors.js'
import { decide, type PolicyDecision } from '../../policies/evaluate.js'
import { parsePolicy } from '../../policies/parse-policy.js'
import { PolicyFault } from '../../policies/policy-fault.js'
import type { NamedPolicy } from '../../policies/policy-sets.js'
import type { KeyValue, RequestKeys } from '../../policies/request-keys.js'
import type { OperationContext } from '../operation.js'
import { CallKeys } from '../permissions/call-keys.js'
import { principalOf } from '../permissions/principal-of.js'

export interface TrustQuestion {
  readonly action: `sts:${string}`
  readonly role: IamRole
  /** That the session is to have. */
  readonly tags: readonly SessionTag[]
  /** The request's own condition keys, in lower case. */
  readonly keys: Readonly<Record<string, KeyValue | undefined>>
}

/** Throws unless the role and, where AWS asks for it, the caller's own policies allow it. */
export async function requireTrust(
  ctx: OperationContext,
  by: Identity,
  question: TrustQuestion,
): Promise<void> {
  const { role, action } = question
  const resource = roleArn(role)
  const trust = findTrustPolicy(role)
  const { tags, ...rights } = await ctx.rights.rightsOf(by)
  const keys = keysOf(question, callKeys(ctx, { identity: by, tags }, question))
  const decision: PolicyDecision =
    trust === undefined
      ? { kind: 'not-allowed', missing: 'role trust policy' }
      : decide(
          { principal: principalOf(by), action, resource, keys },
          { ...rights, trust, resourceAccount: role.account },
        )
  if (decision.kind !== 'allowed') throw notAuthorized(by, action, resource, decision)
}

/** Whether the role trusts somebody for whom a provider speaks, by its own policy alone. */
export function trustsWebIdentity(
  ctx: OperationContext,
  provider: string,
  question: TrustQuestion,
): boolean {
  const { role, action } = question
  const trust = findTrustPolicy(role)
  if (trust === undefined) return false
  const nobody = { identity: rootIdentity(role.account), tags: [] }
  const ofConnection = callKeys(ctx, nobody, question)
  // Of the caller nothing is known but what the token says.
  const keys = keysOf(question, {
    get: (key) => (isOfConnection(key) ? ofConnection.get(key) : undefined),
  })
  const principal = { kind: 'web-identity', provider } as const
  const sets = { identity: [], trust, resourceAccount: role.account }
  return decide({ principal, action, resource: roleArn(role), keys }, sets).kind === 'allowed'
}

const connectionKeys: ReadonlySet<string> = new Set([
  'aws:sourceip',
  'aws:securetransport',
  'aws:useragent',
  'aws:referer',
  'aws:currenttime',
  'aws:epochtime',
  'aws:resourceaccount',
  'aws:tagkeys',
])

function isOfConnection(key: string): boolean {
  return connectionKeys.has(key) || /^aws:(?:request|resource)tag\//.test(key)
}

function callKeys(
  ctx: OperationContext,
  caller: ConstructorParameters<typeof CallKeys>[0],
  { action, role, tags }: TrustQuestion,
): CallKeys {
  const access = { action, resource: roleArn(role), tags }
  return new CallKeys(caller, { ctx, access, table: undefined, resourceTags: role.tags })
}

function keysOf({ keys }: TrustQuestion, others: RequestKeys): RequestKeys {
  return { get: (key) => (Object.hasOwn(keys, key) ? keys[key] : others.get(key)) }
}

/** Undefined if it cannot be understood: then the role trusts nobody. */
export function findTrustPolicy({ name, trustPolicy }: IamRole): NamedPolicy | undefined {
  try {
    return { name: `trust policy of role ${name}`, policy: parsePolicy(trustPolicy, 'trust') }
  } catch (error) {
    if (error instanceof PolicyFault) return undefined
    throw error
  }
}

/** AWS: the same for a role that does not exist. A missing Allow is not explained here. */
export function notAuthorized(
  by: Identity,
  action: string,
  resource: string,
  decision?: PolicyDecision,
): ServiceError {
  const sentence = `User: ${by.arn} is not authorized to perform: ${action} on resource: ${resource}`
  if (decision?.kind !== 'denied') return accessDenied(sentence)
  const { policyKind } = decision.by
  const place = policyKind === 'role trust policy' ? 'the' : policyKind.startsWith('i') ? 'an' : 'a'
  return accessDenied(`${sentence} with an explicit deny in ${place} ${policyKind}`)
}
