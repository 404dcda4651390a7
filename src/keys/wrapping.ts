/** Wrapping by a key that this process has: AES-256-GCM, bound to the owner of the data key. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { assert } from '../stdx/assert.js'
import type { Random } from '../stdx/random.js'
import type { DataKeyOwner } from './master-keys.js'

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
export const dataKeyBytes = 32

export function wrapKey(
  masterKey: Buffer,
  dataKey: Uint8Array,
  owner: DataKeyOwner,
  random: Random,
): Buffer {
  assert(dataKey.length === dataKeyBytes, 'a data key has 32 bytes', { length: dataKey.length })
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv(cipherName, masterKey, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(owner))
  const wrapped = [cipher.update(dataKey), cipher.final()]
  return Buffer.concat([nonce, ...wrapped, cipher.getAuthTag()])
}

/** Undefined if it was wrapped by another key or for another owner, or was changed. */
export function unwrapKey(
  masterKey: Buffer,
  wrapped: Buffer,
  owner: DataKeyOwner,
): Buffer | undefined {
  if (wrapped.length !== nonceBytes + dataKeyBytes + tagBytes) return undefined
  const nonce = wrapped.subarray(0, nonceBytes)
  const cipher = createDecipheriv(cipherName, masterKey, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(owner))
  cipher.setAuthTag(wrapped.subarray(-tagBytes))
  try {
    const dataKey = cipher.update(wrapped.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([dataKey, cipher.final()])
  } catch {
    return undefined
  }
}

function boundTo(owner: DataKeyOwner): Buffer {
  return Buffer.from(`gramme data key of ${owner}`)
}
