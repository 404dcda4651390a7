/**
 * Copies of what LMDB shows for a moment, many of them in one piece of memory.
 *
 * The binding would allocate memory for every key and every value. For a page of twenty items that takes longer
 * than finding them, and collecting the garbage takes longer still. So copies share pieces. A piece is freed
 * when its last copy is, so it is small, and a large value gets memory of its own.
 */
import type { Entry } from '../engine.js'
import type { ReadMemory } from '../read-memory.js'
import { copyPieceBytes, copySharingBytesMax } from './limits.js'
import { keyOfStored } from './stored-keys.js'

let piece = Buffer.allocUnsafeSlow(copyPieceBytes)
let usedBytes = 0
/** Where values are copied to, as long as there is room. */
let rangeMemory: ReadMemory | undefined
/** Whether keys of a range are only copied, and shown when they are asked for. */
let keysAreLazy = false
const noValue = Buffer.alloc(0)

/**
 * An entry whose key is only copied. Most keys of a page are never looked at, and a view takes longer than the copy. LMDB's
 * binding makes it for the key, and `with` adds the value that comes next.
 */
export class LazyEntry implements Entry {
  readonly length: number
  readonly #piece: Buffer
  readonly #start: number
  value: Buffer = noValue

  constructor(piece: Buffer, start: number, length: number) {
    this.#piece = piece
    this.#start = start
    this.length = length
  }

  get key(): Buffer {
    return keyOfStored(this.#piece.subarray(this.#start, this.#start + this.length))
  }

  with(value: Buffer): Entry {
    this.value = value
    return this
  }
}

/** Fewer are copied faster without a call out of JavaScript. */
const calledCopyBytesMin = 64

/** Copies `length` bytes that begin at `start`. */
export function copyOf(bytes: Uint8Array, start: number, length: number): Buffer {
  if (length > copySharingBytesMax) return largeCopyOf(bytes, start, length)
  const from = copyToPiece(bytes, start, length)
  return piece.subarray(from, usedBytes)
}

/** Where in the piece the copy begins. */
function copyToPiece(bytes: Uint8Array, start: number, length: number): number {
  if (usedBytes + length > copyPieceBytes) {
    piece = Buffer.allocUnsafeSlow(copyPieceBytes)
    usedBytes = 0
  }
  const from = usedBytes
  usedBytes += length
  if (length >= calledCopyBytesMin) piece.set(view(bytes, start, length), from)
  else for (let i = 0; i < length; i++) piece[from + i] = bytes[start + i]!
  return from
}

function largeCopyOf(bytes: Uint8Array, start: number, length: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(length)
  copy.set(view(bytes, start, length))
  return copy
}

/** The binding's buffers may have a `length` of their own, so they are not asked for a part of themselves. */
export function view(bytes: Uint8Array, start: number, length: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, length)
}

/** Reads values that are copied into this memory. */
export function copyingInto<T>(memory: ReadMemory | undefined, read: () => T): T {
  rangeMemory = memory
  try {
    return read()
  } finally {
    rangeMemory = undefined
  }
}

/** Reads a range whose keys are instances of `LazyEntry`, whatever the binding's types say. */
export function withLazyKeys<T>(read: () => T): T {
  keysAreLazy = true
  try {
    return read()
  } finally {
    keysAreLazy = false
  }
}

/** A copy of a value, in the memory of the read if it has one. */
export function valueCopyOf(value: Uint8Array): Buffer {
  return rangeMemory?.copyOf(value) ?? copyOf(value, 0, value.length)
}

/** How the binding writes and reads keys. */
export const keyCopies = {
  writeKey(key: Uint8Array, target: Uint8Array, start: number): number {
    target.set(key, start)
    return start + key.length
  },
  readKey(bytes: Uint8Array, start: number, end: number): Buffer | LazyEntry {
    const length = end - start
    if (!keysAreLazy) return copyOf(bytes, start, length)
    const from = copyToPiece(bytes, start, length)
    return new LazyEntry(piece, from, length)
  },
}

/** How the binding writes values, and reads those of a range. */
export const valueCopies = {
  encode(value: Buffer): Buffer {
    return value
  },
  decode(bytes: Uint8Array, length: number): Buffer {
    return valueCopyOf(view(bytes, 0, length))
  },
}
