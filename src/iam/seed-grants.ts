/** What a principal of a seed file may do, and what it belongs to. */
import type { SessionTag } from '../model/caller.js'
import { namingPlace } from './seed-faults.js'
import {
  attachPolicy,
  deleteInlinePolicy,
  detachPolicy,
  putInlinePolicy,
  setBoundary,
} from './grants.js'
import { addToGroup, removeFromGroup } from './groups.js'
import { sortedTags } from './iam-tags.js'
import type { IamStore } from './iam-store.js'
import { changePrincipal, requirePrincipal, type GranteeAddress } from './principals.js'
import type { SeedGrants, Seeded } from './seed.js'

type Bounded = GranteeAddress<'user' | 'role'>

export async function setGrants(
  iam: IamStore,
  address: GranteeAddress,
  { inlinePolicies, attachedPolicies }: SeedGrants,
): Promise<void> {
  const stored = await requirePrincipal(iam, address)
  if (inlinePolicies !== undefined) await setInline(iam, address, inlinePolicies)
  if (attachedPolicies === undefined) return
  const wanted = new Set(attachedPolicies.map(({ value }) => value))
  for (const arn of stored.attachedPolicies) {
    if (!wanted.has(arn)) await detachPolicy(iam, address, arn)
  }
  for (const { place, value } of attachedPolicies) {
    await namingPlace(place, () => attachPolicy(iam, address, value))
  }
}

async function setInline(
  iam: IamStore,
  address: GranteeAddress,
  wanted: NonNullable<SeedGrants['inlinePolicies']>,
): Promise<void> {
  const { inlinePolicies } = await requirePrincipal(iam, address)
  const names = new Set(wanted.map(({ value }) => value.name))
  for (const name of Object.keys(inlinePolicies)) {
    if (!names.has(name)) await deleteInlinePolicy(iam, address, name)
  }
  for (const { place, value } of wanted)
    await namingPlace(place, () => putInlinePolicy(iam, address, value))
}

export async function setGroups(
  iam: IamStore,
  { account, name: userName }: GranteeAddress<'user'>,
  { groups }: { readonly groups?: readonly Seeded<string>[] },
): Promise<void> {
  if (groups === undefined) return
  const stored = await requirePrincipal(iam, { kind: 'user', account, name: userName })
  const wanted = new Set(groups.map(({ value }) => value.toLowerCase()))
  for (const groupName of stored.groups) {
    if (wanted.has(groupName.toLowerCase())) continue
    await removeFromGroup(iam, { account, userName, groupName })
  }
  for (const { place, value: groupName } of groups) {
    await namingPlace(place, () => addToGroup(iam, { account, userName, groupName }))
  }
}

export async function setBoundaryOf(
  iam: IamStore,
  address: Bounded,
  { boundary }: { readonly boundary?: Seeded<string> },
): Promise<void> {
  if (boundary === undefined) return
  await namingPlace(boundary.place, () => setBoundary(iam, address, boundary.value))
}

export async function setTags(
  iam: IamStore,
  address: Bounded,
  { tags }: { readonly tags?: readonly SessionTag[] },
): Promise<void> {
  if (tags === undefined) return
  await changePrincipal(iam, address, (stored) => ({ ...stored, tags: sortedTags(tags) }))
}
