/** What a trigger may ask for, after Lambda's event source mappings, and how it reads its stream. */

export const triggersMax = 100
export const filterPatternNestingMax = 100
export const triggerNameLengthMax = 64
export const filterPatternsMax = 5
export const filterPatternCharactersMax = 4096
export const triggerBatchRecordsMax = 10_000
export const triggerWindowSecondsMax = 300
export const triggerLanesMax = 10
export const triggerRetriesMax = 10_000
export const triggerRecordAgeSecondsMin = 60
export const triggerRecordAgeSecondsMax = 604_800
export const functionTimeoutSecondsMax = 900
export const functionMemoryMbMin = 128
export const functionMemoryMbMax = 10_240
/** What an invocation carries, and what it answers. */
export const functionPayloadBytesMax = 6 * 1024 * 1024
/** Processes that one trigger may run its handler in, each with one invocation at a time. */
export const functionProcessesMax = 100
/** How often a trigger looks for new records, and for new shards and streams. */
export const triggerPollMs = 250
export const triggerShardsPollMs = 1_000
/** Between two attempts at a batch that fails. */
export const triggerRetryMsMin = 250
export const triggerRetryMsMax = 30_000
/** Records read ahead of the position of one shard; a batch closes rather than to wait for more. */
export const triggerBufferRecordsMax = 20_000
export const triggerBufferBytesMax = 12 * 1024 * 1024
