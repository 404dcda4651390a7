/** Roles: made, changed and deleted. */
import type { SessionTag } from '../model/caller.js'
import type { IamRole } from './entities.js'
import type { IamStore } from './iam-store.js'
import { requireDistinctTags, sortedTags } from './iam-tags.js'
import { newUniqueId } from './unique-ids.js'
import type { IamOffice } from './office.js'
import { boundaryAddressOf, countedUse, requireBoundary } from './policy-use.js'
import { requireFree, requireRoomFor, type GranteeAddress } from './principals.js'
import { noSuchPrincipal, stillHas } from './refusals.js'
import { requireTrustPolicy } from './trust-document.js'

export interface NewRole {
  readonly account: string
  readonly name: string
  readonly path: string
  readonly trustPolicy: string
  readonly description?: string | undefined
  readonly sessionSecondsMax: number
  readonly boundaryArn?: string | undefined
  readonly tags: readonly SessionTag[]
}

export async function makeRole(office: IamOffice, wanted: NewRole): Promise<IamRole> {
  const { account, name, boundaryArn, description, tags, ...rest } = wanted
  requireDistinctTags(tags, 'ignored')
  const boundaryAt = boundaryAddressOf(boundaryArn)
  await requireTrustPolicy(office.iam, rest.trustPolicy)
  await requireRoomFor(office.iam, 'role', account)
  const at = roleAt(account, name)
  const role: IamRole = {
    account,
    name,
    ...rest,
    id: newUniqueId('AROA', office.random),
    createdAtMs: office.clock.now(),
    inlinePolicies: {},
    attachedPolicies: [],
    tags: sortedTags(tags),
    ...(boundaryArn !== undefined && { boundaryArn }),
    ...(description !== undefined && { description }),
  }
  return office.iam.change([at, boundaryAt], ([found, boundary]) => {
    requireFree(at, found)
    requireBoundary(account, boundaryArn, boundary)
    const counted = countedUse(boundaryAt, boundary, { boundaryCount: 1 })
    return { writes: [{ at, record: role }, ...counted], result: role }
  })
}

/** AWS: the policies of a role must be taken away first. */
export async function removeRole(iam: IamStore, at: GranteeAddress<'role'>): Promise<void> {
  const boundaryArn = (await iam.find(at))?.boundaryArn
  const boundaryAt = boundaryAddressOf(boundaryArn)
  const isDone = await iam.change([at, boundaryAt], ([role, boundary]) => {
    if (role === undefined) throw noSuchPrincipal('role', at.name)
    if (role.attachedPolicies.length > 0) throw stillHas('detach all policies')
    if (Object.keys(role.inlinePolicies).length > 0) throw stillHas('delete policies')
    if (role.boundaryArn !== boundaryArn) return { writes: [], result: false }
    const counted = countedUse(boundaryAt, boundary, { boundaryCount: -1 })
    return { writes: [{ at, record: undefined }, ...counted], result: true }
  })
  // The boundary was changed in the meantime.
  if (!isDone) await removeRole(iam, at)
}

export function roleAt(account: string, name: string): GranteeAddress<'role'> {
  return { kind: 'role', account, name }
}
