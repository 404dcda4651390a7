/**
 * The access key of an account's root. It is set from outside, or made once: whichever of several servers
 * comes first makes it. A root whose keys were all deleted gets no new one by itself.
 */
import type { AccessKeys, KeyPair, NewAccessKey } from './access-keys.js'
import { rootName, type AccessKey, type AccountRoot } from './entities.js'
import type { IamStore, IamWrite } from './iam-store.js'
import { rootKeysMax } from './limits.js'

/** Says in one sentence why a root cannot have a key. */
export class RootKeyRefused extends Error {
  override readonly name = 'RootKeyRefused'
}

/** Makes a key if the account's root has never had one. Undefined if it has. */
export function ensureRootKey(
  store: IamStore,
  keys: AccessKeys,
  account: string,
): Promise<KeyPair | undefined> {
  const made = keys.make({ account })
  return store.change([rootAt(account)], ([root]) =>
    root === undefined
      ? { writes: withKey(freshRoot(made), made), result: made }
      : { writes: [], result: undefined },
  )
}

/** One more key for an account's root. Throws `RootKeyRefused` if it has two. */
export function addRootKey(store: IamStore, keys: AccessKeys, account: string): Promise<KeyPair> {
  const made = keys.make({ account })
  return store.change([rootAt(account)], ([root = freshRoot(made)]) => {
    if (root.accessKeyIds.length >= rootKeysMax) {
      throw new RootKeyRefused(
        `The root of account ${account} has ${rootKeysMax} keys: delete one with gramme iam delete-key first.`,
      )
    }
    return { writes: withKey(root, made), result: made }
  })
}

/**
 * Makes this the key that was set from outside, in place of the one that was set before. A key that is
 * stored with the same secret stays as it is, even if it was deactivated. Throws `RootKeyRefused`.
 */
export function setRootKey(
  store: IamStore,
  keys: AccessKeys,
  account: string,
  given: KeyPair,
): Promise<void> {
  const made = keys.make({ account }, given)
  const addresses = [rootAt(account), { kind: 'accessKey', id: given.accessKeyId }] as const
  return store.change(addresses, ([root = freshRoot(made), stored]) => {
    if (stored !== undefined) refuseForeign(stored, account)
    const isSame = stored !== undefined && keys.secretOf(stored) === given.secretAccessKey
    const isListed = root.configuredKeyId === given.accessKeyId
    if (isSame && isListed) return { writes: [], result: undefined }
    return {
      writes: replacing(root, isSame ? { ...made, record: stored } : made),
      result: undefined,
    }
  })
}

function replacing(root: AccountRoot, made: NewAccessKey): readonly IamWrite[] {
  const { configuredKeyId: older } = root
  const isOlder = older !== undefined && older !== made.accessKeyId
  const kept = root.accessKeyIds.filter((id) => id !== older && id !== made.accessKeyId)
  if (kept.length >= rootKeysMax) {
    throw new RootKeyRefused(
      `The root of account ${root.account} has ${rootKeysMax} keys already: delete one with gramme iam delete-key first.`,
    )
  }
  const next = { ...root, accessKeyIds: kept, configuredKeyId: made.accessKeyId }
  const gone: readonly IamWrite[] = isOlder
    ? [{ at: { kind: 'accessKey', id: older }, record: undefined }]
    : []
  return [...gone, ...withKey(next, made)]
}

function refuseForeign({ id, account, userName }: AccessKey, wanted: string): void {
  if (account === wanted && userName === undefined) return
  const owner = userName === undefined ? 'the root' : `user ${userName}`
  throw new RootKeyRefused(`The access key ${id} belongs to ${owner} of account ${account}.`)
}

function withKey(root: AccountRoot, { accessKeyId, record }: NewAccessKey): readonly IamWrite[] {
  const accessKeyIds = [...root.accessKeyIds, accessKeyId]
  return [
    { at: rootAt(root.account), record: { ...root, accessKeyIds } },
    { at: { kind: 'accessKey', id: accessKeyId }, record },
  ]
}

function freshRoot({ record: { account, createdAtMs } }: NewAccessKey): AccountRoot {
  return { account, name: rootName, accessKeyIds: [], createdAtMs }
}

function rootAt(account: string) {
  return { kind: 'root', account, name: rootName } as const
}
