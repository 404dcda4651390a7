/**
 * Stored keys and values as reads, decisions and writes see them. There are two: LMDB's database itself,
 * and the same behind a log (`log/logged-tree.ts`). The names are those of LMDB's binding.
 *
 * Inside `transaction`, reads see what it has written, and `put` and `remove` take effect at once.
 * Outside, reads see what is committed: all of them the same state until `resetReadTxn`, provided that
 * nothing pauses between them.
 */
export interface Tree {
  /** The bytes are valid until the next read. */
  getBinaryFast(key: Buffer): Buffer | undefined
  getRange(bounds: Bounds): Iterable<StoredEntry>
  /** Whether LMDB has all of a range; absent if it always does. */
  isBareWithin?(bounds: Bounds): boolean
  getKeys(bounds: Bounds): Iterable<Buffer>
  /** Only within a transaction. */
  put(key: Buffer, value: Buffer): unknown
  remove(key: Buffer): unknown
  /**
   * Calls `run`, in its turn, and resolves when what it wrote is on disk and can be read. `run` does not
   * throw. If it returns an error, nothing is written: LMDB finds out by itself that a write has failed.
   */
  transaction(run: () => Error | undefined): Promise<unknown>
  /** The next read sees every commit that was made before it. */
  resetReadTxn(): void
  /** As long as it stays the same, so do the list of spaces and the system's space. Undefined if unknown. */
  readonly systemVersion?: number | undefined
}

export interface StoredEntry {
  readonly key: Buffer
  readonly value: Buffer
}

/** From `start` to `end`, which is excluded by default. */
export interface Bounds {
  readonly start: Buffer
  readonly end: Buffer
  readonly exclusiveStart?: boolean
  readonly inclusiveEnd?: boolean
  readonly reverse?: boolean
  readonly limit?: number
}
