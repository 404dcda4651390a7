/** How exports and imports are done. */

/** Lines of one data file before they are compressed. A step writes one file. */
export const exportFileBytesMax = 64 * 1024 * 1024
/** What a file of a filtered export may pass over, so that its step ends. */
export const exportScannedBytesMax = 256 * 1024 * 1024
/** Items, and their bytes, that are read at a time. */
export const exportPageItemsMax = 1000
export const exportPageBytesMax = 1024 * 1024
/** How often a step that only reads the change log reads on. */
export const exportCollectsMax = 50
/**
 * How long an export of a store that servers share waits after its moment: a write that was stamped
 * before it may still be under way, on a server whose clock is a little behind.
 */
export const exportSettleMs = 2_000
