/** Items and bytes of the first table that are kept to be compared with. */
export const comparedItemsMax = 100_000
export const comparedBytesMax = 64 * 1024 * 1024
/** Differences that are listed; all are counted. */
export const listedDifferencesMax = 1000
/** Changed paths that a row names. */
export const namedPathsMax = 6
