/** Every limit of the service has its name here. Bytes are DynamoDB's item-size bytes. */
export const itemSizeBytesMax = 400 * 1024
export const partitionKeyBytesMax = 2048
export const sortKeyBytesMax = 1024
/** An attribute's own value is level 1. */
export const nestingLevelsMax = 32
export const attributeNameBytesMax = 65535

export const requestBodyBytesMax = 16 * 1024 * 1024
/** Request line and headers together. */
export const requestHeadBytesMax = 16 * 1024
/** What the express lane answers: a request of so many bytes and headers, that comes in so many pieces. */
export const plainRequestBytesMax = 256 * 1024
export const plainRequestHeadersMax = 64
export const plainRequestPiecesMax = 32
/** How long the express lane waits for the next piece. */
export const plainRequestPieceMsMax = 500
/** In the express lane an answer's body up to this size is copied behind its head and sent with it. */
export const joinedAnswerBytesMax = 32 * 1024
/** Answers below this size are sent plain even to clients that accept compression. */
export const compressedAnswerBytesMin = 4096

/** How long a client may take to send its headers, and the whole of its request. */
export const requestHeadDurationMsMax = 15_000
export const requestDurationMsMax = 60_000
/** A connection without any traffic is cut after this, so a client that never reads costs little. */
export const silentConnectionMsMax = 120_000
/** How long a connection may stay open between two requests. */
export const idleConnectionMsMax = 75_000
/** How long stopping waits for the requests under way before it cuts them off. */
export const drainDurationMsMax = 10_000
/** A region names a world of its own, and becomes part of keys and ARNs. */
export const regionLengthMax = 64

export const expressionBytesMax = 4096
export const expressionOperatorsMax = 300
/** Parentheses within parentheses: one pair around all, and one for each operator inside. */
export const expressionNestingMax = expressionOperatorsMax + 1
/** Parsed expressions of one kind are kept while their texts are no longer than this together. */
export const parsedExpressionCharactersMax = 256 * 1024
export const inOperandsMax = 100
/** Parentheses, literals, calls and signs within each other in one statement. */
export const statementNestingMax = 300
/** Parsed statements are kept while their texts are no longer than this together. */
export const parsedStatementCharactersMax = 256 * 1024
/** Parts of a statement's condition, each counted as often as it is asked of an item. */
export const conditionPartsMax = 20_000
export const documentPathLevelsMax = 32
export const listIndexMax = 2147483647
export const substitutionKeyBytesMax = 255

export const tableNameLengthMin = 3
export const tableNameLengthMax = 255
export const tablesPerRegionMax = 2500
export const localIndexesMax = 5
export const globalIndexesMax = 20
/** Attributes named in INCLUDE projections, over all indexes of a table. */
export const projectedAttributesMax = 100
export const indexKeyAttributesMax = 4
export const capacityUnitsMax = 1_000_000_000_000
export const listTablesPageMax = 100
/** Index updates in one UpdateTable. */
export const indexUpdatesMax = 5
export const tagsPerTableMax = 50
export const tagKeyLengthMax = 128
export const tagValueLengthMax = 256
export const tagsPageMax = 10
export const timeToLiveChangeIntervalMs = 60 * 60 * 1000
/** The last second that an item can expire in: beyond, numbers are no longer exact. */
export const expirySecondsMax = Number.MAX_SAFE_INTEGER
/** What has been expired for longer than this is never deleted: five years. */
export const expiredForSecondsMax = 5 * 365 * 24 * 60 * 60
/** Expired items that one transaction deletes: of the largest items that is 10 MB to be read. */
export const expiredBatchItemsMax = 25
/** How often a server looks for items that have expired, unless it is told otherwise. */
export const expirySweepIntervalMs = 1000

export const batchGetKeysMax = 100
/** What one BatchGetItem reads, in item-size bytes. */
export const batchGetBytesMax = 16 * 1024 * 1024
export const batchWritesMax = 25
/** All items that a transaction reads or writes, in item-size bytes. */
export const transactionBytesMax = 4 * 1024 * 1024
/** How long a ClientRequestToken keeps a transaction from running twice. */
export const requestTokenDurationMs = 10 * 60 * 1000
/** Expired tokens that a transaction with a token takes away: more than the one it adds. */
export const requestTokensSweptMax = 8

/** Constraint failures gathered into one message. */
export const constraintFailuresMax = 10

/** Table definitions kept in memory by one server. */
export const tableCacheEntriesMax = 10_000
/** How often a request starts over because the table it uses is being changed under it. */
export const staleTableRetriesMax = 10
/** How much of an offending value a constraint failure repeats. */
export const printedValueCharactersMax = 65536
/** What one page of a Query or Scan reads, in item-size bytes. */
export const pageBytesMax = 1024 * 1024
/** Items, and bytes of them, that one transaction of a backfill turns into index entries. */
export const backfillBatchItemsMax = 200
export const backfillBatchBytesMax = 1024 * 1024
/** How long changes of items can be read, and a stream after it was disabled. */
export const changeRetentionMs = 24 * 60 * 60 * 1000
/** A shard gives way to its child after this long, or after this many records. */
export const shardDurationMsMax = 4 * 60 * 60 * 1000
export const shardEntriesMax = 1_000_000
/** Open shards of one stream, whatever the table's throughput: one page of DescribeStream. */
export const openShardsMax = 64
/** Expired changes, and bytes of them, that one step of the retention takes away. */
export const trimBatchEntriesMax = 200
export const trimBatchBytesMax = 1024 * 1024
/** How often a server looks for shards to roll over and changes to take away. */
export const changeUpkeepIntervalMs = 10_000
export const streamsPageMax = 100
export const shardsPageMax = 100
export const streamRecordsPageMax = 1000
/** What one GetRecords hands out, by the records' SizeBytes. */
export const streamPageBytesMax = 1024 * 1024
export const shardIteratorDurationMs = 15 * 60 * 1000

/** Kinesis destinations that a table remembers beside the one in use, and for how long. */
export const kinesisDestinationsMax = 20
export const kinesisDestinationListedMs = 24 * 60 * 60 * 1000
/** Changes, and bytes of them, that a lane has in memory while they are delivered. */
export const kinesisPageEntriesMax = 500
export const kinesisPageBytesMax = 1024 * 1024
/** Records, and bytes of them, in one PutRecords. A larger record goes alone. */
export const kinesisRequestRecordsMax = 500
export const kinesisRequestBytesMax = 4 * 1024 * 1024
/** Deliveries, and lanes of each, that wait for Kinesis at a time. */
export const kinesisDeliveriesAtOnceMax = 4
export const kinesisLanesAtOnceMax = 4
/** PutRecords for a lane before its position is written down. */
export const kinesisRequestsPerStepMax = 50
/** How long one request to Kinesis may take, and how long stopping waits for those under way. */
export const kinesisConnectMsMax = 3_000
export const kinesisRequestMsMax = 10_000
export const kinesisStopMsMax = 2_000
/** Regions of Kinesis that a server keeps connections to. */
export const kinesisRegionsMax = 16
/** Pauses before a lane whose records were not taken is tried again. */
export const kinesisRetryMsMin = 100
export const kinesisRetryMsMax = 30_000
/** How often deliveries look for changes, and a server for deliveries when there are none. */
export const kinesisPollMs = 200
export const kinesisIdleMs = 1_000
/** Times of neighbouring changes are told apart in microseconds unless they are this far out of step. */
export const kinesisTimeSkewMsMax = 1_000

/** How often a server looks for background work that nobody told it about, or tries again what failed. */
export const backgroundSweepIntervalMs = 10_000
/** Changes that share one commit. Larger commits make LMDB's list of free pages slow for seconds. */
export const commitGroupMutationsMax = 400
/** Connections that one pool of one server may hold: a database has hundreds for all of them. */
export const poolConnectionsMax = 1_000
/** How far apart a server tries to reach a database that is not there. */
export const storeRetryMsMin = 250
export const storeRetryMsMax = 5_000
/** How long a request waits for a store that is being opened. */
export const earlyRequestMsMax = 1_000
/** How long a health check may take, and how long its answer serves those who ask next. */
export const healthAnswerMsMax = 2_000
export const healthFreshMs = 1_000
/** Servers that share a store: a lease on its background work that stood still for this long is free. */
export const leaseDurationMs = 10_000
/** How often the lease is renewed by its holder and looked at by the others. */
export const leaseRenewalMs = 2_500

/** How often a transaction that others got in the way of is tried again, and the pauses between. */
export const conflictAttemptsMax = 20
/** As often one that wants a space for itself, which few do and many may get in the way of. */
export const exclusiveAttemptsMax = 100
export const conflictPauseMs = 1
export const conflictPauseMsMax = 250
/** From this conflict on a transaction locks what it reads before it reads it. */
export const conflictsBeforeLocking = 3
/** Between two tries to reach a database. */
export const reconnectPauseMs = 100
/** How often a request looks again where a space is. */
export const staleSpaceAttemptsMax = 5
/** Requests that wait for a connection to the database. */
export const databaseWaitingMax = 10_000
/** Entries of a page that is asked of a database without a running sum of its bytes. */
export const lightPageEntriesMax = 100
/** Statements of different texts that a connection to the database keeps prepared. */
export const preparedStatementsMax = 1000
/** Rows that the totals of one space are spread over, so that writers do not wait for each other. */
export const tallySlotsMax = 256
/** Spaces whose relations are remembered. */
export const spaceCacheEntriesMax = 100_000
/** Entries after which no more requests join those that read in one statement; a page counts more. */
export const gatheredReadsMax = 64
export const gatheredPageWeight = 4
/** Writes that go to the database in one statement, and bytes after which no more are taken. */
export const gatheredWritesMax = 64
export const gatheredWritesBytesMax = 1024 * 1024
/** Statements of gathered writes under way at a time. */
export const gatheredWriteStatementsMax = 8
/** Requests that have gathered, for each statement under way, before another is sent beside it. */
export const companyMin = 4
/** How long a request waits for company. */
export const companyWaitMs = 2
/** Transactions on one key that are written together, and bytes after which no more are taken. */
export const groupedTransactionsMax = 64
export const groupedBytesMax = 4 * 1024 * 1024
/** Reads that one SELECT may fall apart into. */
export const decomposedReadsMax = 50
/** Branches of a WHERE that are held against each other; of more, only their number is told. */
export const comparedBranchesMax = 100
/** Conditions on one key attribute that narrow a read, in one branch; those beyond filter. */
export const narrowingBoundsMax = 8
/** Entries, and bytes of them, that one transaction of a copy between stores writes. */
export const copyBatchEntriesMax = 400
export const copyBatchBytesMax = 1024 * 1024

/** Triggers, which follow Lambda's event source mappings; all but the first three are Lambda's. */
export const triggersMax = 100
export const triggersFileBytesMax = 1024 * 1024
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
/** How long a function may take to be loaded, before its first invocation. */
export const functionInitMsMax = 30_000
/** Processes that one trigger may run its handler in, each with one invocation at a time. */
export const functionProcessesMax = 100
/** What a process needs beside the memory that its handler was given. */
export const functionOverheadMb = 96
/** A process that had nothing to do for this long is ended. */
export const functionIdleMsMax = 5 * 60 * 1000
/** Output that is taken from a process: more has to wait, so that a flood slows down its source only. */
export const functionOutputBytesPerSecondMax = 1024 * 1024
/** Output of one invocation that is kept. */
export const functionOutputBytesMax = 64 * 1024
/** How often a trigger looks for new records, for new shards and streams, and at its settings. */
export const triggerPollMs = 250
export const triggerShardsPollMs = 1_000
export const triggersFilePollMs = 1_000
/** Between two attempts at a batch that fails. */
export const triggerRetryMsMin = 250
export const triggerRetryMsMax = 30_000
/** Records read ahead of the position of one shard; a batch closes rather than to wait for more. */
export const triggerBufferRecordsMax = 20_000
export const triggerBufferBytesMax = 12 * 1024 * 1024
/** How long stopping waits for invocations under way. */
export const triggerDrainMsMax = 5_000
/** Of a trigger's log, which is kept twice: the current file and the one before. */
export const triggerLogBytesMax = 1024 * 1024
export const triggerStatusIntervalMs = 5_000
