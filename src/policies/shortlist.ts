/**
 * The statements of all policies that can matter for one action of a caller on one resource. Finding them
 * takes much longer than judging a request by them, so whoever asks often keeps them.
 */
import type { NamedPolicy, PolicyKind, PolicySets } from './policy-sets.js'
import {
  statementMatch,
  waitsForKeys,
  type Effect,
  type PolicyQuestion,
  type PolicyStatement,
} from './policy.js'
import type { Principal, PrincipalMatch } from './principal.js'

export interface Shortlist {
  readonly principal: Principal
  readonly resource: string
  readonly isPrefix: boolean | undefined
  /** Whether the resource is in the caller's account. */
  readonly isHome: boolean
  /** Whether it is about a role, whose own policy has to allow it. */
  readonly isTrust: boolean
  /** Of all policies. */
  readonly denies: readonly Candidate[]
  readonly ceilings: readonly { readonly kind: PolicyKind; readonly allows: readonly Candidate[] }[]
  /** Of the resource's policy, or the role's; those that reach furthest come first. */
  readonly grants: readonly Grant[]
  readonly identity: readonly Candidate[]
  /** Undefined where there is none, which limits nothing. */
  readonly boundary: readonly Candidate[] | undefined
  readonly session: readonly Candidate[] | undefined
}

/** A statement that speaks of the question, if its conditions hold. */
export interface Candidate {
  readonly policyKind: PolicyKind
  readonly policyName: string
  readonly statement: PolicyStatement
  /** From zero. */
  readonly number: number
  /** Whether its resources have to be compared again, with the values of the request. */
  readonly waits: boolean
}

export interface Grant extends Candidate {
  /**
   * What it stands in for: everything of the principal's; its own policies but neither boundary nor
   * session; or nothing, because it only leaves the decision to the account.
   */
  readonly reach: 'full' | 'role' | 'account'
}

export function shortlistOf(question: PolicyQuestion, sets: PolicySets): Shortlist {
  const { principal, resource, isPrefix } = question
  const { ceilings = [] } = sets
  const boundary = sets.boundary && [sets.boundary]
  // AWS: a federated session without a policy has no rights of its user's.
  const session = sets.session ?? (principal.kind === 'federated' ? [] : undefined)
  const find = (effect: Effect, kind: PolicyKind, policies: readonly NamedPolicy[]) =>
    candidatesIn(question, effect, kind, policies)
  return {
    principal,
    resource,
    isPrefix,
    isHome: accountOf(principal) === sets.resourceAccount,
    isTrust: sets.trust !== undefined,
    denies: layersOf(sets).flatMap(({ kind, policies }) => find('Deny', kind, policies)),
    ceilings: ceilings.map(({ kind, policies }) => {
      return { kind, allows: find('Allow', kind, policies) }
    }),
    grants: grantsOf(question, sets),
    identity: find('Allow', 'identity-based policy', sets.identity),
    boundary: boundary && find('Allow', 'permissions boundary', boundary),
    session: session && find('Allow', 'session policy', session),
  }
}

function candidatesIn(
  question: PolicyQuestion,
  effect: Effect,
  policyKind: PolicyKind,
  policies: readonly NamedPolicy[],
): readonly (Candidate & { readonly match: PrincipalMatch })[] {
  return policies.flatMap(({ name: policyName, policy }) =>
    policy.statements.flatMap((statement, number) => {
      const match = statement.effect === effect ? statementMatch(statement, question) : 'none'
      if (match === 'none') return []
      const waits = waitsForKeys(statement)
      return [{ policyKind, policyName, statement, number, waits, match }]
    }),
  )
}

const reaches: Readonly<Record<PrincipalMatch, Grant['reach']>> = {
  itself: 'full',
  everyone: 'full',
  role: 'role',
  account: 'account',
  none: 'account',
}

const rank: readonly Grant['reach'][] = ['full', 'role', 'account']

function grantsOf(question: PolicyQuestion, sets: PolicySets): readonly Grant[] {
  const resource = sets.trust ?? sets.resource
  if (resource === undefined) return []
  const policyKind = sets.trust === undefined ? 'resource-based policy' : 'role trust policy'
  return candidatesIn(question, 'Allow', policyKind, [resource])
    .map(({ match, ...candidate }): Grant => ({ ...candidate, reach: reaches[match] }))
    .sort((one, other) => rank.indexOf(one.reach) - rank.indexOf(other.reach))
}

interface Layer {
  readonly kind: PolicyKind
  readonly policies: readonly NamedPolicy[]
}

function layersOf(sets: PolicySets): readonly Layer[] {
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

function accountOf(principal: Principal): string | undefined {
  return 'account' in principal ? principal.account : undefined
}

const resourceTag = /^aws:resourcetag\//
const resourceTagVariable = /\$\{\s*aws:resourcetag\//i

/** Whether the tags of the resource can make a difference. */
export function asksForResourceTags(shortlist: Shortlist): boolean {
  const { denies, ceilings, grants, identity, boundary = [], session = [] } = shortlist
  const allows = ceilings.flatMap((ceiling) => ceiling.allows)
  return [denies, allows, grants, identity, boundary, session].flat().some(mentionsTags)
}

function mentionsTags({ statement: { conditions, resources } }: Candidate): boolean {
  return (
    resources?.texts.some((text) => resourceTagVariable.test(text)) === true ||
    conditions.some(
      ({ keyName, values }) =>
        resourceTag.test(keyName) || values.some((value) => resourceTagVariable.test(value)),
    )
  )
}
