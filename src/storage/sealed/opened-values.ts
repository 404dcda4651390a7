/**
 * Values that were opened lately, as a database's buffers have them in the clear: opening one costs several
 * microseconds, which a page of items pays for each. A value is found again only if exactly the same
 * bytes are stored in the same place.
 *
 * There are two generations. What is used moves to the younger one; when that is full, it becomes the older
 * one, and what was not used for so long is dropped.
 */
import type { SpaceId } from '../engine.js'

interface OpenedValue {
  readonly space: SpaceId
  readonly key: Uint8Array
  readonly stored: Buffer
  readonly value: Buffer
}

/** What an entry takes beside its bytes. */
const entryBytes = 300

export class OpenedValues {
  readonly #generationBytesMax: number
  #younger = new Map<string, OpenedValue>()
  #older = new Map<string, OpenedValue>()
  #youngerBytes = 0

  constructor(bytesMax: number) {
    this.#generationBytesMax = bytesMax / 2
  }

  /** `nonce` is what the stored value was sealed with, as text. */
  find(nonce: string, space: SpaceId, key: Uint8Array, stored: Buffer): Buffer | undefined {
    const young = this.#younger.get(nonce)
    const found = young ?? this.#older.get(nonce)
    if (found === undefined || found.space !== space) return undefined
    if (Buffer.compare(found.key, key) !== 0 || !found.stored.equals(stored)) return undefined
    if (young === undefined) this.#add(nonce, found)
    return found.value
  }

  keep(nonce: string, opened: OpenedValue): void {
    // Copies, so that nothing larger stays in memory with them.
    const { space, key, stored, value } = opened
    this.#add(nonce, { space, key: Buffer.from(key), stored: Buffer.from(stored), value })
  }

  #add(nonce: string, opened: OpenedValue): void {
    const bytes = entryBytes + 2 * opened.stored.length
    if (bytes > this.#generationBytesMax) return
    if (this.#youngerBytes + bytes > this.#generationBytesMax) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#youngerBytes = 0
    }
    this.#younger.set(nonce, opened)
    this.#youngerBytes += bytes
  }
}
