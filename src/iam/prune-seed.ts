/**
 * Removes from an account what its seed file does not list, if the file asks for that: users, roles and keys
 * before the file is applied, groups and policies after it. What a listed principal still uses is not
 * removed from under it, since that could widen its rights: it is a fault. Keys of the root are never removed.
 */
import { iamArn } from './arns.js'
import { removePolicy, removePolicyVersion } from './customer-policies.js'
import type { IamPolicy } from './entities.js'
import { deleteInlinePolicy, detachPolicy } from './grants.js'
import { groupAt, removeFromGroup, removeGroup } from './groups.js'
import type { IamStore } from './iam-store.js'
import { seedRecordsMax } from './limits.js'
import type { IamOffice } from './office.js'
import { requirePrincipal, type GranteeAddress } from './principals.js'
import { removeRole, roleAt } from './roles.js'
import type { SeedAccount, SeedUser } from './seed.js'
import { namingPlace } from './seed-faults.js'
import { removeAccessKey } from './user-keys.js'
import { removeUser, userAt } from './users.js'

const prunedKinds = ['user', 'role', 'group', 'policy'] as const

/** Names by kind. */
type Unlisted = Readonly<Record<(typeof prunedKinds)[number], readonly string[]>>

/** Returns what is left to do once the file is applied. */
export async function prunePrincipals(
  office: IamOffice,
  wanted: SeedAccount,
): Promise<() => Promise<void>> {
  const { account, users, prune } = wanted
  if (prune === undefined) return async () => undefined
  const { iam } = office
  const unlisted = await unlistedIn(iam, wanted)
  const count = prunedKinds.reduce((sum, kind) => sum + unlisted[kind].length, 0)
  if (count > seedRecordsMax) {
    throw prune.fault(`would remove ${count} entries; it may remove ${seedRecordsMax}`)
  }
  for (const name of unlisted.user) await pruneUser(iam, userAt(account, name))
  for (const name of unlisted.role) {
    await stripGrants(iam, roleAt(account, name))
    await removeRole(iam, roleAt(account, name))
  }
  for (const user of users) await pruneKeys(iam, account, user)
  return () => pruneShared(office, wanted, unlisted)
}

async function unlistedIn(iam: IamStore, wanted: SeedAccount): Promise<Unlisted> {
  const { account, users, roles, groups, policies } = wanted
  const unlisted = async (
    kind: (typeof prunedKinds)[number],
    listed: readonly { readonly name: string }[],
  ) => {
    const known = new Set(listed.map(({ name }) => name.toLowerCase()))
    const names: string[] = []
    for await (const { name } of iam.walk(kind, account)) {
      if (!known.has(name.toLowerCase())) names.push(name)
    }
    return names
  }
  return {
    user: await unlisted('user', users),
    role: await unlisted('role', roles),
    group: await unlisted('group', groups),
    policy: await unlisted('policy', policies),
  }
}

async function pruneUser(iam: IamStore, at: GranteeAddress<'user'>): Promise<void> {
  const { account, name: userName } = at
  const { accessKeyIds, groups } = await requirePrincipal(iam, at)
  for (const id of accessKeyIds) await removeAccessKey(iam, { account, userName }, id)
  for (const groupName of groups) await removeFromGroup(iam, { account, userName, groupName })
  await stripGrants(iam, at)
  await removeUser(iam, at)
}

/** Of a user that stays. */
async function pruneKeys(
  iam: IamStore,
  account: string,
  { name: userName, accessKeys = [] }: SeedUser,
): Promise<void> {
  const stored = await iam.find(userAt(account, userName))
  const listed = new Set(accessKeys.map(({ value }) => value.accessKeyId))
  for (const id of stored?.accessKeyIds ?? []) {
    if (!listed.has(id)) await removeAccessKey(iam, { account, userName }, id)
  }
}

async function stripGrants(iam: IamStore, at: GranteeAddress): Promise<void> {
  const { attachedPolicies, inlinePolicies } = await requirePrincipal(iam, at)
  for (const arn of attachedPolicies) await detachPolicy(iam, at, arn)
  for (const name of Object.keys(inlinePolicies)) await deleteInlinePolicy(iam, at, name)
}

async function pruneShared(
  office: IamOffice,
  { account, prune }: SeedAccount,
  unlisted: Unlisted,
): Promise<void> {
  const { iam } = office
  for (const name of unlisted.group) {
    const { memberCount } = await requirePrincipal(iam, groupAt(account, name))
    if (memberCount > 0) throw prune!.fault(`cannot remove the group ${name}, which has members`)
    await stripGrants(iam, groupAt(account, name))
    await removeGroup(iam, groupAt(account, name))
  }
  for (const name of unlisted.policy) {
    const policy = await iam.find({ kind: 'policy', account, name })
    if (policy === undefined) continue
    if (policy.attachmentCount + policy.boundaryCount > 0) {
      throw prune!.fault(`cannot remove the policy ${name}, which is in use`)
    }
    await namingPlace(prune!, () => removeWithVersions(office, policy))
  }
}

async function removeWithVersions(office: IamOffice, policy: IamPolicy): Promise<void> {
  const target = { account: policy.account, arn: iamArn('policy', policy) }
  for (const { id } of policy.versions) {
    if (id !== policy.defaultVersionId) await removePolicyVersion(office, target, id)
  }
  await removePolicy(office.iam, target)
}
