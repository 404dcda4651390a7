/** How much a search does at once. */

/** Rows, and their bytes, that one read of a search takes. */
export const rowPageEntriesMax = 2_000
export const rowPageBytesMax = 1024 * 1024
/** Candidates beyond those that are wanted: some may be changed or deleted before their items are read. */
export const spareCandidates = 20
/** Searches at a time in memory, and by reading the store; more are throttled. */
export const memorySearchesMax = 64
export const storeSearchesMax = 4
/** How long writes may be kept from searches, for tests: less than changes are kept. */
export const searchDelayMsMax = 10 * 60 * 1000
/** Threads that search: one for each core, at most. */
export const searchThreadsMax = 8

/** The part of the machine's memory that rows may take, if no option says otherwise … */
export const searchMemoryShare = 0.25

/** … but not less than this. */
export const searchMemoryBytesMin = 64 * 1024 * 1024
