/** What tunes the memory that vector indexes are searched in. */

/** The unit in which rows get memory: a page of WebAssembly's. */
export const blockBytes = 65_536

/** A memory of WebAssembly's has at most 4 GB; beyond this there is another one. */
export const arenaBlocksMax = 32_768

/** By how much a memory grows at a time. */
export const arenaGrowthBlocks = 64

/**
 * Vectors with fewer dimensions are kept as floats: with few numbers, the errors of bytes do not cancel each other
 * out, and floats take little room.
 */
export const byteDimensionsMin = 64

/** The first vectors of a scope are kept as floats, up to this many bytes in each thread. */
export const floatBytesMax = 8 * 1024 * 1024

/** How many candidates a thread remembers, at most … */
export const candidatesMax = 1024

/** … and how many it gives for each result that is wanted, … */
export const candidatesPerResult = 4

/** … but not fewer than this. */
export const candidatesMin = 64

/**
 * How many standard deviations of its error a candidate may be off. The errors of a row's numbers are independent
 * of each other, so their sum is about normally distributed.
 */
export const errorDeviations = 4

/** Fewer rows of bytes are scored without looking at their signs: `npm run bench vectors crossover`. */
export const signRowsMin = 4096

/** How many rows are scored at a time: a list of them has room in scratch. */
export const rowsListedMax = 1024

/** If signs leave more than this part of a block of rows, as many blocks more are scored without them. */
export const signsLeaveMax = 0.4
export const blocksWithoutSigns = 7

/** Of how much room for keys may be unused before it is tidied up. */
export const keyGarbageShareMax = 0.25
