/**
 * The keys that come most, counted in bounded memory (Metwally, Agrawal and El Abbadi, 2005).
 *
 * There are only so many counters. A key without one takes over the smallest, with its count as the
 * possible error. So a key with more than its share of the total, divided by the number of counters, always has
 * a counter, and for each: count − error ≤ truth ≤ count.
 */

export interface CountedKey {
  readonly key: string
  readonly count: number
  /** How much of the count may be another key's. */
  readonly error: number
}

interface Counter {
  key: string
  count: number
  error: number
  /** Its place in the heap. */
  at: number
}

export class SpaceSaving {
  readonly #countersMax: number
  readonly #byKey = new Map<string, Counter>()
  /** A heap: none counts more than those below it, so the first is the smallest. */
  readonly #heap: Counter[] = []
  #total = 0

  constructor(countersMax: number) {
    this.#countersMax = countersMax
  }

  /** The weight of everything that was added. */
  get total(): number {
    return this.#total
  }

  get size(): number {
    return this.#heap.length
  }

  add(key: string, weight: number): void {
    this.#total += weight
    const counter = this.#byKey.get(key) ?? this.#newCounter(key)
    counter.count += weight
    this.#sink(counter)
  }

  /** The keys that count most, largest first. */
  top(keys: number): readonly CountedKey[] {
    const largest = this.#heap.toSorted((a, b) => b.count - a.count).slice(0, keys)
    return largest.map(({ key, count, error }) => ({ key, count, error }))
  }

  #newCounter(key: string): Counter {
    if (this.#heap.length < this.#countersMax) {
      const counter = { key, count: 0, error: 0, at: this.#heap.length }
      this.#heap.push(counter)
      this.#byKey.set(key, counter)
      this.#rise(counter)
      return counter
    }
    const least = this.#heap[0]!
    this.#byKey.delete(least.key)
    least.key = key
    least.error = least.count
    this.#byKey.set(key, least)
    return least
  }

  #rise(counter: Counter): void {
    while (counter.at > 0) {
      const parent = this.#heap[(counter.at - 1) >> 1]!
      if (parent.count <= counter.count) return
      this.#swap(counter, parent)
    }
  }

  #sink(counter: Counter): void {
    for (;;) {
      const left = this.#heap[2 * counter.at + 1]
      const right = this.#heap[2 * counter.at + 2]
      const least = right !== undefined && right.count < left!.count ? right : left
      if (least === undefined || least.count >= counter.count) return
      this.#swap(least, counter)
    }
  }

  #swap(a: Counter, b: Counter): void {
    const { at } = a
    a.at = b.at
    b.at = at
    this.#heap[a.at] = a
    this.#heap[b.at] = b
  }
}
