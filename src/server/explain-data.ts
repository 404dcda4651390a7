/**
 * What the principals and policies of a store decide about a request. It only reads, so servers may use a
 * shared store at the same time; a data folder cannot be opened while a server uses it.
 */
import { ResourceRightsCache } from '../catalog/resource-rights.js'
import { IamStore } from '../iam/iam-store.js'
import { Rights } from '../iam/rights.js'
import type { Identity } from '../model/caller.js'
import { findStoredIdentity, findStoredRole } from '../operations/iam/requests/stored-principal.js'
import { CallKeys } from '../operations/permissions/call-keys.js'
import { principalOf } from '../operations/permissions/principal-of.js'
import { findTrustPolicy } from '../operations/sts/trust.js'
import { decide, type PolicyDecision } from '../policies/evaluate.js'
import type { NamedPolicy, PolicySets } from '../policies/policy-sets.js'
import type { RequestKeys } from '../policies/request-keys.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { AccessStamp } from '../storage/access-stamp.js'
import { cannotOpen } from './cannot-start.js'
import type { GrammeOptions } from './gramme-options.js'
import { openStore, requireFolder } from './open-store.js'
import { readOptions } from './options.js'

export interface StoredQuestion {
  readonly principalArn: string
  readonly action: `${string}:${string}`
  readonly resource: string
  /** What the request says; keys that it does not name are those of the principal and the resource. */
  readonly keys: RequestKeys
  /** What narrows the session. */
  readonly session: readonly NamedPolicy[]
}

/** Undefined if the store has no such principal. */
export async function explainStored(
  options: GrammeOptions,
  question: StoredQuestion,
): Promise<PolicyDecision | undefined> {
  const settings = readOptions(options)
  requireFolder(settings)
  const { engine } = await openStore(settings, 'any').catch((error: unknown) => {
    throw cannotOpen(error)
  })
  try {
    const stamp = new AccessStamp(engine, systemRandom)
    const iam = new IamStore(engine, stamp)
    const identity = await findStoredIdentity(iam, question.principalArn)
    if (identity === undefined) return undefined
    const resources = new ResourceRightsCache(engine, stamp)
    return await decideStored({ iam, resources }, identity, question)
  } finally {
    await engine.close()
  }
}

interface Stored {
  readonly iam: IamStore
  readonly resources: ResourceRightsCache
}

async function decideStored(
  { iam, resources }: Stored,
  identity: Identity,
  { action, resource, keys: given, session }: StoredQuestion,
): Promise<PolicyDecision> {
  const { tags, ...rights } = await new Rights(iam).rightsOf(identity)
  const role = await findStoredRole(iam, resource)
  const says = await resources.find(resource)
  const resourceTags = role?.tags ?? says.tags.map(({ key, value }) => ({ key, value }))
  const region = resource.split(':')[3] ?? ''
  const caller = { account: identity.account, region, accessKeyId: '' }
  const ctx = { caller, host: '', requestId: '', clock: systemClock }
  const access = { action, resource }
  const known = new CallKeys({ identity, tags }, { ctx, access, table: undefined, resourceTags })
  const keys: RequestKeys = { get: (key) => given.get(key) ?? known.get(key) }
  const sets: PolicySets = {
    ...rights,
    ...(session.length > 0 && { session }),
    resource: says.policy,
    ...(action.toLowerCase().startsWith('sts:') && role && { trust: findTrustPolicy(role) }),
    resourceAccount: resource.split(':')[4] || identity.account,
  }
  return decide({ principal: principalOf(identity), action, resource, keys }, sets)
}
