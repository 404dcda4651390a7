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
    const name = type + payload
    const known = this.#young.hashes.get(name)
    if (known !== undefined) return known
    return this.#keep(name, this.#old.hashes.get(name) ?? hashOf(type, value))
  }

  #keep(name: string, hash: Buffer): Buffer {
    if (this.#young.isFull) {
      this.#old = this.#young
      this.#young = new Generation()
    }
    return this.#young.keep(name, hash)
  }
}

class Generation {
  readonly hashes = new Map<string, Buffer>()
  #memory: Buffer | undefined

  get isFull(): boolean {
    return this.hashes.size >= generationEntries
  }

  /** The hash as it is kept. */
  keep(name: string, hash: Buffer): Buffer {
    this.#memory ??= Buffer.allocUnsafeSlow(generationEntries * partitionHashBytes)
    const offset = this.hashes.size * partitionHashBytes
    hash.copy(this.#memory, offset)
    const kept = this.#memory.subarray(offset, offset + partitionHashBytes)
    this.hashes.set(name, kept)
    return kept
  }
}

function hashOf(type: KeyType, value: AttributeValue): Buffer {
  return partitionHash(encodeKeyValue(type, value))
}
