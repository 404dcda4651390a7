/** AES-256-GCM under a random nonce: nonce | content, encrypted | tag. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from './random.js'

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const tagOptions = { authTagLength: tagBytes }
const nothing = Buffer.alloc(0)

/** What is sealed opens only together with the same `bound` bytes. */
export function sealBytes(
  key: Buffer,
  content: Uint8Array,
  random: Random,
  bound: Uint8Array = nothing,
): Buffer {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv(cipherName, key, nonce, tagOptions)
  cipher.setAAD(bound)
  const sealed = [cipher.update(content), cipher.final()]
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()])
}

/** Undefined if it was sealed under another key or with other bytes, or was changed. */
export function openBytes(
  key: Buffer,
  sealed: Uint8Array,
  bound: Uint8Array = nothing,
): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const cipher = createDecipheriv(cipherName, key, sealed.subarray(0, nonceBytes), tagOptions)
  cipher.setAAD(bound)
  cipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes, -tagBytes)), cipher.final()])
  } catch {
    return undefined
  }
}
