/** How a table's past is read. */

/**
 * How far the clocks of the servers that share a store may differ: changes are looked for this long
 * before a moment, in case they were stamped out of order.
 */
export const clockSkewMsMax = 5 * 60 * 1000
/** Changes, and their bytes, that one step reads on in the log. */
export const collectedChangesMax = 400
export const collectedBytesMax = 1024 * 1024
/** Lanes that one step reads from: each may give a change that is larger than its share. */
export const collectedLanesMax = 8
/** How many steps a page takes to catch up with the writers before it gives up for this time. */
export const catchUpStepsMax = 20
