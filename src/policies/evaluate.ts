/**
 * Whether a request is allowed, by all policies that have a say.
 *
 * AWS: a Deny anywhere ends it. Otherwise every ceiling must allow, and then the policies of the
 * principal must, within its boundary and session; a policy of the resource in the same account can
 * replace them, and how many of them depends on how directly it names the caller. In another account
 * both sides must allow.
 */
import { allHold } from './condition-block.js'
import type { PolicyKind, PolicySets } from './policy-sets.js'
import { coversResource, type PolicyRequest } from './policy.js'
import type { RequestKeys } from './request-keys.js'
import { shortlistOf, type Candidate, type Grant, type Shortlist } from './shortlist.js'

export type PolicyDecision =
  | { readonly kind: 'allowed'; readonly by?: Candidate }
  /** A statement denies it. */
  | { readonly kind: 'denied'; readonly by: Candidate }
  /** No statement of this kind of policy allows it. */
  | { readonly kind: 'not-allowed'; readonly missing: PolicyKind }

export function decide(request: PolicyRequest, sets: PolicySets): PolicyDecision {
  return decideAmong(shortlistOf(request, sets), request.keys)
}

/** As `decide`, for a question whose statements have been found already. */
export function decideAmong(shortlist: Shortlist, keys: RequestKeys): PolicyDecision {
  const denied = firstThatApplies(shortlist.denies, shortlist, keys)
  if (denied !== undefined) return { kind: 'denied', by: denied }
  for (const { kind, allows } of shortlist.ceilings) {
    if (firstThatApplies(allows, shortlist, keys) === undefined)
      return { kind: 'not-allowed', missing: kind }
  }
  const grant = firstThatApplies(shortlist.grants, shortlist, keys)
  if (shortlist.isTrust) {
    if (grant === undefined) return { kind: 'not-allowed', missing: 'role trust policy' }
    // There is no other side that could allow it.
    if (shortlist.principal.kind === 'web-identity') return { kind: 'allowed', by: grant }
  }
  return shortlist.isHome
    ? decideAtHome(shortlist, keys, grant)
    : decideAbroad(shortlist, keys, grant)
}

function decideAtHome(
  shortlist: Shortlist,
  keys: RequestKeys,
  grant: Grant | undefined,
): PolicyDecision {
  if (grant?.reach === 'full') return { kind: 'allowed', by: grant }
  if (grant?.reach !== 'role') return byPrincipal(shortlist, keys)
  const limit = limitOf(shortlist, keys)
  return limit === undefined
    ? { kind: 'allowed', by: grant }
    : { kind: 'not-allowed', missing: limit }
}

function decideAbroad(
  shortlist: Shortlist,
  keys: RequestKeys,
  grant: Grant | undefined,
): PolicyDecision {
  if (grant === undefined) return { kind: 'not-allowed', missing: 'resource-based policy' }
  // A service has no policies of its own.
  if (shortlist.principal.kind === 'service') return { kind: 'allowed', by: grant }
  return byPrincipal(shortlist, keys)
}

/** What the principal's own policies say, within its boundary and its session. */
function byPrincipal(shortlist: Shortlist, keys: RequestKeys): PolicyDecision {
  if (shortlist.principal.kind === 'root') return { kind: 'allowed' }
  const allow = firstThatApplies(shortlist.identity, shortlist, keys)
  if (allow === undefined) return { kind: 'not-allowed', missing: 'identity-based policy' }
  const limit = limitOf(shortlist, keys)
  return limit === undefined
    ? { kind: 'allowed', by: allow }
    : { kind: 'not-allowed', missing: limit }
}

/** The boundary or session that does not allow the request, if any. */
function limitOf(shortlist: Shortlist, keys: RequestKeys): PolicyKind | undefined {
  const { boundary, session } = shortlist
  if (boundary !== undefined && firstThatApplies(boundary, shortlist, keys) === undefined) {
    return 'permissions boundary'
  }
  if (session !== undefined && firstThatApplies(session, shortlist, keys) === undefined) {
    return 'session policy'
  }
  return undefined
}

function firstThatApplies<C extends Candidate>(
  candidates: readonly C[],
  question: Shortlist,
  keys: RequestKeys,
): C | undefined {
  for (const candidate of candidates) {
    const { statement, waits } = candidate
    if (waits && !coversResource(statement, question, keys)) continue
    if (allHold(statement.conditions, keys)) return candidate
  }
  return undefined
}
