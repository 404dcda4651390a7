/** How much one transaction of a copy writes. */

/** Entries, and bytes of them, that one transaction of a copy between stores writes. */
export const copyBatchEntriesMax = 400
export const copyBatchBytesMax = 1024 * 1024
