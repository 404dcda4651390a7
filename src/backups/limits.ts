/** How much one transaction of a copy or a restore writes, and how many restores there may be. */

/** Entries, and their bytes, in one transaction of a copy between stores. */
export const copyBatchEntriesMax = 400
export const copyBatchBytesMax = 1024 * 1024

/** AWS: restores of an account in a region that can be under way at once. */
export const restoresAtOnceMax = 50
/** Records of restores that are looked at when one begins: those under way and those kept for people. */
export const restoreRecordsMax = 2_000
/** Items, and their bytes, that are read for one transaction of a restore; it may put twice as much. */
export const restorePageItemsMax = 200
export const restorePageBytesMax = 512 * 1024
/** Pages that a restore puts before other jobs have their turn. */
export const restoreStepPagesMax = 20
/** How often a restore looks whether the indexes of its table have been built. */
export const indexesRestMs = 100
/** The part of a restore's progress that putting items is; building indexes is the rest. */
export const itemsShareOfProgress = 0.9
