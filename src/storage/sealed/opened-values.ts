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
 * V8 looks through the whole heap whenever a few megabytes of buffers were added, since garbage may hold them. So
 * chunks are shared buffers, which V8 does not count. If too many that were dropped wait for the garbage
 * collector, further ones are counted.
 *
 * What is written is kept at once, because much of it is read soon. What is read is kept when it is opened for
 * the second time: most values of a large table are not read again soon, and memory that is touched for the
 * first time costs as much as opening a value.
 */
import type { SpaceId } from '../engine.js'
import type { ProcessMemory } from '../../stdx/process-memory.js'
import {
  openedChunkBytes,
  openedGarbagePart,
  openedOnceMax,
  openedValueBytesMin,
  openedValuesBytesMax,
  openedValuesHeapPart,
  openedValuesMemoryPart,
} from './limits.js'
import { nonceBytes, nonceOffset, tagBytes } from './sealed-layout.js'

/**
 * An entry of a chunk, which begins and ends with a whole word:
 *
 * | word | content |
 * | --- | --- |
 * | 0 | space |
 * | 1 | length of the key |
 * | 2 | length of the value |
 * | 3–5 | nonce |
 * | 6–9 | tag |
 * | 10– | value, key |
 */
const keyLengthAt = 1
const valueLengthAt = 2
const nonceAt = 3
const tagAt = 6
const headerWords = 10
const wordBytes = 4
export const openedHeaderBytes = wordBytes * headerWords

/** Fewer would leave nothing older when a new one begins. */
const chunksMin = 2
/** What a slot of the table has: the number of a chunk, which is 0 for none, and the word where an entry begins. */
const slotNumbers = 2
/** Longer keys are compared faster by a call. */
const comparedBytesMax = 64

/** Memory, as bytes and as words. */
class Chunk {
  readonly memory: ArrayBuffer | SharedArrayBuffer
  readonly bytes: Buffer
  readonly words: Int32Array

  constructor(memory: ArrayBuffer | SharedArrayBuffer) {
    this.memory = memory
    this.bytes = Buffer.from(memory)
    this.words = new Int32Array(memory)
  }
}

export class OpenedValues {
  readonly #chunkWords: number
  readonly #chunks: (Chunk | undefined)[]
  readonly #slots: Int32Array
  readonly #slotMask: number
  /** A part of the tags of values that were opened once; a later one takes the place of another. */
  readonly #openedOnce = new Int32Array(openedOnceMax)
  /** The number of the youngest chunk. */
  #youngest = 0
  /** How many words of the youngest are in use. */
  #used: number
  /** How many chunks were dropped and are still in memory, as far as we know. */
  #garbage = 0
  readonly #collected = new FinalizationRegistry(() => this.#garbage--)

  constructor(bytesMax: number) {
    const chunkBytes = Math.min(openedChunkBytes, Math.floor(bytesMax / chunksMin))
    this.#chunkWords = Math.floor(chunkBytes / wordBytes)
    this.#chunks = new Array<Chunk | undefined>(Math.floor(bytesMax / chunkBytes))
    const slotCount = 2 ** Math.ceil(Math.log2(1 + bytesMax / openedValueBytesMin))
    this.#slots = new Int32Array(slotNumbers * slotCount)
    this.#slotMask = slotCount - 1
    this.#used = this.#chunkWords
  }

  find(space: SpaceId, key: Uint8Array, stored: Buffer): Buffer | undefined {
    const slot = this.#slotOf(stored)
    const number = this.#slots[slot]!
    if (number <= this.#youngest - this.#chunks.length || number === 0) return undefined
    const chunk = this.#chunks[number % this.#chunks.length]!
    const at = this.#slots[slot + 1]!
    const { words } = chunk
    if (words[at] !== (space | 0) || !isFrom(words, at, stored)) return undefined
    const valueAt = wordBytes * (at + headerWords)
    const end = valueAt + words[at + valueLengthAt]!
    if (words[at + keyLengthAt] !== key.length || !hasKey(chunk.bytes, end, key)) return undefined
    if (number <= this.#youngest - this.#chunks.length / 2) {
      this.#keepAgain(words, at, wordsOf(end + key.length), slot)
    }
    return chunk.bytes.subarray(valueAt, end)
  }

  /** A value was opened; it is kept if it was opened before. */
  opened(space: SpaceId, key: Uint8Array, value: Buffer, stored: Buffer): void {
    const name = nameOf(stored)
    const place = name & (openedOnceMax - 1)
    if (this.#openedOnce[place] === name) this.keep(space, key, value, stored)
    else this.#openedOnce[place] = name
  }

  keep(space: SpaceId, key: Uint8Array, value: Uint8Array, stored: Buffer): void {
    const taken = wordsOf(openedHeaderBytes + value.length + key.length)
    if (taken > this.#chunkWords) return
    const at = this.#take(taken, this.#slotOf(stored))
    const { words, bytes } = this.#chunks[this.#youngest % this.#chunks.length]!
    words[at] = space
    words[at + keyLengthAt] = key.length
    words[at + valueLengthAt] = value.length
    for (let i = 0; i < nonceWords; i++) words[at + nonceAt + i] = nonceWord(stored, i)
    for (let i = 0; i < tagWords; i++) words[at + tagAt + i] = tagWord(stored, i)
    const valueAt = wordBytes * (at + headerWords)
    bytes.set(value, valueAt)
    bytes.set(key, valueAt + value.length)
  }

  #keepAgain(words: Int32Array, start: number, end: number, slot: number): void {
    const at = this.#take(end - start, slot)
    const youngest = this.#chunks[this.#youngest % this.#chunks.length]!
    youngest.words.set(words.subarray(start, end), at)
  }

  /** Room in the youngest chunk, which the slot has from now on. Returns where it begins. */
  #take(count: number, slot: number): number {
    if (this.#used + count > this.#chunkWords) {
      this.#youngest++
      this.#renew(this.#youngest % this.#chunks.length)
      this.#used = 0
    }
    const at = this.#used
    this.#used += count
    this.#slots[slot] = this.#youngest
    this.#slots[slot + 1] = at
    return at
  }

  #renew(index: number): void {
    const dropped = this.#chunks[index]
    if (dropped !== undefined) {
      this.#garbage++
      this.#collected.register(dropped.memory, undefined)
    }
    const bytes = wordBytes * this.#chunkWords
    const isCounted = this.#garbage > this.#chunks.length * openedGarbagePart
    this.#chunks[index] = new Chunk(
      isCounted ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes),
    )
  }

  /** If two values share a slot, the later one is kept. */
  #slotOf(stored: Buffer): number {
    return slotNumbers * (nameOf(stored) & this.#slotMask)
  }
}

function wordsOf(bytes: number): number {
  return Math.ceil(bytes / wordBytes)
}

const nonceWords = nonceBytes / wordBytes
const tagWords = tagBytes / wordBytes

function nonceWord(stored: Buffer, i: number): number {
  return stored.readInt32LE(nonceOffset + wordBytes * i)
}

function tagWord(stored: Buffer, i: number): number {
  return stored.readInt32LE(stored.length - tagBytes + wordBytes * i)
}

/** A quarter of the tag, which is as good as random. */
function nameOf(stored: Buffer): number {
  return tagWord(stored, 0)
}

/** Of the values that were ever sealed for a key, no two have the same nonce and tag. */
function isFrom(words: Int32Array, at: number, stored: Buffer): boolean {
  for (let i = 0; i < tagWords; i++) {
    if (words[at + tagAt + i] !== tagWord(stored, i)) return false
  }
  for (let i = 0; i < nonceWords; i++) {
    if (words[at + nonceAt + i] !== nonceWord(stored, i)) return false
  }
  return true
}

function hasKey(bytes: Buffer, at: number, key: Uint8Array): boolean {
  if (key.length > comparedBytesMax) {
    return bytes.compare(key, 0, key.length, at, at + key.length) === 0
  }
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return false
  return true
}

/** How much of a process's memory opened values may take. */
export function openedValuesBytes({ heapBytesMax, memoryBytes }: ProcessMemory): number {
  const ofHeap = heapBytesMax * openedValuesHeapPart
  const ofMemory = memoryBytes * openedValuesMemoryPart
  return Math.floor(Math.min(ofHeap, ofMemory, openedValuesBytesMax))
}
