/** The rows with the largest keys, so many at most: a heap whose top is the smallest of them. */
export class Best {
  readonly #sizeMax: number
  readonly #keys: Float64Array
  readonly #errors: Float64Array
  readonly #entries: Uint32Array
  #length = 0

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
    this.#keys = new Float64Array(sizeMax)
    this.#errors = new Float64Array(sizeMax)
    this.#entries = new Uint32Array(sizeMax)
  }

  get isFull(): boolean {
    return this.#length === this.#sizeMax
  }

  /** Only a larger key has a place. */
  get threshold(): number {
    return this.isFull ? this.#keys[0]! : -Infinity
  }

  offer(key: number, error: number, entry: number): void {
    if (!this.isFull) this.#rise(this.#length++, key, error, entry)
    else if (key > this.#keys[0]!) this.#sink(key, error, entry)
  }

  /** The largest first; equal ones in the order of their entries. */
  sorted(): readonly Scored[] {
    return Array.from({ length: this.#length }, (_, i) => ({
      key: this.#keys[i]!,
      error: this.#errors[i]!,
      entry: this.#entries[i]!,
    })).sort((a, b) => b.key - a.key || a.entry - b.entry)
  }

  #rise(from: number, key: number, error: number, entry: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#keys[parent]! <= key) break
      this.#copy(parent, at)
      at = parent
    }
    this.#put(at, key, error, entry)
  }

  #sink(key: number, error: number, entry: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#length) break
      if (child + 1 < this.#length && this.#keys[child + 1]! < this.#keys[child]!) child++
      if (this.#keys[child]! >= key) break
      this.#copy(child, at)
      at = child
    }
    this.#put(at, key, error, entry)
  }

  #copy(from: number, to: number): void {
    this.#put(to, this.#keys[from]!, this.#errors[from]!, this.#entries[from]!)
  }

  #put(at: number, key: number, error: number, entry: number): void {
    this.#keys[at] = key
    this.#errors[at] = error
    this.#entries[at] = entry
  }
}

export interface Scored {
  readonly key: number
  /** How far off the key may be. */
  readonly error: number
  readonly entry: number
}
