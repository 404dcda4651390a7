/** How changes are delivered to Kinesis. */

/** How long a table lists a Kinesis destination that is no longer in use. */
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
/** Neighbouring changes get increasing times in microseconds unless they are further out of step than this. */
export const kinesisTimeSkewMsMax = 1_000
