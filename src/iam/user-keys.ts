/** The access keys of users and roots. A secret is told once, when it is made. */
import type { NewAccessKey } from './access-keys.js'
import { rootName, type AccessKey, type AccountRoot, type IamUser } from './entities.js'
import type { IamStore } from './iam-store.js'
import type { IamOffice } from './office.js'
import { userAt } from './users.js'
import { accessKeysPerUserMax } from './quotas.js'
import { noSuchAccessKey, noSuchPrincipal, quotaExceeded } from './refusals.js'

/** Undefined is the account's root. */
export interface KeyHolder {
  readonly account: string
  readonly userName: string | undefined
}

function holderAt({ account, userName }: KeyHolder) {
  return userName === undefined
    ? ({ kind: 'root', account, name: rootName } as const)
    : userAt(account, userName)
}

/** The root of an account is there without a record. */
function requireHolder(
  { account, userName }: KeyHolder,
  found: IamUser | AccountRoot | undefined,
  createdAtMs = 0,
): IamUser | AccountRoot {
  if (found !== undefined) return found
  if (userName !== undefined) throw noSuchPrincipal('user', userName)
  return { account, name: rootName, accessKeyIds: [], createdAtMs }
}

export function makeAccessKey(
  { iam, clock, accessKeys }: IamOffice,
  owner: KeyHolder,
): Promise<NewAccessKey> {
  const at = holderAt(owner)
  const nowMs = clock.now()
  return iam.change([at], ([found]) => {
    const holder = requireHolder(owner, found, nowMs)
    if (holder.accessKeyIds.length >= accessKeysPerUserMax) {
      throw quotaExceeded('AccessKeysPerUser', accessKeysPerUserMax)
    }
    const made = accessKeys.make({
      account: owner.account,
      ...(owner.userName !== undefined && { userName: holder.name }),
    })
    const id = made.accessKeyId
    const writes = [
      { at: { kind: 'accessKey', id }, record: made.record },
      { at, record: { ...holder, accessKeyIds: [...holder.accessKeyIds, id] } },
    ] as const
    return { writes, result: made }
  })
}

export function setAccessKeyActive(
  iam: IamStore,
  owner: KeyHolder,
  { id, isActive }: { readonly id: string; readonly isActive: boolean },
): Promise<void> {
  const keyAt = { kind: 'accessKey', id } as const
  return iam.change([holderAt(owner), keyAt], ([found, key]) => {
    const { accessKeyIds } = requireHolder(owner, found)
    if (key === undefined || !accessKeyIds.includes(id)) throw noSuchAccessKey(id)
    if (key.isActive === isActive) return { writes: [], result: undefined }
    return { writes: [{ at: keyAt, record: { ...key, isActive } }], result: undefined }
  })
}

export function removeAccessKey(iam: IamStore, owner: KeyHolder, id: string): Promise<void> {
  const at = holderAt(owner)
  return iam.change([at], ([found]) => {
    const holder = requireHolder(owner, found)
    if (!holder.accessKeyIds.includes(id)) throw noSuchAccessKey(id)
    const accessKeyIds = holder.accessKeyIds.filter((each) => each !== id)
    const writes = [
      { at: { kind: 'accessKey', id }, record: undefined },
      { at, record: { ...holder, accessKeyIds } },
    ] as const
    return { writes, result: undefined }
  })
}

/** In the order in which they were made. */
export async function accessKeysOf(iam: IamStore, owner: KeyHolder): Promise<readonly AccessKey[]> {
  const { accessKeyIds } = requireHolder(owner, await iam.find(holderAt(owner)))
  const keys = await iam.findAll(accessKeyIds.map((id) => ({ kind: 'accessKey', id }) as const))
  return keys.filter((key) => key !== undefined)
}
