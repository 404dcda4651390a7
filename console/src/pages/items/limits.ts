/** How far one press of Run reads. */
export const readBytesMax = 10_000_000
export const readDurationMsMax = 5000
/** Rows that fill a page. */
export const pageRowsDefault = 100
/** Rows that are expanded at once. */
export const expandedRowsMax = 500
/** Requests of the history. */
export const rememberedQueriesMax = 50
