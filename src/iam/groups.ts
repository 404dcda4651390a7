/** Groups, and who is in them. A user lists its groups; a group counts its members. */
import type { IamGroup, IamUser } from './entities.js'
import type { IamStore, IamWrite } from './iam-store.js'
import { groupsPerUserMax } from './quotas.js'
import { newUniqueId } from './unique-ids.js'
import type { IamOffice } from './office.js'
import {
  movedRecord,
  requireFree,
  requireRoomFor,
  type ChangedPlace,
  type GranteeAddress,
} from './principals.js'
import { noSuchPrincipal, quotaExceeded, stillHas } from './refusals.js'
import { userAt } from './users.js'

export async function makeGroup(
  { iam, clock, random }: IamOffice,
  { account, name, path }: Pick<IamGroup, 'account' | 'name' | 'path'>,
): Promise<IamGroup> {
  await requireRoomFor(iam, 'group', account)
  const at = groupAt(account, name)
  const group: IamGroup = {
    account,
    name,
    path,
    id: newUniqueId('AGPA', random),
    createdAtMs: clock.now(),
    inlinePolicies: {},
    attachedPolicies: [],
    memberCount: 0,
  }
  return iam.change([at], ([found]) => {
    requireFree(at, found)
    return { writes: [{ at, record: group }], result: group }
  })
}

export function removeGroup(iam: IamStore, at: GranteeAddress<'group'>): Promise<void> {
  return iam.change([at], ([group]) => {
    if (group === undefined) throw noSuchPrincipal('group', at.name)
    if (group.memberCount > 0) throw stillHas('remove users from group')
    if (group.attachedPolicies.length > 0) throw stillHas('detach all policies')
    if (Object.keys(group.inlinePolicies).length > 0) throw stillHas('delete policies')
    return { writes: [{ at, record: undefined }], result: undefined }
  })
}

export interface Membership {
  readonly account: string
  readonly userName: string
  readonly groupName: string
}

/** AWS: it is no fault if the user is a member already. */
export function addToGroup(iam: IamStore, membership: Membership): Promise<void> {
  return changeMembership(iam, membership, (user, group) => {
    if (isMember(user, group)) return undefined
    if (user.groups.length >= groupsPerUserMax) {
      throw quotaExceeded('GroupsPerUser', groupsPerUserMax)
    }
    return [...user.groups, group.name].toSorted()
  })
}

/** AWS: it is no fault if the user is no member. */
export function removeFromGroup(iam: IamStore, membership: Membership): Promise<void> {
  return changeMembership(iam, membership, (user, group) =>
    isMember(user, group) ? user.groups.filter((name) => name !== group.name) : undefined,
  )
}

function isMember(user: IamUser, group: IamGroup): boolean {
  return user.groups.includes(group.name)
}

function changeMembership(
  iam: IamStore,
  { account, userName, groupName }: Membership,
  groupsAfter: (user: IamUser, group: IamGroup) => readonly string[] | undefined,
): Promise<void> {
  const at = userAt(account, userName)
  const groupsAt = groupAt(account, groupName)
  return iam.change([at, groupsAt], ([user, group]) => {
    if (user === undefined) throw noSuchPrincipal('user', userName)
    if (group === undefined) throw noSuchPrincipal('group', groupName)
    const groups = groupsAfter(user, group)
    if (groups === undefined) return { writes: [], result: undefined }
    const memberCount = group.memberCount + groups.length - user.groups.length
    const writes = [
      { at, record: { ...user, groups } },
      { at: groupsAt, record: { ...group, memberCount } },
    ] as const
    return { writes, result: undefined }
  })
}

/** A group keeps its id and its members, who name it. */
export async function moveGroup(
  iam: IamStore,
  at: GranteeAddress<'group'>,
  changed: ChangedPlace,
): Promise<void> {
  const { name, path } = changed
  const to = groupAt(at.account, name ?? at.name)
  const before = name === undefined ? [] : await namesOfMembers(iam, at)
  const membersAt = before.map((each) => userAt(at.account, each))
  const isDone = await iam.change([at, to, ...membersAt], ([group, there, ...members]) => {
    if (group === undefined) throw noSuchPrincipal('group', at.name)
    const target = there
    if (target !== undefined && target.id !== group.id) requireFree(to, target)
    const renamed: IamGroup = { ...group, name: name ?? group.name, path: path ?? group.path }
    const writes: IamWrite[] = movedRecord(at, to, renamed)
    if (name !== undefined) {
      const users = members.filter((user) => user !== undefined)
      const inside = users.filter((user) => isMember(user, group))
      // Somebody has joined in the meantime.
      if (inside.length !== group.memberCount) return { writes: [], result: false }
      for (const user of inside) {
        const groups = user.groups.map((each) => (each === group.name ? name : each)).toSorted()
        writes.push({ at: userAt(user.account, user.name), record: { ...user, groups } })
      }
    }
    return { writes, result: true }
  })
  if (!isDone) await moveGroup(iam, at, changed)
}

async function namesOfMembers(
  iam: IamStore,
  at: GranteeAddress<'group'>,
): Promise<readonly string[]> {
  const group = await iam.find(at)
  const names: string[] = []
  if (group === undefined) return names
  for await (const user of iam.walk('user', at.account)) {
    if (isMember(user, group)) names.push(user.name)
  }
  return names
}

/** In the order of names, after one if it is given. */
export async function* membersOf(
  iam: IamStore,
  group: IamGroup,
  afterName?: string,
): AsyncGenerator<IamUser> {
  for await (const user of iam.walk('user', group.account, afterName)) {
    if (isMember(user, group)) yield user
  }
}

export function groupAt(account: string, name: string): GranteeAddress<'group'> {
  return { kind: 'group', account, name }
}
