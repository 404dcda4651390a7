/** How requests share statements and connections, and how often they are tried again. */

/** How often a transaction that others got in the way of is tried again, and the pauses between. */
export const conflictAttemptsMax = 20
/** As often one that wants a space for itself, which few do and many may get in the way of. */
export const exclusiveAttemptsMax = 100
export const conflictPauseMs = 1
export const conflictPauseMsMax = 250
/** From this conflict on a transaction locks what it reads before it reads it. */
export const conflictsBeforeLocking = 3
/** Between two tries to reach a database. */
export const reconnectPauseMs = 100
/** How often a request looks again where a space is. */
export const staleSpaceAttemptsMax = 5
/** Requests that wait for a connection to the database. */
export const databaseWaitingMax = 10_000
/** Entries of a page that is asked of a database without a running sum of its bytes. */
export const lightPageEntriesMax = 100
/** Statements of different texts that a connection to the database keeps prepared. */
export const preparedStatementsMax = 1000
/** Rows that the totals of one space are spread over, so that writers do not wait for each other. */
export const tallySlotsMax = 256
/** Spaces whose relations are remembered. */
export const spaceCacheEntriesMax = 100_000
/** Entries after which no more requests join those that read in one statement; a page counts more. */
export const gatheredReadsMax = 64
export const gatheredPageWeight = 4
/** Writes that go to the database in one statement, and bytes after which no more are taken. */
export const gatheredWritesMax = 64
export const gatheredWritesBytesMax = 1024 * 1024
/** Statements of gathered writes under way at a time. */
export const gatheredWriteStatementsMax = 8
/** Requests that have gathered, for each statement under way, before another is sent beside it. */
export const companyMin = 4
/** How long a request waits for company. */
export const companyWaitMs = 2
/** Transactions on one key that are written together, and bytes after which no more are taken. */
export const groupedTransactionsMax = 64
export const groupedBytesMax = 4 * 1024 * 1024
