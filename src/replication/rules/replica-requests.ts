/**
 * What UpdateTable can ask of the members of a global table, in our own terms, and what can be refused without
 * looking at any table.
 */
import { tableRegions } from '../../model/regions.js'
import { validation, type ServiceError } from '../../model/errors.js'
import type { MemberOverrides } from '../global-table.js'

export type ReplicaAction =
  | { readonly kind: 'create'; readonly region: string; readonly overrides: MemberOverrides }
  | { readonly kind: 'update'; readonly region: string; readonly overrides: MemberOverrides }
  | { readonly kind: 'delete'; readonly region: string }
  | { readonly kind: 'disassociate'; readonly region: string }

/** AWS: two equal actions count as one. */
export function distinctActions(actions: readonly ReplicaAction[]): readonly ReplicaAction[] {
  return [...new Map(actions.map((action) => [JSON.stringify(action), action])).values()]
}

/** AWS: replicas are added and removed one at a time, unless the global table is strongly consistent. */
export function requireOneMembership(actions: readonly ReplicaAction[]): void {
  const kinds = new Set(actions.map(({ kind }) => kind))
  if (kinds.size > 1) throw severalKinds()
  if (!kinds.has('update') && actions.length > 1) {
    throw validation(
      'Update table operation with more than one create or delete replica actions not allowed',
    )
  }
}

export function severalKinds(): ServiceError {
  return validation(
    'Update table operation with more than one type of replica actions not allowed.',
  )
}

export function noReplicaActions(): ServiceError {
  return validation('There are no actions specified in the Replica Update Action of the request.')
}

/** `ownRegion` is that of the request. */
export function requireOtherRegions(actions: readonly ReplicaAction[], ownRegion: string): void {
  for (const { kind, region } of actions) {
    if (kind === 'disassociate') continue
    if (region === ownRegion) {
      throw validation(
        'Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable, or UpdateTable as required.',
      )
    }
    requireKnownRegion(region)
  }
}

export function requireKnownRegion(region: string): void {
  if (tableRegions.includes(region)) return
  throw validation(
    `Region ${region} is not supported. The latest version of global tables are only supported in the following regions: [${tableRegions.join(', ')}]`,
  )
}
