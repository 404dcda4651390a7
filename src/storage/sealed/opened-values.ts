/**
 * Values that were opened lately, as a database's buffers have them in the clear: opening one costs ten
 * microseconds, which a page of items pays for each. A value is found again by its nonce and its tag, in the
 * place where it was opened: what is stored there under others is opened anew. Bytes that were changed under
 * both are not noticed while the value is kept, and the answer is what was sealed.
 *
 * There are two generations. What is used moves to the younger one; when that is full, it becomes the older
 * one, and what was not used for so long is dropped.
 */
import type { SpaceId } from '../engine.js'

interface OpenedValue {
  readonly space: SpaceId
  readonly key: Uint8Array
  readonly value: Buffer
}

/** What an entry takes beside its value. */
const entryBytes = 400

export class OpenedValues {
  readonly #generationBytesMax: number
  #younger = new Map<string, OpenedValue>()
  #older = new Map<string, OpenedValue>()
  #youngerBytes = 0

  constructor(bytesMax: number) {
    this.#generationBytesMax = bytesMax / 2
  }

  /** Of the values that were ever sealed for a key, no two have the same name. */
  find(name: string, space: SpaceId, key: Uint8Array): Buffer | undefined {
    const young = this.#younger.get(name)
    const found = young ?? this.#older.get(name)
    if (found === undefined || found.space !== space) return undefined
    if (Buffer.compare(found.key, key) !== 0) return undefined
    if (young === undefined) this.keep(name, found)
    return found.value
  }

  keep(name: string, opened: OpenedValue): void {
    const bytes = entryBytes + opened.value.length
    if (bytes > this.#generationBytesMax) return
    if (this.#youngerBytes + bytes > this.#generationBytesMax) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#youngerBytes = 0
    }
    this.#younger.set(name, opened)
    this.#youngerBytes += bytes
  }
}
