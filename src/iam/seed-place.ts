/** A value in a seed file and where it is, so that every fault names its place. It never repeats values. */

/** One sentence for the person who wrote the file. */
export class SeedFault extends Error {
  override readonly name = 'SeedFault'
}

export class SeedPlace {
  readonly #value: unknown
  readonly #path: string

  constructor(value: unknown, path = '') {
    this.#value = value
    this.#path = path
  }

  fault(rule: string): SeedFault {
    return new SeedFault(`${this.#path === '' ? 'The file' : this.#path} ${rule}.`)
  }

  /** Someone else's sentence about what is here. */
  told(sentence: string): SeedFault {
    return new SeedFault(`${this.#path}: ${sentence}`)
  }

  /** Of an object that has no other members than these. */
  members<N extends string>(names: readonly N[]): { readonly [M in N]?: SeedPlace } {
    const entries = this.entries()
    for (const [name] of entries) {
      if (!names.includes(name as N)) {
        throw this.fault(`has no member ${JSON.stringify(name)}; it may have ${names.join(', ')}`)
      }
    }
    return Object.fromEntries(entries) as { readonly [M in N]?: SeedPlace }
  }

  entries(): readonly (readonly [string, SeedPlace])[] {
    const value = this.#value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.fault('must be an object')
    }
    return Object.entries(value).map(([name, each]) => [name, this.#below(name, each)])
  }

  list(): readonly SeedPlace[] {
    if (!Array.isArray(this.#value)) throw this.fault('must be a list')
    return this.#value.map((each, i) => new SeedPlace(each, `${this.#path}[${i}]`))
  }

  text(lengthMax: number, lengthMin = 1): string {
    const value = this.#value
    if (typeof value !== 'string') throw this.fault('must be a text')
    if (value.length < lengthMin || value.length > lengthMax) {
      throw this.fault(`must have ${lengthMin} to ${lengthMax} characters`)
    }
    return value
  }

  wholeNumber(min: number, max: number): number {
    const value = this.#value
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
      return value
    }
    throw this.fault(`must be a whole number from ${min} to ${max}`)
  }

  isTrue(): boolean {
    if (typeof this.#value !== 'boolean') throw this.fault('must be true or false')
    return this.#value
  }

  /** A policy: an object, or its JSON as a text. */
  document(): string {
    if (typeof this.#value === 'string') return this.#value
    this.entries()
    return JSON.stringify(this.#value)
  }

  #below(name: string, value: unknown): SeedPlace {
    const shown = /^[\w-]+$/.test(name) ? name : JSON.stringify(name)
    return new SeedPlace(value, this.#path === '' ? shown : `${this.#path}.${shown}`)
  }
}
