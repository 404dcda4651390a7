/**
 * A cache of partition-key hashes, because two digests cost more than everything else a read of one
 * item does here. A hash follows from its key alone, so a cached one is never wrong.
 *
 * Two generations limit the memory: when the young one is full it replaces the old one, and hashes
 * of the old one that were not used again are dropped. Each generation has its hashes in one piece of memory:
 * a hash cut from Node's pool would keep 8 KB of it alive.
 */
import { payloadOf, type AttributeValue, type KeyType } from '../model/attribute-value.js'
import { encodeKeyValue } from './key-codec.js'
import { partitionHash, partitionHashBytes } from './partition-hash.js'

/** How many hashes a generation has. */
export const generationEntries = 8192
/** Longer keys are rare, and hashing them costs little more than keeping them. */
const keptCharactersMax = 128

export class PartitionHashes {
  #young = new Generation()
  #old = new Generation()

  /** The returned bytes are shared; callers must not write into them. */
  of(type: KeyType, value: AttributeValue): Buffer {
    const payload = payloadOf(value)
    if (typeof payload !== 'string' || payload.length > keptCharactersMax)
      return hashOf(type, value)
    const known = this.#young.find(type, payload)
    if (known !== undefined) return known
    const hash = this.#old.find(type, payload) ?? hashOf(type, value)
    if (this.#young.isFull) {
      this.#old = this.#young
      this.#young = new Generation()
    }
    return this.#young.keep(type, payload, hash)
  }
}

class Generation {
  /** By type, since a text can have the same letters as a number. */
  readonly #hashes: Readonly<Record<KeyType, Map<string, Buffer>>> = {
    S: new Map(),
    N: new Map(),
    B: new Map(),
  }
  #size = 0
  #memory: Buffer | undefined

  get isFull(): boolean {
    return this.#size >= generationEntries
  }

  find(type: KeyType, payload: string): Buffer | undefined {
    return this.#hashes[type].get(payload)
  }

  /** The hash as it is kept. */
  keep(type: KeyType, payload: string, hash: Buffer): Buffer {
    this.#memory ??= Buffer.allocUnsafeSlow(generationEntries * partitionHashBytes)
    const offset = this.#size++ * partitionHashBytes
    hash.copy(this.#memory, offset)
    const kept = this.#memory.subarray(offset, offset + partitionHashBytes)
    this.#hashes[type].set(payload, kept)
    return kept
  }
}

function hashOf(type: KeyType, value: AttributeValue): Buffer {
  return partitionHash(encodeKeyValue(type, value))
}
