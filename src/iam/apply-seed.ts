/**
 * Makes accounts contain what a seed file says. All of it becomes true in one transaction, or nothing.
 *
 * What the file names is made like the file says, member by member; what it does not name stays, unless
 * the file says that its accounts are to be pruned (`prune-seed.ts`).
 */
import type { Engine } from '../storage/engine.js'
import { createProvider, findProvider } from './identity-providers.js'
import { providerArn } from './arns.js'
import type { IamPolicy, IamRole } from './entities.js'
import {
  addPolicyVersion,
  makePolicy,
  removePolicyVersion,
  changePolicy,
} from './customer-policies.js'
import { iamArn } from './arns.js'
import { sortedTags } from './iam-tags.js'
import { policyVersionsMax } from './quotas.js'
import { groupAt, makeGroup } from './groups.js'
import { seedAttemptsMax } from './limits.js'
import type { IamOffice } from './office.js'
import { changePrincipal } from './principals.js'
import { prunePrincipals } from './prune-seed.js'
import { makeRole, roleAt } from './roles.js'
import type {
  SeedAccount,
  SeedGroup,
  SeedPolicy,
  SeedProvider,
  SeedRole,
  SeedUser,
} from './seed.js'
import { setBoundaryOf, setGrants, setGroups, setTags } from './seed-grants.js'
import { setSeedKey } from './seed-keys.js'
import { namingPlace } from './seed-faults.js'
import { SeedFault, type SeedPlace } from './seed-place.js'
import { StagedStore } from './staged-store.js'
import { requireTrustPolicy } from './trust-document.js'
import { makeUser, moveUser, userAt } from './users.js'

/** Throws `SeedFault`, and has changed nothing, if something of it cannot be. */
export async function applySeed(
  engine: Engine,
  office: IamOffice,
  accounts: readonly SeedAccount[],
): Promise<void> {
  for (let attempt = 0; attempt < seedAttemptsMax; attempt++) {
    const iam = new StagedStore(engine, office.iam.stamp)
    await stageAll({ ...office, iam }, accounts)
    if (await iam.commit()) return
  }
  throw new SeedFault('The accounts are being changed all the time; try again.')
}

async function stageAll(office: IamOffice, accounts: readonly SeedAccount[]): Promise<void> {
  const endings: (() => Promise<void>)[] = []
  for (const each of accounts) {
    endings.push(await prunePrincipals(office, each))
    for (const provider of each.providers) await stageProvider(office, each, provider)
    for (const policy of each.policies) await stagePolicy(office, each, policy)
    for (const group of each.groups) await stageGroup(office, each, group)
    for (const user of each.users) await stageUser(office, each, user)
    for (const { place, value } of each.rootKeys) {
      const owner = { account: each.account, userName: undefined }
      await namingPlace(place, () => setSeedKey(office, owner, value))
    }
  }
  // Last of all, since their trust policies may name any user.
  await stageRoles(
    office,
    accounts.flatMap(({ account, roles }) => roles.map((role) => ({ account, role }))),
  )
  for (const end of endings) await end()
}

interface RoleOfAccount {
  readonly account: string
  readonly role: SeedRole
}

/** A role may trust another, so those whose trust fails are tried again after the others. */
async function stageRoles(office: IamOffice, roles: readonly RoleOfAccount[]): Promise<void> {
  const faults: SeedFault[] = []
  const left: RoleOfAccount[] = []
  for (const each of roles) {
    try {
      await stageRole(office, each)
    } catch (error) {
      if (!(error instanceof SeedFault)) throw error
      faults.push(error)
      left.push(each)
    }
  }
  if (left.length === roles.length && faults[0] !== undefined) throw faults[0]
  if (left.length > 0) await stageRoles(office, left)
}

async function stageProvider(
  office: IamOffice,
  { account }: SeedAccount,
  { place, url, clientIds, thumbprints, tags }: SeedProvider,
): Promise<void> {
  const arn = providerArn(account, url.replace(/^https:\/\//, '').replace(/\/$/, ''))
  const found = await findProvider(office.iam, account, arn)
  if (found === undefined) {
    const provider = { account, url, clientIds, thumbprints, tags: tags ?? [] }
    await namingPlace(place, () => createProvider(office, provider))
    return
  }
  const changed = { ...found, clientIds, thumbprints, ...(tags && { tags: sortedTags(tags) }) }
  const address = { kind: 'provider', account, name: found.name } as const
  await office.iam.change([address], () => ({
    writes: [{ at: address, record: changed }],
    result: undefined,
  }))
}

async function stagePolicy(
  office: IamOffice,
  { account }: SeedAccount,
  wanted: SeedPolicy,
): Promise<void> {
  const { place, name, path = '/', document, description, tags } = wanted
  const found = await office.iam.find({ kind: 'policy', account, name })
  if (found === undefined) {
    const policy = { account, name, path, document, description, tags: tags ?? [] }
    await namingPlace(place, () => makePolicy(office, policy))
    return
  }
  requireSame(found, wanted)
  await namingPlace(place, () => setDocument(office, found, document))
  if (tags === undefined) return
  const target = { account, arn: iamArn('policy', found) }
  await changePolicy(office.iam, target, (policy) => ({
    policy: { ...policy, tags: sortedTags(tags) },
    result: undefined,
  }))
}

/** A new version, if the one in force says something else. */
async function setDocument(office: IamOffice, policy: IamPolicy, document: string): Promise<void> {
  const { account, versions, defaultVersionId } = policy
  const target = { account, arn: iamArn('policy', policy) }
  const inForce = versions.find(({ id }) => id === defaultVersionId)
  if (inForce !== undefined && isSameJson(inForce.document, document)) return
  const oldest = versions.find(({ id }) => id !== defaultVersionId)
  if (versions.length >= policyVersionsMax && oldest !== undefined) {
    await removePolicyVersion(office, target, oldest.id)
  }
  await addPolicyVersion(office, target, { document, isDefault: true })
}

/** Blanks do not matter. What is no JSON is refused later. */
function isSameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
  } catch {
    return false
  }
}

async function stageGroup(
  office: IamOffice,
  { account }: SeedAccount,
  wanted: SeedGroup,
): Promise<void> {
  const { place, name, path = '/' } = wanted
  const address = groupAt(account, name)
  const found = await office.iam.find(address)
  if (found === undefined)
    await namingPlace(place, () => makeGroup(office, { account, name, path }))
  else requireSame(found, wanted)
  await setGrants(office.iam, address, wanted)
}

async function stageUser(
  office: IamOffice,
  { account }: SeedAccount,
  wanted: SeedUser,
): Promise<void> {
  const { iam } = office
  const { place, name, path, tags } = wanted
  const address = userAt(account, name)
  const found = await iam.find(address)
  if (found === undefined) {
    const user = { account, name, path: path ?? '/', tags: tags ?? [] }
    await namingPlace(place, () => makeUser(office, user))
  } else {
    requireSame(found, { place, name })
    if (path !== undefined && path !== found.path) await moveUser(iam, address, { path })
  }
  await setTags(iam, address, wanted)
  await setBoundaryOf(iam, address, wanted)
  await setGrants(iam, address, wanted)
  await setGroups(iam, address, wanted)
  for (const { place: keyPlace, value } of wanted.accessKeys ?? []) {
    await namingPlace(keyPlace, () => setSeedKey(office, { account, userName: name }, value))
  }
}

async function stageRole(office: IamOffice, { account, role }: RoleOfAccount): Promise<void> {
  const { iam } = office
  const { place, name, path = '/', tags = [], description, trustPolicy } = role
  const address = roleAt(account, name)
  const found = await iam.find(address)
  if (found === undefined) {
    const { sessionSecondsMax = 3600 } = role
    const made = { account, name, path, tags, description, trustPolicy, sessionSecondsMax }
    await namingPlace(place, () => makeRole(office, made))
  } else {
    requireSame(found, role)
    await namingPlace(place, () => requireTrustPolicy(iam, trustPolicy))
    await changePrincipal(iam, address, (stored) => updatedRole(stored, role))
  }
  await setTags(iam, address, role)
  await setBoundaryOf(iam, address, role)
  await setGrants(iam, address, role)
}

function updatedRole(stored: IamRole, { trustPolicy, description, ...wanted }: SeedRole): IamRole {
  const { sessionSecondsMax = stored.sessionSecondsMax } = wanted
  const isSame = isSameJson(stored.trustPolicy, trustPolicy)
  return {
    ...stored,
    trustPolicy: isSame ? stored.trustPolicy : trustPolicy,
    sessionSecondsMax,
    ...(description !== undefined && { description }),
  }
}

/** AWS: names that differ in their case alone are one, and a path cannot be changed, except that of a user. */
function requireSame(
  stored: { readonly name: string; readonly path: string },
  {
    place,
    name,
    path,
  }: { readonly place: SeedPlace; readonly name: string; readonly path?: string },
): void {
  if (stored.name !== name) throw place.fault(`is called ${stored.name} already`)
  if (path !== undefined && stored.path !== path) {
    throw place.fault(`has the path ${stored.path}, which cannot be changed`)
  }
}
