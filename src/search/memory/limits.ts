/** What tunes the search of vector indexes in memory. */

/** Rows, and their bytes, that are read at a time to be held. */
export const loadedPageEntriesMax = 2_000
export const loadedPageBytesMax = 1024 * 1024

/** Batches of rows that a thread has not stored yet; the next page waits for it. */
export const batchesUnderWayMax = 3

/** Changed items whose rows are read at a time. */
export const followedRowsMax = 200

/** How long a scope that has no room is searched in the store before it is tried again. */
export const tooLargeForMs = 60_000

/** What was searched within this time does not make room for others, lest two scopes take turns being loaded. */
export const keptMsMin = 10_000

/** What is not searched for so long is no longer held; its changes are kept by the log for a little longer. */
export const idleMsMax = 10 * 60_000

/** Searches that threads have been asked for; others wait, and can still be given up. */
export const searchesAskedMax = 2

/** How often what is idle is looked for. */
export const idleCheckMs = 60_000

/** How often a search starts over because what is held was lost meanwhile; then it reads the store. */
export const searchAttemptsMax = 3
