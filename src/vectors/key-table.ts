/**
 * Finds the entry of a key, in memory that the garbage collector need not look at: millions of keys in a map would
 * take several times their bytes, and pauses.
 *
 * An entry is a number, which stays the same as long as its key is there, and has a place: two numbers that the owner
 * sets. Keys are found by their hashes, in a table with open addressing that is at most half full.
 */
import { assert } from '../stdx/assert.js'
import { keyGarbageShareMax } from './limits.js'

const entriesAtFirst = 64
const keyBytesAtFirst = 1024

export class KeyTable {
  /** Entries, each plus 1, by the hash of their key. */
  #slots = new Uint32Array(entriesAtFirst * 2)
  #hashes = new Uint32Array(entriesAtFirst)
  #offsets = new Float64Array(entriesAtFirst)
  #lengths = new Uint32Array(entriesAtFirst)
  #stores = new Uint32Array(entriesAtFirst)
  #rows = new Uint32Array(entriesAtFirst)
  #keys = new Uint8Array(keyBytesAtFirst)
  #keyBytes = 0
  #garbageBytes = 0
  #free: number[] = []
  #entries = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    const perEntry = 4 + 8 + 4 + 4 + 4
    return this.#slots.byteLength + this.#hashes.length * perEntry + this.#keys.byteLength
  }

  find(key: Uint8Array, hash: number): number | undefined {
    const mask = this.#slots.length - 1
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot]!
      if (found === 0) return undefined
      if (this.#hashes[found - 1] === hash && this.#hasKey(found - 1, key)) return found - 1
    }
  }

  /** Of a key that is not there. */
  add(key: Uint8Array, hash: number): number {
    const entry = this.#free.pop() ?? this.#newEntry()
    this.#hashes[entry] = hash
    this.#storeKey(entry, key)
    this.#size++
    if (this.#size * 2 > this.#slots.length) this.#growSlots()
    this.#link(entry)
    return entry
  }

  remove(entry: number): void {
    this.#unlink(entry)
    this.#garbageBytes += this.#lengths[entry]!
    this.#lengths[entry] = 0
    this.#free.push(entry)
    this.#size--
    if (this.#garbageBytes > Math.max(keyBytesAtFirst, this.#keyBytes * keyGarbageShareMax)) {
      this.#tidyKeys()
    }
  }

  /** Valid until a key is added or removed. */
  keyOf(entry: number): Uint8Array {
    const offset = this.#offsets[entry]!
    return this.#keys.subarray(offset, offset + this.#lengths[entry]!)
  }

  setPlace(entry: number, store: number, row: number): void {
    this.#stores[entry] = store
    this.#rows[entry] = row
  }

  storeOf(entry: number): number {
    return this.#stores[entry]!
  }

  rowOf(entry: number): number {
    return this.#rows[entry]!
  }

  #hasKey(entry: number, key: Uint8Array): boolean {
    if (this.#lengths[entry] !== key.length) return false
    const offset = this.#offsets[entry]!
    for (let i = 0; i < key.length; i++) if (this.#keys[offset + i] !== key[i]) return false
    return true
  }

  #newEntry(): number {
    if (this.#entries === this.#hashes.length) {
      const length = this.#entries * 2
      this.#hashes = longer(this.#hashes, new Uint32Array(length))
      this.#offsets = longer(this.#offsets, new Float64Array(length))
      this.#lengths = longer(this.#lengths, new Uint32Array(length))
      this.#stores = longer(this.#stores, new Uint32Array(length))
      this.#rows = longer(this.#rows, new Uint32Array(length))
    }
    return this.#entries++
  }

  #storeKey(entry: number, key: Uint8Array): void {
    const end = this.#keyBytes + key.length
    if (end > this.#keys.length) {
      this.#keys = longer(this.#keys, new Uint8Array(Math.max(end, this.#keys.length * 2)))
    }
    this.#keys.set(key, this.#keyBytes)
    this.#offsets[entry] = this.#keyBytes
    this.#lengths[entry] = key.length
    this.#keyBytes = end
  }

  #link(entry: number): void {
    const mask = this.#slots.length - 1
    let slot = spread(this.#hashes[entry]!) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = entry + 1
  }

  /** Those that follow move up, so that each is still found from where its hash points. */
  #unlink(entry: number): void {
    const mask = this.#slots.length - 1
    let hole = spread(this.#hashes[entry]!) & mask
    while (this.#slots[hole] !== entry + 1) {
      assert(this.#slots[hole] !== 0, 'a key that is removed is there')
      hole = (hole + 1) & mask
    }
    for (let slot = (hole + 1) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = spread(this.#hashes[this.#slots[slot]! - 1]!) & mask
      // Not if its home is after the hole, seen from where it is.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue
      this.#slots[hole] = this.#slots[slot]!
      hole = slot
    }
    this.#slots[hole] = 0
  }

  #growSlots(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(old.length * 2)
    for (const found of old) if (found !== 0) this.#link(found - 1)
  }

  #tidyKeys(): void {
    const keys = new Uint8Array(Math.max(keyBytesAtFirst, this.#keyBytes - this.#garbageBytes))
    let end = 0
    for (let entry = 0; entry < this.#entries; entry++) {
      const length = this.#lengths[entry]!
      if (length === 0) continue
      keys.set(this.keyOf(entry), end)
      this.#offsets[entry] = end
      end += length
    }
    this.#keys = keys
    this.#keyBytes = end
    this.#garbageBytes = 0
  }
}

/** The low bits of some hashes say which thread has a key, so they are the same for all keys here. */
function spread(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> 5
}

function longer<T extends Uint8Array | Uint32Array | Float64Array>(old: T, fresh: T): T {
  fresh.set(old)
  return fresh
}
