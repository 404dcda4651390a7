/** How much one transaction of a copy writes. */

/** Entries, and their bytes, in one transaction of a copy between stores. */
export const copyBatchEntriesMax = 400
export const copyBatchBytesMax = 1024 * 1024
