/** The work an operation did, in bytes. `capacity/` turns it into units; nothing here knows prices. */
export interface Work {
  /** Bytes read or written in the table itself; one entry for each item. */
  readonly tableBytes: readonly number[]
  /** Bytes of each entry written in an index, by index name. Indexes not touched are absent. */
  readonly indexBytes: ReadonlyMap<string, readonly number[]>
}
