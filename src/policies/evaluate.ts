/**
 * Whether a request is allowed, by all policies that have a say.
 *
 * AWS: a Deny anywhere ends it. Otherwise every ceiling must allow, and then the policies of the
 * principal must, within its boundary and session; a policy of the resource in the same account can
 * replace them, and how many of them depends on how directly it names the caller. In another account
 * both sides must allow.
 */
import { applies, type Policy, type PolicyRequest, type PolicyStatement } from './policy.js'
import type { Principal, PrincipalMatch } from './principal.js'

/** In the words of AWS's sentences. */
export type PolicyKind =
  | 'identity-based policy'
  | 'resource-based policy'
  | 'permissions boundary'
  | 'session policy'
  | 'service control policy'
  | 'resource control policy'
  | 'VPC endpoint policy'
  | 'role trust policy'

/** Everything that has a say in a request. */
export interface PolicySets {
  /** Of the user and its groups, or of the role. */
  readonly identity: readonly NamedPolicy[]
  readonly boundary?: NamedPolicy
  /** Undefined if the session has none, or there is no session. */
  readonly session?: readonly NamedPolicy[]
  readonly resource?: NamedPolicy
  /** The policy of a role that says who may assume it. AWS: without its Allow nobody may. */
  readonly trust?: NamedPolicy
  /** Policies around the account, each of which must allow too. */
  readonly ceilings?: readonly Ceiling[]
  /** The account that the resource belongs to. */
  readonly resourceAccount: string
}

export interface NamedPolicy {
  /** For people: `inline policy readers of user alice`. */
  readonly name: string
  readonly policy: Policy
}

export interface Ceiling {
  readonly kind: PolicyKind
  readonly policies: readonly NamedPolicy[]
}

export type PolicyDecision =
  | { readonly kind: 'allowed'; readonly by?: DecidingStatement }
  /** A statement denies it. */
  | { readonly kind: 'denied'; readonly by: DecidingStatement }
  /** No statement of this kind of policy allows it. */
  | { readonly kind: 'not-allowed'; readonly missing: PolicyKind }

export interface DecidingStatement {
  readonly policyKind: PolicyKind
  readonly policyName: string
  readonly statement: PolicyStatement
  /** From zero. */
  readonly number: number
}

export function decide(request: PolicyRequest, sets: PolicySets): PolicyDecision {
  const denied = denialIn(request, layersOf(sets))
  if (denied !== undefined) return { kind: 'denied', by: denied }
  for (const { kind, policies } of sets.ceilings ?? []) {
    if (allowIn(request, kind, policies) === undefined)
      return { kind: 'not-allowed', missing: kind }
  }
  const grant = resourceGrant(request, sets)
  if (sets.trust !== undefined) {
    if (grant === undefined) return { kind: 'not-allowed', missing: 'role trust policy' }
    // There is no other side that could allow it.
    if (request.principal.kind === 'web-identity') return { kind: 'allowed', by: grant.by }
  }
  return accountOf(request.principal) === sets.resourceAccount
    ? decideAtHome(request, sets, grant)
    : decideAbroad(request, sets, grant)
}

function decideAtHome(
  request: PolicyRequest,
  sets: PolicySets,
  grant: ResourceGrant | undefined,
): PolicyDecision {
  if (grant?.reach === 'full') return { kind: 'allowed', by: grant.by }
  if (grant?.reach !== 'role') return byPrincipal(request, sets)
  const limit = limitOf(request, sets)
  return limit === undefined
    ? { kind: 'allowed', by: grant.by }
    : { kind: 'not-allowed', missing: limit }
}

function decideAbroad(
  request: PolicyRequest,
  sets: PolicySets,
  grant: ResourceGrant | undefined,
): PolicyDecision {
  if (grant === undefined) return { kind: 'not-allowed', missing: 'resource-based policy' }
  return byPrincipal(request, sets)
}

/** What the principal's own policies say, within its boundary and its session. */
function byPrincipal(request: PolicyRequest, sets: PolicySets): PolicyDecision {
  const { principal } = request
  if (principal.kind === 'root') return { kind: 'allowed' }
  const allow = allowIn(request, 'identity-based policy', sets.identity)
  if (allow === undefined) return { kind: 'not-allowed', missing: 'identity-based policy' }
  const limit = limitOf(request, sets)
  return limit === undefined
    ? { kind: 'allowed', by: allow }
    : { kind: 'not-allowed', missing: limit }
}

/** The boundary or session that does not allow the request, if any. */
function limitOf(
  request: PolicyRequest,
  { boundary, session }: PolicySets,
): PolicyKind | undefined {
  if (boundary !== undefined && !allowIn(request, 'permissions boundary', [boundary])) {
    return 'permissions boundary'
  }
  // AWS: a federated session without a policy has no rights of its user's.
  const policies = session ?? (request.principal.kind === 'federated' ? [] : undefined)
  if (policies !== undefined && !allowIn(request, 'session policy', policies)) {
    return 'session policy'
  }
  return undefined
}

interface ResourceGrant {
  /**
   * What it stands in for: everything of the principal's; its own policies but neither boundary nor
   * session; or nothing, because it only leaves the decision to the account.
   */
  readonly reach: 'full' | 'role' | 'account'
  readonly by: DecidingStatement
}

const reaches: Readonly<Record<Exclude<PrincipalMatch, 'none'>, ResourceGrant['reach']>> = {
  itself: 'full',
  everyone: 'full',
  role: 'role',
  account: 'account',
}

const rank: readonly ResourceGrant['reach'][] = ['full', 'role', 'account']

/** The grant of the resource's policy that reaches furthest. */
function resourceGrant(request: PolicyRequest, sets: PolicySets): ResourceGrant | undefined {
  const resource = sets.trust ?? sets.resource
  if (resource === undefined) return undefined
  const policyKind = sets.trust === undefined ? 'resource-based policy' : 'role trust policy'
  const grants: ResourceGrant[] = []
  for (const [number, statement] of resource.policy.statements.entries()) {
    const match = statement.effect === 'Allow' ? applies(statement, request) : undefined
    if (match === undefined || match === 'none') continue
    const by = { policyKind, policyName: resource.name, statement, number } as const
    grants.push({ reach: reaches[match], by })
  }
  return grants.sort((one, other) => rank.indexOf(one.reach) - rank.indexOf(other.reach))[0]
}

function layersOf(sets: PolicySets): readonly Ceiling[] {
  const { identity, boundary, session, resource, trust, ceilings = [] } = sets
  return [
    { kind: 'identity-based policy', policies: identity },
    { kind: 'resource-based policy', policies: resource === undefined ? [] : [resource] },
    { kind: 'role trust policy', policies: trust === undefined ? [] : [trust] },
    ...ceilings,
    { kind: 'permissions boundary', policies: boundary === undefined ? [] : [boundary] },
    { kind: 'session policy', policies: session ?? [] },
  ]
}

function denialIn(
  request: PolicyRequest,
  layers: readonly Ceiling[],
): DecidingStatement | undefined {
  for (const { kind, policies } of layers) {
    const found = statementIn(request, kind, policies, 'Deny')
    if (found !== undefined) return found
  }
  return undefined
}

function allowIn(
  request: PolicyRequest,
  kind: PolicyKind,
  policies: readonly NamedPolicy[],
): DecidingStatement | undefined {
  return statementIn(request, kind, policies, 'Allow')
}

function statementIn(
  request: PolicyRequest,
  policyKind: PolicyKind,
  policies: readonly NamedPolicy[],
  effect: PolicyStatement['effect'],
): DecidingStatement | undefined {
  for (const { name: policyName, policy } of policies) {
    for (const [number, statement] of policy.statements.entries()) {
      if (statement.effect !== effect || applies(statement, request) === undefined) continue
      return { policyKind, policyName, statement, number }
    }
  }
  return undefined
}

function accountOf(principal: Principal): string | undefined {
  return 'account' in principal ? principal.account : undefined
}
