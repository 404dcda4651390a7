/** How table definitions are cached, and how often a stale one is looked up again. */

/** Table definitions kept in memory by one server. */
export const tableCacheEntriesMax = 10_000
/**
 * How often a request starts over because the table it uses is changed concurrently: at once a few
 * times, then after pauses that grow, some three seconds in all.
 */
export const staleTableRetriesMax = 40
export const staleTablePromptRetriesMax = 5
export const staleTablePauseMsMax = 100
/** How long a change of a table waits for requests that earlier changes have overtaken. */
export const tableHoldMsMax = 1_000
/** A backup that takes longer fails: the changes since it began are no longer kept. */
export const backupMsMax = 7 * 24 * 60 * 60 * 1000
/** How long changes of a global table are kept for a region that cannot be reached; then it copies all items. */
export const replicationRetentionMs = 7 * 24 * 60 * 60 * 1000
/** Tables and streams whose policy and tags one server remembers; a policy can take some 100 KB. */
export const resourceRightsEntriesMax = 1_000
