/**
 * Which policies speak of a caller: those of its user and the user's groups, or of its role, its boundary,
 * and what narrows its session. They are compiled once, and kept with the caller for as long as the access
 * stamp stays the same.
 *
 * What cannot be found or understood denies everything: it may have been what forbids the request.
 */
import { ParseCache } from '../expressions/parse-cache.js'
import type { Identity, SessionTag } from '../model/caller.js'
import type { NamedPolicy } from '../policies/policy-sets.js'
import { parsePolicy } from '../policies/parse-policy.js'
import type { Policy } from '../policies/policy.js'
import type { IamGroup, IamRole, IamUser } from './entities.js'
import type { IamStore } from './iam-store.js'
import { principalAddress, principalIdOf, type PrincipalAddress } from './identities.js'
import { compiledPolicyCharactersMax } from './limits.js'
import { ManagedDocuments } from './managed-documents.js'

/** What a principal may do, by its own policies. */
export interface PrincipalRights {
  /** Of the user and its groups, or of the role. */
  readonly identity: readonly NamedPolicy[]
  readonly boundary?: NamedPolicy
  /** Undefined if nothing narrows the session, or there is none. */
  readonly session?: readonly NamedPolicy[]
  /** Of the principal and the session; the session's count where both have one. */
  readonly tags: readonly SessionTag[]
}

interface KeptRights {
  readonly asOf: string
  readonly rights: PrincipalRights
}

type GroupPolicies = Pick<IamGroup, 'name' | 'inlinePolicies' | 'attachedPolicies'>

/** A policy that counts, before it is compiled; undefined if it was not found. */
interface PolicyText {
  readonly name: string
  readonly document: string | undefined
}

const none: PrincipalRights = { identity: [], tags: [] }

export class Rights {
  readonly #store: IamStore
  readonly #compiled = new ParseCache<Policy>(compiledPolicyCharactersMax)
  /** By the caller that `Credentials` returns for one stamp again and again, so it is as bounded as that. */
  readonly #kept = new WeakMap<Identity, KeptRights>()

  constructor(store: IamStore) {
    this.#store = store
  }

  rightsOf(identity: Identity): PrincipalRights | Promise<PrincipalRights> {
    if (identity.kind === 'root') return none
    const stamp = identity.asOf ?? this.#store.stamp.current()
    return typeof stamp === 'string'
      ? this.#rightsAt(stamp, identity)
      : stamp.then((asOf) => this.#rightsAt(asOf, identity))
  }

  #rightsAt(asOf: string, identity: Identity): PrincipalRights | Promise<PrincipalRights> {
    const kept = this.#kept.get(identity)
    return kept?.asOf === asOf ? kept.rights : this.#read(asOf, identity)
  }

  async #read(asOf: string, identity: Identity): Promise<PrincipalRights> {
    const rights = await this.#collect(identity)
    this.#kept.set(identity, { asOf, rights })
    return rights
  }

  async #collect(identity: Identity): Promise<PrincipalRights> {
    const address = principalAddress(identity)
    // Only a federated session can be of somebody else: it has what its maker has.
    if (address === 'root') return this.#narrowed(identity, { ...none, identity: [everything] })
    if (address === undefined) return none
    const principal = await this.#store.find(address)
    if (principal === undefined || principal.id !== principalIdOf(identity)) return none
    return this.#narrowed(identity, await this.#rightsOfPrincipal(address, principal))
  }

  async #rightsOfPrincipal(
    { kind, account }: PrincipalAddress,
    principal: IamUser | IamRole,
  ): Promise<PrincipalRights> {
    const groups = 'groups' in principal ? await this.#groupsOf(principal) : []
    const { boundaryArn, tags } = principal
    const documents = await ManagedDocuments.read(this.#store, account, [
      ...principal.attachedPolicies,
      ...groups.flatMap(({ attachedPolicies }) => attachedPolicies),
      ...(boundaryArn === undefined ? [] : [boundaryArn]),
    ])
    const texts = [
      ...textsOf(`${kind} ${principal.name}`, principal, documents),
      ...groups.flatMap((group) => textsOf(`group ${group.name}`, group, documents)),
    ]
    const identity = texts.map((text) => this.#compile(text))
    if (boundaryArn === undefined) return { identity, tags }
    const name = `boundary ${boundaryArn} of ${kind} ${principal.name}`
    const boundary = this.#compile({ name, document: documents.find(boundaryArn) })
    return { identity, boundary, tags }
  }

  async #groupsOf({ account, groups }: IamUser): Promise<readonly GroupPolicies[]> {
    if (groups.length === 0) return []
    const found = await this.#store.findAll(
      groups.map((name) => ({ kind: 'group', account, name }) as const),
    )
    return found.map((group, at) => group ?? missingGroup(groups[at]!))
  }

  /** Adds what the session carries. */
  async #narrowed(
    { account, session }: Identity,
    rights: PrincipalRights,
  ): Promise<PrincipalRights> {
    if (session === undefined) return rights
    const tags = mergedTags(rights.tags, session.tags ?? [])
    const { policies, policyArns } = session
    if (policies === undefined && policyArns === undefined) return { ...rights, tags }
    const documents = await ManagedDocuments.read(this.#store, account, policyArns ?? [])
    const texts = [
      ...(policies ?? []).map((document, at) => ({ name: `session policy ${at + 1}`, document })),
      ...(policyArns ?? []).map((arn) => ({
        name: `session policy ${arn}`,
        document: documents.find(arn),
      })),
    ]
    return { ...rights, session: texts.map((text) => this.#compile(text)), tags }
  }

  #compile({ name, document }: PolicyText): NamedPolicy {
    if (document === undefined) return { name: `${name}, which is missing`, policy: denyAll }
    try {
      const policy = this.#compiled.get(document, () => parsePolicy(document, 'identity'))
      return { name, policy, document }
    } catch {
      return { name: `${name}, which cannot be read`, policy: denyAll }
    }
  }
}

/** It attaches what cannot be found. */
function missingGroup(name: string): GroupPolicies {
  return { name, inlinePolicies: {}, attachedPolicies: ['of a group that is gone'] }
}

function textsOf(
  owner: string,
  { inlinePolicies, attachedPolicies }: GroupPolicies,
  documents: ManagedDocuments,
): readonly PolicyText[] {
  return [
    ...Object.entries(inlinePolicies).map(([name, document]) => ({
      name: `inline policy ${name} of ${owner}`,
      document,
    })),
    ...attachedPolicies.map((arn) => ({
      name: `policy ${arn} of ${owner}`,
      document: documents.find(arn),
    })),
  ]
}

/** AWS: keys of tags differ in more than their case. */
function mergedTags(
  tags: readonly SessionTag[],
  ofSession: readonly SessionTag[],
): readonly SessionTag[] {
  const overridden = new Set(ofSession.map(({ key }) => key.toLowerCase()))
  return [...tags.filter(({ key }) => !overridden.has(key.toLowerCase())), ...ofSession]
}

const denyAll = parsePolicy(allOf('Deny'), 'identity')
const everything: NamedPolicy = {
  name: 'the root',
  policy: parsePolicy(allOf('Allow'), 'identity'),
}

function allOf(effect: 'Allow' | 'Deny'): string {
  const statement = { Effect: effect, Action: '*', Resource: '*' }
  return JSON.stringify({ Version: '2012-10-17', Statement: statement })
}
