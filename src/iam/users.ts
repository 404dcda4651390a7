/** Users: made, renamed and deleted. */
import type { SessionTag } from '../model/caller.js'
import type { IamUser } from './entities.js'
import type { IamStore, IamWrite } from './iam-store.js'
import { requireDistinctTags, sortedTags } from './iam-tags.js'
import { newUniqueId } from './unique-ids.js'
import type { IamOffice } from './office.js'
import { boundaryAddressOf, countedUse, requireBoundary } from './policy-use.js'
import {
  movedRecord,
  requireFree,
  requireRoomFor,
  type ChangedPlace,
  type GranteeAddress,
} from './principals.js'
import { noSuchPrincipal, stillHas } from './refusals.js'

export interface NewUser {
  readonly account: string
  readonly name: string
  readonly path: string
  readonly boundaryArn?: string | undefined
  readonly tags: readonly SessionTag[]
}

export async function makeUser(office: IamOffice, wanted: NewUser): Promise<IamUser> {
  const { account, name, path, boundaryArn, tags } = wanted
  requireDistinctTags(tags, 'ignored')
  const boundaryAt = boundaryAddressOf(boundaryArn)
  await requireRoomFor(office.iam, 'user', account)
  const at = userAt(account, name)
  const user: IamUser = {
    account,
    name,
    path,
    id: newUniqueId('AIDA', office.random),
    createdAtMs: office.clock.now(),
    inlinePolicies: {},
    attachedPolicies: [],
    tags: sortedTags(tags),
    ...(boundaryArn !== undefined && { boundaryArn }),
    groups: [],
    accessKeyIds: [],
  }
  return office.iam.change([at, boundaryAt], ([found, boundary]) => {
    requireFree(at, found)
    requireBoundary(account, boundaryArn, boundary)
    const counted = countedUse(boundaryAt, boundary, { boundaryCount: 1 })
    return { writes: [{ at, record: user }, ...counted], result: user }
  })
}

/** A user keeps its id and all that belongs to it; its access keys follow it. */
export async function moveUser(
  iam: IamStore,
  at: GranteeAddress<'user'>,
  changed: ChangedPlace,
): Promise<void> {
  const { name, path } = changed
  const keyIds = (await iam.find(at))?.accessKeyIds ?? []
  const to = userAt(at.account, name ?? at.name)
  const keysAt = keyIds.map((id) => ({ kind: 'accessKey', id }) as const)
  const isDone = await iam.change([at, to, ...keysAt], ([user, there, ...keys]) => {
    if (user === undefined) throw noSuchPrincipal('user', at.name)
    const target = there
    if (target !== undefined && target.id !== user.id) requireFree(to, target)
    if (user.accessKeyIds.join() !== keyIds.join()) return { writes: [], result: false }
    const renamed: IamUser = { ...user, name: name ?? user.name, path: path ?? user.path }
    const follow = keys.flatMap((key): IamWrite[] =>
      key === undefined
        ? []
        : [{ at: { kind: 'accessKey', id: key.id }, record: { ...key, userName: renamed.name } }],
    )
    return { writes: [...movedRecord(at, to, renamed), ...follow], result: true }
  })
  // A key was made or deleted in the meantime.
  if (!isDone) await moveUser(iam, at, changed)
}

/** AWS: what a user has must be taken away first. */
export async function removeUser(iam: IamStore, at: GranteeAddress<'user'>): Promise<void> {
  const boundaryArn = (await iam.find(at))?.boundaryArn
  const boundaryAt = boundaryAddressOf(boundaryArn)
  const isDone = await iam.change([at, boundaryAt], ([user, boundary]) => {
    if (user === undefined) throw noSuchPrincipal('user', at.name)
    if (user.attachedPolicies.length > 0) throw stillHas('detach all policies')
    if (Object.keys(user.inlinePolicies).length > 0) throw stillHas('delete policies')
    if (user.accessKeyIds.length > 0) throw stillHas('delete access keys')
    if (user.groups.length > 0) throw stillHas('remove users from group')
    if (user.boundaryArn !== boundaryArn) return { writes: [], result: false }
    const counted = countedUse(boundaryAt, boundary, { boundaryCount: -1 })
    return { writes: [{ at, record: undefined }, ...counted], result: true }
  })
  // The boundary was changed in the meantime.
  if (!isDone) await removeUser(iam, at)
}

export function userAt(account: string, name: string): GranteeAddress<'user'> {
  return { kind: 'user', account, name }
}
