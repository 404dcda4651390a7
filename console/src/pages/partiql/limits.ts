/** Items that a table may have before a full scan of it is asked about first. */
export const unaskedScanItemsMax = 1000
export const statementHistoryMax = 50
export const savedStatementsMax = 200
/** A longer text is not put into the address. */
export const addressTextMax = 6000
export const sampledItems = 50
export const sampleFreshMs = 300_000
export const defaultLimit = '100'
