/** How table definitions are cached, and how often a stale one is looked up again. */

/** Table definitions kept in memory by one server. */
export const tableCacheEntriesMax = 10_000
/** How often a request starts over because the table it uses is changed concurrently. */
export const staleTableRetriesMax = 10
