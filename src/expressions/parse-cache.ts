/**
 * Caches what was made from texts, up to a total length of the texts; the least recently used go
 * first.
 */
export class ParseCache<T> {
  readonly #charactersMax: number
  readonly #entries = new Map<string, T>()
  #characters = 0

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax
  }

  /** The value for a text, made now if it is not cached. If `make` throws, nothing is cached. */
  get(text: string, make: () => T): T {
    const kept = this.#entries.get(text)
    if (kept === undefined) return this.#keep(text, make())
    // Nothing is about to go yet, and a map that is reordered for every request is made anew all the time.
    if (this.#characters * 2 <= this.#charactersMax) return kept
    // A map remembers insertion order, so moving an entry to the end marks it as used.
    this.#entries.delete(text)
    this.#entries.set(text, kept)
    return kept
  }

  get characters(): number {
    return this.#characters
  }

  #keep(text: string, value: T): T {
    this.#entries.set(text, value)
    this.#characters += text.length
    for (const oldest of this.#entries.keys()) {
      if (this.#characters <= this.#charactersMax) break
      this.#entries.delete(oldest)
      this.#characters -= oldest.length
    }
    return value
  }
}
