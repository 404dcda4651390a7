/** The work an operation did, in bytes. `capacity/` turns it into units; nothing here knows prices. */
export interface Work {
  /** Bytes read or written in the table itself; one entry for each item. */
  readonly tableBytes: readonly number[]
  /** Bytes of each entry written in an index, by index name. Indexes not touched are absent. */
  readonly indexBytes: ReadonlyMap<string, readonly number[]>
}

/** The work of a page: what was read in the table or in one index, and fetched beside it. */
export interface ReadWork {
  /** Undefined when the table itself was read. */
  readonly indexName: string | undefined
  readonly readBytes: number
  /** Of each item that was fetched from the table because the index lacks some of it. */
  readonly fetchedBytes: readonly number[]
}
