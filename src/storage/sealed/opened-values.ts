/**
 * Values that were opened lately, as a database's buffers have them in the clear: opening one costs ten
 * microseconds, which a page of items pays for each. A value is found again by its nonce and its tag, in the
 * place where it was opened: what is stored there under others is opened anew. Bytes that were changed under
 * both are not noticed while the value is kept, and the answer is what was sealed.
 *
 * A value is kept when it is opened for the second time: keeping one costs more than opening it, and most values
 * of a large table are not used again soon.
 *
 * There are two generations. What is used moves to the younger one; when that is full, it becomes the older
 * one, and what was not used for so long is dropped.
 */
import type { SpaceId } from '../engine.js'
import type { ProcessMemory } from '../../stdx/process-memory.js'
import {
  openedOnceMax,
  openedValuesBytesMax,
  openedValuesHeapPart,
  openedValuesMemoryPart,
} from './limits.js'
import { nonceOffset, tagBytes } from './sealed-layout.js'

/** What an entry takes beside its value. */
const entryBytes = 400

/** Has nonce and tag as numbers, which are compared without making anything. */
class OpenedValue {
  readonly space: SpaceId
  readonly key: Buffer
  readonly value: Buffer
  readonly name: number
  readonly #tag1: number
  readonly #tag2: number
  readonly #tag3: number
  readonly #nonce0: number
  readonly #nonce1: number
  readonly #nonce2: number

  constructor(space: SpaceId, key: Uint8Array, value: Buffer, stored: Buffer) {
    const tagOffset = stored.length - tagBytes
    this.space = space
    this.key = Buffer.from(key)
    this.value = value
    this.name = nameOf(stored)
    this.#tag1 = stored.readInt32LE(tagOffset + 4)
    this.#tag2 = stored.readInt32LE(tagOffset + 8)
    this.#tag3 = stored.readInt32LE(tagOffset + 12)
    this.#nonce0 = stored.readInt32LE(nonceOffset)
    this.#nonce1 = stored.readInt32LE(nonceOffset + 4)
    this.#nonce2 = stored.readInt32LE(nonceOffset + 8)
  }

  /** Of the values that were ever sealed for a key, no two have the same nonce and tag. */
  isFrom(stored: Buffer): boolean {
    const tagOffset = stored.length - tagBytes
    return (
      this.#tag1 === stored.readInt32LE(tagOffset + 4) &&
      this.#tag2 === stored.readInt32LE(tagOffset + 8) &&
      this.#tag3 === stored.readInt32LE(tagOffset + 12) &&
      this.#nonce0 === stored.readInt32LE(nonceOffset) &&
      this.#nonce1 === stored.readInt32LE(nonceOffset + 4) &&
      this.#nonce2 === stored.readInt32LE(nonceOffset + 8)
    )
  }
}

/** A quarter of the tag, which is as good as random. If two values share it, the later one is kept. */
function nameOf(stored: Buffer): number {
  return stored.readInt32LE(stored.length - tagBytes)
}

export class OpenedValues {
  readonly #generationBytesMax: number
  #younger = new Map<number, OpenedValue>()
  #older = new Map<number, OpenedValue>()
  #youngerBytes = 0
  /** The names of values that were opened once; a later one takes the place of another. */
  readonly #openedOnce = new Int32Array(openedOnceMax)

  constructor(bytesMax: number) {
    this.#generationBytesMax = bytesMax / 2
  }

  find(space: SpaceId, key: Uint8Array, stored: Buffer): Buffer | undefined {
    const name = nameOf(stored)
    const young = this.#younger.get(name)
    const found = young ?? this.#older.get(name)
    if (found === undefined || found.space !== space || !found.isFrom(stored)) return undefined
    if (Buffer.compare(found.key, key) !== 0) return undefined
    if (young === undefined) this.#keep(found)
    return found.value
  }

  /** A value was opened; it is kept if it was opened before. */
  opened(space: SpaceId, key: Uint8Array, value: Buffer, stored: Buffer): void {
    const name = nameOf(stored)
    const place = (name >>> 0) % openedOnceMax
    if (this.#openedOnce[place] === name) this.keep(space, key, value, stored)
    else this.#openedOnce[place] = name
  }

  keep(space: SpaceId, key: Uint8Array, value: Buffer, stored: Buffer): void {
    if (entryBytes + value.length > this.#generationBytesMax) return
    this.#keep(new OpenedValue(space, key, value, stored))
  }

  #keep(opened: OpenedValue): void {
    const bytes = entryBytes + opened.value.length
    if (this.#youngerBytes + bytes > this.#generationBytesMax) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#youngerBytes = 0
    }
    this.#younger.set(opened.name, opened)
    this.#youngerBytes += bytes
  }
}

/** How much of a process's memory opened values may take. */
export function openedValuesBytes({ heapBytesMax, memoryBytes }: ProcessMemory): number {
  const ofHeap = heapBytesMax * openedValuesHeapPart
  const ofMemory = memoryBytes * openedValuesMemoryPart
  return Math.floor(Math.min(ofHeap, ofMemory, openedValuesBytesMax))
}
