/**
 * A cache of partition-key hashes, because two digests cost more than everything else a read of one
 * item does here. A hash follows from its key alone, so a cached one is never wrong.
 *
 * Two generations limit the memory: when the young one is full it replaces the old one, and hashes
 * of the old one that were not used again are dropped.
 */
import { payloadOf, type AttributeValue, type KeyType } from '../model/attribute-value.js'
import { encodeKeyValue } from './key-codec.js'
import { partitionHash } from './partition-hash.js'

const generationEntries = 8192
/** Longer keys are rare, and hashing them costs little more than keeping them. */
const keptCharactersMax = 128

export class PartitionHashes {
  #young = new Map<string, Buffer>()
  #old = new Map<string, Buffer>()

  /** The returned bytes are shared; callers must not write into them. */
  of(type: KeyType, value: AttributeValue): Buffer {
    const payload = payloadOf(value)
    if (typeof payload !== 'string' || payload.length > keptCharactersMax)
      return hashOf(type, value)
    const name = type + payload
    const known = this.#young.get(name)
    if (known !== undefined) return known
    const hash = this.#old.get(name) ?? hashOf(type, value)
    this.#keep(name, hash)
    return hash
  }

  #keep(name: string, hash: Buffer): void {
    if (this.#young.size >= generationEntries) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(name, hash)
  }
}

function hashOf(type: KeyType, value: AttributeValue): Buffer {
  return partitionHash(encodeKeyValue(type, value))
}
