/** What the grid keeps and draws. */

/** Rows whose items stay in memory; pages beyond are dropped, and read again when they are scrolled to. */
export const rowsInMemoryMax = 20_000
/** The same by bytes, for tables of large items. */
export const bytesInMemoryMax = 64_000_000
/** Browsers draw nothing further down: Chromium ends at 2^25 pixels. */
export const gridPixelsMax = 33_000_000
export const columnWidthMin = 80
export const columnWidthMax = 360
/** As wide as a drag may make it. */
export const draggedWidthMax = 1200
/** Values of a column that its width is taken from. */
export const measuredValuesMax = 200
/** Characters of a value that a cell shows. */
export const cellCharactersMax = 512
/** Lines of a value that was expanded in place. */
export const expandedLinesMax = 24
/** Items that stand side by side when rows and columns are exchanged. */
export const transposedItemsMax = 200
