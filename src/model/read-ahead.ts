/**
 * What is known of lists and maps of attribute values that were read before their request: see
 * `api/read-ahead.ts`. They are decoded and in normal form, and their names are valid.
 */
export interface ReadAheadFacts {
  /** How many levels of values there are: one if all values are scalars or sets. */
  readonly levels: number
  /** The size of the values, with their names or one byte for each element. */
  readonly sizeBytes: number
}

const factsOf = new WeakMap<object, ReadAheadFacts>()
/** Most servers never get a request that is long enough. */
let isUsed = false

/** The container must not change from now on. */
export function rememberFacts(container: object, facts: ReadAheadFacts): void {
  isUsed = true
  factsOf.set(container, facts)
}

export function findFacts(container: object): ReadAheadFacts | undefined {
  return isUsed ? factsOf.get(container) : undefined
}

const namesOf = new WeakMap<object, readonly string[]>()

/** Listing the members of a wide map takes V8 longer than reading them, so it is done once. */
export function rememberNames(map: object, names: readonly string[]): void {
  isUsed = true
  namesOf.set(map, names)
}

export function namesIn(map: object): readonly string[] {
  return (isUsed ? namesOf.get(map) : undefined) ?? Object.keys(map)
}
