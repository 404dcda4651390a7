/**
 * Values of one space, sealed by AES-256-GCM:
 *
 * | bytes | content |
 * | --- | --- |
 * | 0 | form: an entry, one with its weight, or one that was appended to a log |
 * | 1–16 | salt |
 * | 17–28 | nonce |
 * | 29–32 | what the entry weighs, in the clear; only in an entry with its weight |
 * | 33– | the value, encrypted, then 16 bytes of tag; from byte 29 in other forms |
 *
 * The key is made by HKDF from the data key, the salt of the space and that of the value. A process draws
 * its own salt and a new one long before nonces could repeat, so any number of processes may write any
 * number of values under one data key. The tag also covers the form, the weight, the space and the key of the
 * entry (the log of an appended one), so a stored value says nothing in another place.
 *
 * The weight lets a value be replaced without being opened. It says little that the length does not.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { assert } from '../../stdx/assert.js'
import type { SpaceId } from '../engine.js'
import { keyBytesMax } from '../keyspace.js'
import { openedSaltsMax, valuesPerSaltMax } from './limits.js'
import type { Nonces } from './nonces.js'
import type { OpenedDataKey } from './data-keys.js'
import type { OpenedValues } from './opened-values.js'
import { nonceEnd, nonceOffset, saltBytes, saltOffset, tagBytes } from './sealed-layout.js'
import { unopenable, type Sealing } from './sealing.js'
import type { Random } from '../../stdx/random.js'

const cipherName = 'aes-256-gcm'
const keyBytes = 32
const weightBytes = 4
const tagOptions = { authTagLength: tagBytes }

/** How much longer a sealed value is at most. */
export const sealedOverheadBytesMax = nonceEnd + weightBytes + tagBytes

/** No other stored form begins with these bytes. */
const entryForm = 0xe1
const appendedForm = 0xe2
const weighedForm = 0xe3

/** What follows the log's own key in the key of an appended entry. */
const logNumberBytes = 8

export function isSealedForm(stored: Uint8Array): boolean {
  const form = stored[0]
  return form === entryForm || form === appendedForm || form === weighedForm
}

/** Undefined if only the value itself says it. */
export function sealedWeightOf(stored: Buffer): number | undefined {
  if (stored[0] !== weighedForm || stored.length < sealedOverheadBytesMax) return undefined
  return stored.readUInt32BE(nonceEnd)
}

function contentOffsetOf(form: number): number {
  return form === weighedForm ? nonceEnd + weightBytes : nonceEnd
}

export interface CipherParts {
  readonly dataKey: OpenedDataKey
  readonly spaceSalt: Buffer
  readonly random: Random
  readonly nonces: Nonces
  readonly openedValues: OpenedValues
}

interface SaltedKey {
  readonly salt: Uint8Array
  readonly key: KeyObject
}

export class SpaceCipher implements Sealing {
  readonly #parts: CipherParts
  readonly #info: Buffer
  readonly #saltedKeys = new Map<string, KeyObject>()
  readonly #space: SpaceId
  #current: SaltedKey | undefined
  /** Most values that are opened one after the other have the same. */
  #lastOpened: SaltedKey | undefined
  #left = 0

  constructor(space: SpaceId, parts: CipherParts) {
    this.#parts = parts
    this.#info = Buffer.concat([Buffer.from('gramme values'), parts.spaceSalt])
    this.#space = space
  }

  overheadOf(_key: Uint8Array, stored: Uint8Array): number {
    return contentOffsetOf(stored[0]!) + tagBytes
  }

  seal(key: Uint8Array, value: Uint8Array, weight?: number): Buffer {
    if (weight === undefined) return this.#seal(entryForm, key, value)
    const sealed = this.#seal(weighedForm, key, value, weight)
    this.#parts.openedValues.keep(this.#space, key, value, sealed)
    return sealed
  }

  sealAppended(log: Uint8Array, value: Uint8Array): Buffer {
    return this.#seal(appendedForm, log, value)
  }

  #seal(form: number, at: Uint8Array, value: Uint8Array, weight = 0): Buffer {
    this.#parts.dataKey.requireUsable()
    const { salt, key } = this.#saltedKey()
    const nonce = this.#parts.nonces.next()
    const cipher = createCipheriv(cipherName, key, nonce, tagOptions)
    cipher.setAAD(placeOf(form, this.#space, at, weight))
    const contentOffset = contentOffsetOf(form)
    const sealed = Buffer.allocUnsafe(contentOffset + value.length + tagBytes)
    sealed[0] = form
    sealed.set(salt, saltOffset)
    sealed.set(nonce, nonceOffset)
    if (form === weighedForm) sealed.writeUInt32BE(weight, nonceEnd)
    sealed.set(cipher.update(value), contentOffset)
    cipher.final()
    sealed.set(cipher.getAuthTag(), sealed.length - tagBytes)
    return sealed
  }

  open(key: Uint8Array, stored: Buffer): Buffer {
    this.#parts.dataKey.requireUsable()
    if (!isSealedForm(stored)) return unopenable
    const form = stored[0]!
    if (stored.length < contentOffsetOf(form) + tagBytes) return unopenable
    const { openedValues } = this.#parts
    const kept = openedValues.find(this.#space, key, stored)
    if (kept !== undefined) return kept
    const value = this.#opened(form, form === appendedForm ? logOf(key) : key, stored)
    if (value === undefined) return unopenable
    openedValues.opened(this.#space, key, value, stored)
    return value
  }

  /** Undefined if the value was changed. */
  #opened(form: number, at: Uint8Array, stored: Buffer): Buffer | undefined {
    const nonce = stored.subarray(nonceOffset, nonceEnd)
    const cipher = createDecipheriv(cipherName, this.#keyOf(stored), nonce, tagOptions)
    cipher.setAAD(placeOf(form, this.#space, at, sealedWeightOf(stored) ?? 0))
    cipher.setAuthTag(stored.subarray(stored.length - tagBytes))
    try {
      const value = cipher.update(stored.subarray(contentOffsetOf(form), stored.length - tagBytes))
      cipher.final()
      // The cipher's buffers have a hidden class of their own, which makes all code that meets both kinds slower.
      return Buffer.from(value.buffer, value.byteOffset, value.length)
    } catch {
      return undefined
    }
  }

  #saltedKey(): SaltedKey {
    if (this.#left === 0 || this.#current === undefined) {
      const salt = this.#parts.random.bytes(saltBytes)
      this.#current = { salt, key: this.#derive(salt) }
      this.#left = valuesPerSaltMax
    }
    this.#left--
    return this.#current
  }

  #keyOf(stored: Buffer): KeyObject {
    if (this.#lastOpened === undefined || !hasSalt(stored, this.#lastOpened.salt)) {
      const salt = Buffer.from(stored.subarray(saltOffset, nonceOffset))
      this.#lastOpened = { salt, key: this.#findKey(stored) }
    }
    return this.#lastOpened.key
  }

  #findKey(stored: Buffer): KeyObject {
    const name = stored.toString('latin1', saltOffset, nonceOffset)
    const known = this.#saltedKeys.get(name)
    if (known !== undefined) return known
    const key = this.#derive(stored.subarray(saltOffset, nonceOffset))
    if (this.#saltedKeys.size >= openedSaltsMax) {
      this.#saltedKeys.delete(this.#saltedKeys.keys().next().value!)
    }
    this.#saltedKeys.set(name, key)
    return key
  }

  #derive(salt: Uint8Array): KeyObject {
    const derived = hkdfSync('sha256', this.#parts.dataKey.secret, salt, this.#info, keyBytes)
    return createSecretKey(new Uint8Array(derived))
  }
}

function hasSalt(stored: Buffer, salt: Uint8Array): boolean {
  for (let i = 0; i < saltBytes; i++) if (stored[saltOffset + i] !== salt[i]) return false
  return true
}

/** The key of the log that an appended entry is in. */
function logOf(key: Uint8Array): Uint8Array {
  return key.subarray(0, Math.max(0, key.length - logNumberBytes))
}

const placeHeaderBytes = 9
/** One for all: what is written here is used before anybody else can run. */
const place = Buffer.allocUnsafe(placeHeaderBytes + keyBytesMax)

/** What the tag covers beside the value: form, weight, space and key. */
function placeOf(form: number, space: SpaceId, key: Uint8Array, weight: number): Buffer {
  assert(key.length <= keyBytesMax, 'a key fits', { length: key.length })
  place[0] = form
  place.writeUInt32BE(space, 1)
  place.writeUInt32BE(weight, 5)
  place.set(key, placeHeaderBytes)
  return place.subarray(0, placeHeaderBytes + key.length)
}
