/** The limits of trigger settings, as in Lambda's event source mappings, and of reading streams. */

export const triggersMax = 100
export const filterPatternNestingMax = 100
export const triggerNameLengthMax = 64
export const filterPatternsMax = 5
export const filterPatternCharactersMax = 4096
export const triggerBatchRecordsMax = 10_000
export const triggerWindowSecondsMax = 300
export const parallelBatchesMax = 10
export const triggerRetriesMax = 10_000
export const triggerRecordAgeSecondsMin = 60
export const triggerRecordAgeSecondsMax = 604_800
export const functionTimeoutSecondsMax = 900
export const functionMemoryMbMin = 128
export const functionMemoryMbMax = 10_240
/** The size of an invocation's event, and of its answer. */
export const functionPayloadBytesMax = 6 * 1024 * 1024
/** Processes in which one trigger may run its handler, each with one invocation at a time. */
export const functionProcessesMax = 100
/** How often a trigger looks for new records, and for new shards and streams. */
export const triggerPollMs = 250
export const triggerShardsPollMs = 1_000
/** The pause between two attempts at a batch that fails. */
export const triggerRetryMsMin = 250
export const triggerRetryMsMax = 30_000
/**
 * Records read ahead of the position of one shard; when full, batches close instead of waiting for
 * more.
 */
export const triggerBufferRecordsMax = 20_000
export const triggerBufferBytesMax = 12 * 1024 * 1024
/** Shards of a stream that are looked at to tell how far a trigger is behind, oldest first. */
export const reportedShardsMax = 20
