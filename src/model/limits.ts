/**
 * The limits of the service, by name. Bytes are DynamoDB's item-size bytes. Limits that only tune
 * this server (queues, pages, retries, caches) are in the `limits.ts` of the folder they tune.
 */
export const itemSizeBytesMax = 400 * 1024
export const partitionKeyBytesMax = 2048
export const sortKeyBytesMax = 1024
/** An attribute's own value is level 1. */
export const nestingLevelsMax = 32
export const attributeNameBytesMax = 65535

export const requestBodyBytesMax = 16 * 1024 * 1024

/** A region is a separate world of tables, and becomes part of keys and ARNs. */
export const regionLengthMax = 64

export const expressionBytesMax = 4096
export const expressionOperatorsMax = 300
/** Nested parentheses: one pair around everything, and one for each operator inside. */
export const expressionNestingMax = expressionOperatorsMax + 1
export const inOperandsMax = 100
export const documentPathLevelsMax = 32
export const listIndexMax = 2147483647
export const substitutionKeyBytesMax = 255

export const tableNameLengthMin = 3
export const tableNameLengthMax = 255
export const tablesPerRegionMax = 2500
export const localIndexesMax = 5
export const globalIndexesMax = 20
export const vectorIndexesMax = 5
export const vectorDimensionsMax = 4096
/** Filter attributes of one vector index. */
export const inlineFiltersMax = 18
/** Results of one search for vectors. */
export const topKMax = 100
/** Of the items that one search answers with. */
export const searchBytesMax = 16 * 1024 * 1024
/**
 * Attributes named in INCLUDE projections, over all indexes of a table. A vector counts as one, and so
 * does every filter of a vector index.
 */
export const projectedAttributesMax = 100
export const indexKeyAttributesMax = 4
export const capacityUnitsMax = 1_000_000_000_000
/** Read or write units of one table or index, in either billing mode. AWS's default; an option here. */
export const tableUnitsPerSecondMax = 40_000
/** Of all provisioned tables and indexes of an account and region. AWS's default; an option here. */
export const accountUnitsPerSecondMax = 80_000
/** Decreases of throughput that a table or index may have on a UTC day before each has to wait. */
export const decreasesAtOnceMax = 4
/** How long each further decrease has to wait for, from the last one. */
export const decreaseIntervalMs = 60 * 60 * 1000
/** How often a table may become on-demand within the window. AWS: being created so counts. */
export const onDemandSwitchesMax = 4
export const onDemandSwitchesWindowMs = 24 * 60 * 60 * 1000
/** How often the class of a table may change within the window. */
export const tableClassChangesMax = 2
export const tableClassWindowDays = 30
/** Changes of encryption that a table may have within the window before each has to wait. */
export const encryptionChangesAtOnceMax = 4
/** Starts with the first change. */
export const encryptionChangesWindowMs = 24 * 60 * 60 * 1000
/** How long each further change has to wait for, from the last one. */
export const encryptionChangeIntervalMs = 6 * 60 * 60 * 1000
/** Of the items with one partition key and their entries in local indexes, in item-size bytes. */
export const itemCollectionBytesMax = 10 * 1024 ** 3
/** What the size of a collection is rounded to. */
export const itemCollectionRangeBytes = 1024 ** 3
export const listTablesPageMax = 100
/** Index updates in one UpdateTable. */
export const indexUpdatesMax = 5
export const tagsPerTableMax = 50
export const tagKeyLengthMax = 128
export const tagValueLengthMax = 256
/** Of all keys and values of a table's tags together. */
export const tagsSizeBytesMax = 10 * 1024
/** Of the ARN of anything that can have tags or a policy. */
export const resourceArnLengthMax = 1_283
/** Of a policy of a table or stream, as it was sent. */
export const resourcePolicyBytesMax = 20_480
/** How long a change of such a policy is being applied. AWS: between 0.6 and 2 seconds. */
export const resourcePolicyPendingMs = 1_000
/** Between two changes of time to live. AWS: refused after 1811 seconds, accepted after 1872. */
export const timeToLiveChangeIntervalMs = 31 * 60 * 1000
/** The last second in which an item can expire: beyond it, JavaScript numbers are not exact. */
export const expirySecondsMax = Number.MAX_SAFE_INTEGER
/** Items that expired longer ago than this are never deleted: five years. */
export const expiredForSecondsMax = 5 * 365 * 24 * 60 * 60

export const batchGetKeysMax = 100
/** How much one BatchGetItem reads, in item-size bytes. */
export const batchGetBytesMax = 16 * 1024 * 1024
export const batchWritesMax = 25
/** All items that a transaction reads or writes, in item-size bytes. */
export const transactionBytesMax = 4 * 1024 * 1024
/** How long a ClientRequestToken keeps a transaction from running twice. */
export const requestTokenDurationMs = 10 * 60 * 1000

/** Constraint failures listed in one message. */
export const constraintFailuresMax = 10

/** How much of an offending value a constraint failure repeats. */
export const printedValueCharactersMax = 65536
/** How much one page of a Query or Scan reads, in item-size bytes. */
export const pageBytesMax = 1024 * 1024
/** How long changes of items stay readable, and a stream after it was disabled. */
export const changeRetentionMs = 24 * 60 * 60 * 1000
/** How many days back a table with point-in-time recovery can be restored; also the default. */
export const recoveryPeriodDaysMax = 35
export const streamsPageMax = 100
/** Also how many backups a page has if the request does not say. */
export const backupsPageMax = 100
export const insightsPageMax = 100
export const shardsPageMax = 100
export const streamRecordsPageMax = 1000
/** How much one GetRecords returns, by the records' SizeBytes. */
export const streamPageBytesMax = 1024 * 1024
export const shardIteratorDurationMs = 15 * 60 * 1000

/** Kinesis destinations that a table remembers besides the one in use. */
export const kinesisDestinationsMax = 20

/** The window of an incremental export. */
export const incrementalExportMsMin = 15 * 60 * 1000
export const incrementalExportMsMax = 24 * 60 * 60 * 1000
/** What an incremental export is billed for at least. */
export const incrementalExportBytesMin = 10_000_000
/** Exports or imports on a page, unless the request says how many. */
export const transfersPageDefault = 10

/** Of temporary credentials. */
export const sessionTagsMax = 50
export const sessionTokenSecondsDefault = 43_200
export const rootSessionSecondsMax = 3600
export const chainedSessionSecondsMax = 3600
