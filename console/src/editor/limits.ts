/** AWS: a longer expression, or one with more operators, is refused. */
export const expressionBytesMax = 4096
export const expressionOperatorsMax = 300
/** AWS: writes of one transaction, requests of one batch, keys of one batch. */
export const transactionWritesMax = 100
export const batchWritesMax = 25
export const batchKeysMax = 100
/** Steps that can be taken back before saving. */
export const stagedStepsMax = 200
/** Saved changes that the session remembers. */
export const historyEntriesMax = 200
/** Elements of a map or list that a form shows at once. */
export const shownElementsMax = 100
/** Differences that a dry run shows. */
export const sampleDiffsMax = 5
/** Bulk writes above this ask for the name of the table. */
export const unconfirmedWritesMax = 1000
/** Attempts to write what a batch left unprocessed. */
export const batchAttemptsMax = 10
/** Conditional writes that are under way at once. */
export const writesAtOnce = 16
