/**
 * Hashes of partition keys in use, kept because two digests cost more than all else that a read of one
 * item does here. A hash follows from its key alone, so what is kept can never be wrong.
 *
 * Two generations bound the memory: when the young one is full it becomes the old one, and what the old
 * one still held and nobody asked for again is forgotten.
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

  /** The same bytes may be handed out again, so nobody writes into them. */
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
