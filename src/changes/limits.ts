/** When shards roll over, and how the change log is trimmed. */

/** A shard is replaced by its child after this long, or after this many records. */
export const shardDurationMsMax = 4 * 60 * 60 * 1000
export const shardEntriesMax = 1_000_000
/**
 * Open shards of one stream, whatever the table's throughput. They fit on one page of
 * DescribeStream.
 */
export const openShardsMax = 64
/** Expired changes, and their bytes, that one step of trimming deletes. */
export const trimBatchEntriesMax = 200
export const trimBatchBytesMax = 1024 * 1024
/** How much later the first change that streams show is at least, when that is moved. */
export const hidingStepMs = 60 * 1000
/** How often a server looks for shards to roll over and for changes to delete. */
export const changeUpkeepIntervalMs = 10_000
/** Readers of one kind that a log can have; most of them have ended and are reading the rest. */
export const readersOfKindMax = 20
/** Readers of one log, of all kinds. */
export const logReadersMax = 200
/**
 * How long changes are kept for what follows a table from memory. It reads them within seconds; what was
 * held up for longer starts over.
 */
export const followersRetentionMs = 15 * 60 * 1000
/** Changes that something in memory catches up with; behind by more, it starts over. */
export const followedChangesMax = 100_000
/** Changes, and their bytes, that it reads at a time. */
export const followedPageEntriesMax = 1_000
export const followedPageBytesMax = 1024 * 1024
