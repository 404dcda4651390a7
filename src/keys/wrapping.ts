/** Wrapping by a key that this process has: AES-256-GCM, bound to the owner of the data key. */
import { assert } from '../stdx/assert.js'
import type { Random } from '../stdx/random.js'
import { openBytes, sealBytes } from '../stdx/sealed-bytes.js'
import type { DataKeyOwner } from './master-keys.js'

export const dataKeyBytes = 32

export function wrapKey(
  masterKey: Buffer,
  dataKey: Uint8Array,
  owner: DataKeyOwner,
  random: Random,
): Buffer {
  assert(dataKey.length === dataKeyBytes, 'a data key has 32 bytes', { length: dataKey.length })
  return sealBytes(masterKey, dataKey, random, boundTo(owner))
}

/** Undefined if it was wrapped by another key or for another owner, or was changed. */
export function unwrapKey(
  masterKey: Buffer,
  wrapped: Buffer,
  owner: DataKeyOwner,
): Buffer | undefined {
  const dataKey = openBytes(masterKey, wrapped, boundTo(owner))
  return dataKey?.length === dataKeyBytes ? dataKey : undefined
}

function boundTo(owner: DataKeyOwner): Buffer {
  return Buffer.from(`gramme data key of ${owner}`)
}
