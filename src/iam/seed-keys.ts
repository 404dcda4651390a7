/** Access keys whose ids and secrets a seed file says. */
import { ServiceError } from '../model/errors.js'
import { rootName, type AccessKey } from './entities.js'
import type { IamOffice } from './office.js'
import { accessKeysPerUserMax } from './quotas.js'
import { quotaExceeded } from './refusals.js'
import type { SeedKey } from './seed.js'
import type { KeyHolder } from './user-keys.js'
import { userAt } from './users.js'

/** The user must exist. Other keys of the holder stay. */
export function setSeedKey(
  { iam, accessKeys, clock }: IamOffice,
  { account, userName }: KeyHolder,
  { isActive, ...pair }: SeedKey,
): Promise<void> {
  const holderAt =
    userName === undefined
      ? ({ kind: 'root', account, name: rootName } as const)
      : userAt(account, userName)
  const keyAt = { kind: 'accessKey', id: pair.accessKeyId } as const
  const createdAtMs = clock.now()
  return iam.change([holderAt, keyAt], ([found, stored]) => {
    const holder = found ?? { account, name: rootName, accessKeyIds: [], createdAtMs }
    const owner = { account, ...(userName !== undefined && { userName: holder.name }) }
    if (stored !== undefined) requireOwner(stored, owner)
    const isSame = stored !== undefined && accessKeys.secretOf(stored) === pair.secretAccessKey
    const record = isSame ? stored : accessKeys.make(owner, pair).record
    const ids = new Set([...holder.accessKeyIds, pair.accessKeyId])
    if (ids.size > accessKeysPerUserMax) {
      throw quotaExceeded('AccessKeysPerUser', accessKeysPerUserMax)
    }
    const writes = [
      { at: holderAt, record: { ...holder, accessKeyIds: [...ids] } },
      { at: keyAt, record: { ...record, isActive } },
    ] as const
    return { writes, result: undefined }
  })
}

function requireOwner(
  stored: AccessKey,
  { account, userName }: Pick<AccessKey, 'account' | 'userName'>,
): void {
  if (stored.account === account && stored.userName === userName) return
  throw new ServiceError('EntityAlreadyExistsException', 'The access key belongs to somebody else.')
}
