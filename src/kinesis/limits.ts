/** Limits of deliveries to Kinesis. */

/** How long a table lists a Kinesis destination that is no longer in use. */
export const kinesisDestinationListedMs = 24 * 60 * 60 * 1000
/** Changes, and their bytes, that a lane has in memory while they are delivered. */
export const kinesisPageEntriesMax = 500
export const kinesisPageBytesMax = 1024 * 1024
/** Records, and their bytes, in one PutRecords. A larger record is sent alone. */
export const kinesisRequestRecordsMax = 500
export const kinesisRequestBytesMax = 4 * 1024 * 1024
/** Deliveries, and lanes of each, that wait for Kinesis at the same time. */
export const kinesisDeliveriesAtOnceMax = 4
export const kinesisLanesAtOnceMax = 4
/** PutRecords requests for a lane before its position is stored. */
export const kinesisRequestsPerStepMax = 50
/**
 * How long one request to Kinesis may take, and how long stopping waits for requests in progress.
 */
export const kinesisConnectMsMax = 3_000
export const kinesisRequestMsMax = 10_000
export const kinesisStopMsMax = 2_000
/** Regions of Kinesis to which a server keeps connections. */
export const kinesisRegionsMax = 16
/** Pauses before a lane whose records were not accepted is retried. */
export const kinesisRetryMsMin = 100
export const kinesisRetryMsMax = 30_000
/** How often deliveries look for changes, and a server without deliveries looks for new ones. */
export const kinesisPollMs = 200
export const kinesisIdleMs = 1_000
/**
 * Neighbouring changes get increasing times in microseconds unless their times differ by more than
 * this.
 */
export const kinesisTimeSkewMsMax = 1_000
