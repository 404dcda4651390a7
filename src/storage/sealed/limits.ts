/** What tunes encryption at rest. */

/**
 * A salt makes one key, and a value under it has a random nonce of 96 bits. After this many values the
 * chance that any two nonces were equal is below 2^-49, and a new salt is drawn.
 */
export const valuesPerSaltMax = 2 ** 24

/** Keys of earlier salts that are kept at hand for each space; there is one for each start of a server. */
export const openedSaltsMax = 256

/** Spaces whose seals are kept at hand. */
export const knownSpacesMax = 20_000

/** Nonces that are drawn at once. */
export const noncesDrawn = 256

/** How long a key that could not be used is not asked for again. */
export const keyRetryMs = 5_000

/** Records that are sealed at once when encryption is turned on. */
export const convertedRecordsMax = 100

/**
 * Memory for values that were opened lately, as parts of the heap that this process may have and, since buffers
 * are not part of the heap, of the memory of its container or machine; and the most that it ever is.
 */
export const openedValuesHeapPart = 1 / 16
export const openedValuesMemoryPart = 1 / 32
export const openedValuesBytesMax = 256 * 1024 * 1024

/** How much of it is dropped at once. The largest item fits in. */
export const openedChunkBytes = 512 * 1024
/** How much of it may be garbage that V8 is not told about. */
export const openedGarbagePart = 1 / 4
/** There are slots for as many values of this size as fit in. */
export const openedValueBytesMin = 256
/** How many values that were opened once are remembered, to be kept when they are opened again; a power of two. */
export const openedOnceMax = 2 ** 18
