/** Limits of the channel between workers and the owner of a folder, and of what waits on either side. */

/** A frame larger than this is taken for damaged. More than the largest transaction needs. */
export const frameBytesMax = 256 * 1024 * 1024

/** A batch takes no further transactions beyond this many mutations or bytes: some fit into one commit. */
export const batchMutationsMax = 128
export const batchBytesMax = 1024 * 1024

/** What a worker has sent and not heard of. Further transactions wait before they are decided. */
export const inFlightTransactionsMax = 1024
export const inFlightBytesMax = 16 * 1024 * 1024

/** After this many conflicts a transaction is decided in a turn, while nobody else writes. */
export const conflictsUntilTurn = 2

/** After this many a transaction is given up. Only a worker that hangs in its turns gets there. */
export const conflictsMax = 12

/** How long a turn may last before it is over and what was decided in it is refused. */
export const turnMsMax = 2000

/** How long a worker may take to open the file; nobody commits meanwhile. */
export const openingMsMax = 10_000

/** How long a worker waits for the owner to say whether it takes writes. */
export const pingMsMax = 5000

/**
 * How many writes of the last commits the owner remembers, keys and all. A snapshot from before them is
 * a conflict: dozens of full commits later, when two or three are usual.
 */
export const recentWritesMax = 16_384
