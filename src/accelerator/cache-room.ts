/**
 * The memory that everything remembered shares: entries in the order of their last use, and their bytes.
 * When they are too many, those that were not used for the longest time go. Every step takes the same
 * short time, however many entries there are.
 */
import type { DaxCounters } from './dax-counters.js'
import { entryOverheadBytes } from './limits.js'

/** Where an entry can be found. It forgets entries that have to go. */
export interface EntryHome {
  /** What its owner has in the room. */
  readonly counters: Pick<DaxCounters, 'cachedBytes' | 'evictedBytes'>
  forget(entry: CacheEntry): void
}

export interface NewEntry {
  readonly home: EntryHome
  readonly key: string
  readonly answer: string
  readonly expiresAtMs: number
}

/** Something remembered: an answer, or what an answer is made of. Its home and the room know it. */
export class CacheEntry {
  readonly home: EntryHome
  readonly key: string
  /** Bytes as latin1, which takes one byte for each. */
  readonly answer: string
  readonly expiresAtMs: number
  bytes: number
  newer: CacheEntry | undefined
  older: CacheEntry | undefined

  constructor({ home, key, answer, expiresAtMs }: NewEntry) {
    this.home = home
    this.key = key
    this.answer = answer
    this.expiresAtMs = expiresAtMs
    this.bytes = entryOverheadBytes + key.length + answer.length
  }
}

export class CacheRoom {
  readonly bytesMax: number
  #bytes = 0
  #entries = 0
  #newest: CacheEntry | undefined
  #oldest: CacheEntry | undefined

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  get entries(): number {
    return this.#entries
  }

  /** Whether it could hold an entry of this size beside others. */
  takes({ bytes }: CacheEntry): boolean {
    return bytes <= this.bytesMax / 4
  }

  add(entry: CacheEntry): void {
    this.#link(entry)
    this.#entries++
    this.#count(entry, entry.bytes)
    this.#makeRoom(entry)
  }

  /** An entry takes more than it did. */
  grow(entry: CacheEntry, bytes: number): void {
    entry.bytes += bytes
    this.#count(entry, bytes)
    this.#makeRoom(entry)
  }

  /** Notes that an entry was used. */
  use(entry: CacheEntry): void {
    if (entry === this.#newest) return
    this.#unlink(entry)
    this.#link(entry)
  }

  /** For an entry that its home has forgotten. */
  remove(entry: CacheEntry): void {
    this.#unlink(entry)
    this.#entries--
    this.#count(entry, -entry.bytes)
  }

  #count({ home }: CacheEntry, bytes: number): void {
    this.#bytes += bytes
    home.counters.cachedBytes += bytes
  }

  #makeRoom(kept: CacheEntry): void {
    while (this.#bytes > this.bytesMax && this.#oldest !== undefined && this.#oldest !== kept) {
      const { home, bytes } = this.#oldest
      home.counters.evictedBytes += bytes
      home.forget(this.#oldest)
    }
  }

  #link(entry: CacheEntry): void {
    entry.newer = undefined
    entry.older = this.#newest
    if (this.#newest === undefined) this.#oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
  }

  #unlink(entry: CacheEntry): void {
    const { newer, older } = entry
    if (newer === undefined) this.#newest = older
    else newer.older = older
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    entry.newer = undefined
    entry.older = undefined
  }
}
