/** What reading and writing files of items may take. */

/**
 * One record of a file. An item of the service's largest size is less than four MiB in the wordiest
 * form of its JSON, and the values of a condition add at most two.
 */
export const recordBytesMax = 8 * 1024 * 1024
/** Longer pieces of a file are read one stretch at a time, with a look at the turn in between. */
export const readStretchBytes = 64 * 1024
/** Lines are collected up to this length before they are compressed. */
export const compressedPieceBytes = 64 * 1024
/** How much of its output a Zstandard file may refer back to. The format's own tools allow the same. */
export const zstdWindowBytesMax = 128 * 1024 * 1024
/** A longer number is refused by its length. The longest within range has 164 digits in Ion. */
export const numberTextLengthMax = 1024
/** Names in the header of a CSV file. */
export const csvColumnsMax = 10_000
