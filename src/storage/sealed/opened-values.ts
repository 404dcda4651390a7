/**
 * Values that were opened lately, as a database's buffers have them in the clear: opening one costs some
 * microseconds, which a page of items pays for each. A value is found again by its nonce and its tag, in the
 * place where it was opened: what is stored there under others is opened anew. Bytes that were changed under
 * both are not noticed while the value is kept, and the answer is what was sealed.
 *
 * Values are written one after the other into chunks, and found by a table of numbers, so that a million of
 * them are no work for the garbage collector. A chunk is never written to twice: what was found stays as it
 * is for as long as it is used. When there is no room, the oldest chunk is dropped; what is found in the older
 * half of the chunks is copied to the youngest.
 *
 * What is written is kept at once, because much of it is read soon. What is read is kept when it is opened for
 * the second time: most values of a large table are not read again soon, and memory that is touched for the
 * first time costs as much as opening a value.
 */
import type { SpaceId } from '../engine.js'
import type { ProcessMemory } from '../../stdx/process-memory.js'
import {
  openedChunkBytes,
  openedOnceMax,
  openedValueBytesMin,
  openedValuesBytesMax,
  openedValuesHeapPart,
  openedValuesMemoryPart,
} from './limits.js'
import { nonceBytes, nonceOffset, tagBytes } from './sealed-layout.js'

/**
 * | bytes | content |
 * | --- | --- |
 * | 0–3 | space |
 * | 4–7 | length of the key |
 * | 8–11 | length of the value |
 * | 12–23 | nonce |
 * | 24–39 | tag |
 * | 40– | key, value |
 */
const spaceAt = 0
const keyLengthAt = 4
const valueLengthAt = 8
const nonceAt = 12
const tagAt = nonceAt + nonceBytes
export const openedHeaderBytes = tagAt + tagBytes

/** Fewer would leave nothing older when a new one begins. */
const chunksMin = 2
/** What a slot of the table has: the number of a chunk, which is 0 for none, and an offset. */
const slotNumbers = 2

export class OpenedValues {
  readonly #chunkBytes: number
  readonly #chunks: (Buffer | undefined)[]
  readonly #slots: Int32Array
  readonly #slotMask: number
  /** A part of the tags of values that were opened once; a later one takes the place of another. */
  readonly #openedOnce = new Int32Array(openedOnceMax)
  /** The number of the youngest chunk. */
  #youngest = 0
  /** How much of the youngest is in use. */
  #used: number

  constructor(bytesMax: number) {
    this.#chunkBytes = Math.min(openedChunkBytes, Math.floor(bytesMax / chunksMin))
    this.#chunks = new Array<Buffer | undefined>(Math.floor(bytesMax / this.#chunkBytes))
    const slotCount = 2 ** Math.ceil(Math.log2(1 + bytesMax / openedValueBytesMin))
    this.#slots = new Int32Array(slotNumbers * slotCount)
    this.#slotMask = slotCount - 1
    this.#used = this.#chunkBytes
  }

  find(space: SpaceId, key: Uint8Array, stored: Buffer): Buffer | undefined {
    const slot = this.#slotOf(stored)
    const number = this.#slots[slot]!
    if (number <= this.#youngest - this.#chunks.length || number === 0) return undefined
    const chunk = this.#chunks[number % this.#chunks.length]!
    const at = this.#slots[slot + 1]!
    if (chunk.readUInt32LE(at + spaceAt) !== space || !isFrom(chunk, at, stored)) return undefined
    const keyAt = at + openedHeaderBytes
    const valueAt = keyAt + chunk.readInt32LE(at + keyLengthAt)
    if (chunk.compare(key, 0, key.length, keyAt, valueAt) !== 0) return undefined
    const end = valueAt + chunk.readInt32LE(at + valueLengthAt)
    if (number <= this.#youngest - this.#chunks.length / 2) this.#keepAgain(chunk, at, end, slot)
    return chunk.subarray(valueAt, end)
  }

  /** A value was opened; it is kept if it was opened before. */
  opened(space: SpaceId, key: Uint8Array, value: Buffer, stored: Buffer): void {
    const name = nameOf(stored)
    const place = name & (openedOnceMax - 1)
    if (this.#openedOnce[place] === name) this.keep(space, key, value, stored)
    else this.#openedOnce[place] = name
  }

  keep(space: SpaceId, key: Uint8Array, value: Uint8Array, stored: Buffer): void {
    const bytes = openedHeaderBytes + key.length + value.length
    if (bytes > this.#chunkBytes) return
    const at = this.#take(bytes, this.#slotOf(stored))
    const chunk = this.#chunks[this.#youngest % this.#chunks.length]!
    chunk.writeUInt32LE(space, at + spaceAt)
    chunk.writeInt32LE(key.length, at + keyLengthAt)
    chunk.writeInt32LE(value.length, at + valueLengthAt)
    stored.copy(chunk, at + nonceAt, nonceOffset, nonceOffset + nonceBytes)
    stored.copy(chunk, at + tagAt, stored.length - tagBytes)
    chunk.set(key, at + openedHeaderBytes)
    chunk.set(value, at + openedHeaderBytes + key.length)
  }

  #keepAgain(chunk: Buffer, start: number, end: number, slot: number): void {
    const at = this.#take(end - start, slot)
    chunk.copy(this.#chunks[this.#youngest % this.#chunks.length]!, at, start, end)
  }

  /** Room in the youngest chunk, which the slot has from now on. Returns where it begins. */
  #take(bytes: number, slot: number): number {
    if (this.#used + bytes > this.#chunkBytes) {
      this.#youngest++
      this.#chunks[this.#youngest % this.#chunks.length] = Buffer.allocUnsafeSlow(this.#chunkBytes)
      this.#used = 0
    }
    const at = this.#used
    this.#used += bytes
    this.#slots[slot] = this.#youngest
    this.#slots[slot + 1] = at
    return at
  }

  /** If two values share a slot, the later one is kept. */
  #slotOf(stored: Buffer): number {
    return slotNumbers * (nameOf(stored) & this.#slotMask)
  }
}

/** A quarter of the tag, which is as good as random. */
function nameOf(stored: Buffer): number {
  return stored.readInt32LE(stored.length - tagBytes)
}

/** Of the values that were ever sealed for a key, no two have the same nonce and tag. */
function isFrom(chunk: Buffer, at: number, stored: Buffer): boolean {
  const storedTagAt = stored.length - tagBytes
  for (let i = 0; i < tagBytes; i += 4) {
    if (chunk.readInt32LE(at + tagAt + i) !== stored.readInt32LE(storedTagAt + i)) return false
  }
  for (let i = 0; i < nonceBytes; i += 4) {
    if (chunk.readInt32LE(at + nonceAt + i) !== stored.readInt32LE(nonceOffset + i)) return false
  }
  return true
}

/** How much of a process's memory opened values may take. */
export function openedValuesBytes({ heapBytesMax, memoryBytes }: ProcessMemory): number {
  const ofHeap = heapBytesMax * openedValuesHeapPart
  const ofMemory = memoryBytes * openedValuesMemoryPart
  return Math.floor(Math.min(ofHeap, ofMemory, openedValuesBytesMax))
}
