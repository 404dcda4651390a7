/**
 * What was read under one access stamp (`access-stamp.ts`). All of it goes when the stamp changes, and the
 * oldest entry goes when the cache is full.
 *
 * The stamp must have been asked for before the entry was read: the entry may then be newer than the stamp
 * says, and never older.
 */
export class StampedCache<V> {
  readonly #entriesMax: number
  readonly #entries = new Map<string, V>()
  #stamp = ''

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  find(stamp: string, key: string): V | undefined {
    if (stamp !== this.#stamp) this.#begin(stamp)
    return this.#entries.get(key)
  }

  /** Ignored if the stamp is no longer the one that was asked for last. */
  keep(stamp: string, key: string, value: V): void {
    if (stamp !== this.#stamp) return
    this.#entries.set(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#entriesMax) return
      this.#entries.delete(oldest)
    }
  }

  #begin(stamp: string): void {
    this.#entries.clear()
    this.#stamp = stamp
  }
}
