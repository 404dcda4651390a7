/** How imports and bulk puts read files. */

/** Objects that are listed at a time. */
export const listedObjectsMax = 1000
/** Records, and the bytes of their items, in one transaction; the last page read may exceed them. */
export const importBatchRecordsMax = 500
export const importBatchBytesMax = 1024 * 1024
/** Batches that a job puts before other jobs have their turn. */
export const importStepBatchesMax = 20
/** AWS: imports of an account in a region that can be under way at once. */
export const importsAtOnceMax = 50
/** Errors of one import that are written to its log; all are counted. */
export const importErrorsLoggedMax = 10_000
/** How often a job looks whether the indexes of its table have been built. */
export const importIndexesRestMs = 100
/** The part of an import's progress that putting items is; building indexes is the rest. */
export const importItemsShare = 0.9
/** How long a file stays open between two steps of its job. */
export const openFileIdleMs = 10_000
/** Bulk puts of an account in a region that can be under way at once. */
export const bulkPutsAtOnceMax = 50
/** How much of a sentence about a record is kept until it is in a report. */
export const bulkNoteLengthMax = 300
