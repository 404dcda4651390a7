/** Users, groups and roles alike: finding them, and changing one of them. */
import type { IamEntities } from './entities.js'
import type { IamStore, IamWrite } from './iam-store.js'
import { noSuchPrincipal, principalExists, quotaExceeded, type PrincipalKind } from './refusals.js'
import { groupsMax, rolesMax, usersMax } from './quotas.js'

export interface GranteeAddress<K extends PrincipalKind = PrincipalKind> {
  readonly kind: K
  readonly account: string
  readonly name: string
}

export async function requirePrincipal<K extends PrincipalKind>(
  iam: IamStore,
  at: GranteeAddress<K>,
): Promise<IamEntities[K]> {
  const found = await iam.find(at)
  if (found === undefined) throw noSuchPrincipal(at.kind, at.name)
  return found as unknown as IamEntities[K]
}

/** Writes what `decide` returns, unless that is what it got. */
export function changePrincipal<K extends PrincipalKind>(
  iam: IamStore,
  at: GranteeAddress<K>,
  decide: (principal: IamEntities[K]) => IamEntities[K],
): Promise<void> {
  return iam.change([at as GranteeAddress], ([found]) => {
    if (found === undefined) throw noSuchPrincipal(at.kind, at.name)
    const changed = decide(found as IamEntities[K])
    if (changed === found) return { writes: [], result: undefined }
    return { writes: [{ at, record: changed }], result: undefined }
  })
}

const principalQuotas = {
  user: { quota: 'UsersPerAccount', max: usersMax },
  group: { quota: 'GroupsPerAccount', max: groupsMax },
  role: { quota: 'RolesPerAccount', max: rolesMax },
} as const

/** Of several that are made at once, some may pass an account's quota. */
export async function requireRoomFor(
  iam: IamStore,
  kind: PrincipalKind,
  account: string,
): Promise<void> {
  const { quota, max } = principalQuotas[kind]
  if ((await iam.count(kind, account, max)) >= max) throw quotaExceeded(quota, max)
}

export function requireFree(
  { kind, name }: GranteeAddress,
  found: IamEntities[PrincipalKind] | undefined,
): void {
  if (found !== undefined) throw principalExists(kind, name)
}

/** What can be changed of where a user or group is. */
export interface ChangedPlace {
  readonly name?: string | undefined
  readonly path?: string | undefined
}

/** The writes that leave a record at its new address alone. */
export function movedRecord<K extends PrincipalKind>(
  at: GranteeAddress<K>,
  to: GranteeAddress<K>,
  record: IamEntities[K],
): IamWrite[] {
  const put: IamWrite = { at: to, record }
  // Names that differ in their case alone share an address.
  if (at.name.toLowerCase() === to.name.toLowerCase()) return [put]
  return [{ at, record: undefined }, put]
}
