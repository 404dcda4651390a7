/** How requests share statements and connections, and how often they are retried. */

/** How often a transaction is attempted when others conflict with it, and the pauses in between. */
export const conflictAttemptsMax = 20
/**
 * Attempts for a transaction that locks a whole space: few do, and many others may conflict with
 * it.
 */
export const exclusiveAttemptsMax = 100
export const conflictPauseMs = 1
export const conflictPauseMsMax = 250
/** After this many conflicts a transaction locks its keys before reading them. */
export const conflictsBeforeLocking = 3
/** The pause between two attempts to reach a database. */
export const reconnectPauseMs = 100
/** How long after the database's own deadline the answer to a statement is waited for. */
export const answerGraceMs = 2_000
/** How often a request looks up the relation of a space again. */
export const staleSpaceAttemptsMax = 5
/** Requests that may wait for a connection to the database. */
export const databaseWaitingMax = 10_000
/** Pages of at most this many entries are read without a running sum of their bytes. */
export const lightPageEntriesMax = 100
/** Different statements that a connection to the database keeps prepared. */
export const preparedStatementsMax = 1000
/** Rows that hold the totals of one space, so that writers rarely wait for the same row. */
export const tallySlotsMax = 256
/** Spaces whose relations are cached. */
export const spaceCacheEntriesMax = 100_000
/** Entries after which a batch of reads is full; a page counts as more than one. */
export const batchedReadsMax = 64
export const batchedPageWeight = 4
/** Writes in one statement, and bytes after which its batch is full. */
export const batchedWritesMax = 64
export const batchedWritesBytesMax = 1024 * 1024
/** Statements with batches of writes in progress at a time. */
export const batchedWriteStatementsMax = 8
/** Requests that must wait, for each statement in progress, before another statement is sent. */
export const batchSizeMin = 4
/** How long a request may wait to share a statement with others. */
export const batchWaitMs = 2
/** Transactions on one key that are written together, and bytes after which their group is full. */
export const groupedTransactionsMax = 64
export const groupedBytesMax = 4 * 1024 * 1024
/** Connections for writes that each of several processes has at least: one that waits for a lock leaves another. */
export const writeShareMin = 2
