/** How often background work is done. */

/** How often all tables are searched for background work that was not announced. */
export const tableSurveyIntervalMs = 10_000
/** How often transitions of tables that are over are ended, and deleted tables freed. */
export const transitionsIntervalMs = 10_000
/** All tables are looked at less often if that takes longer than this part of the time, but still every so often. */
export const surveyRestFactor = 250
export const surveyRestMsMax = 2 * 60_000
/** How long a job rests after a failed step, unless it says otherwise. */
export const jobRetryMs = 10_000
/** How often the progress of long work is recorded at most. */
export const jobProgressIntervalMs = 1_000
/** How often records of long work are put in order. */
export const jobRecordsIntervalMs = 60_000
/** How long, and how many, records of index builds, backups and restores are kept after the end. */
export const endedJobsMs = 7 * 24 * 60 * 60 * 1000
export const endedJobsMax = 100
/** AWS: exports, imports and bulk puts can be described for this long after the end. */
export const describedJobsMs = 90 * 24 * 60 * 60 * 1000
/** AWS: for this long a client's token means the job that it started. */
export const jobTokenMs = 8 * 60 * 60 * 1000
/** Long jobs that are carried on at the same time; the others take turns with them. */
export const longJobsAtOnceMax = 4
/** How often long jobs are looked for that were not announced. */
export const longJobsIdleMs = 10_000
/** How long a long job waits after something that it depends on has changed. */
export const staleJobPauseMs = 50
/** How long the steps under way may continue once the server stops. */
export const longJobsGraceMs = 5_000
/** How far a clock may jump ahead and still be believed at once. */
export const clockJumpMsMax = 5 * 60 * 1000
/** How long a clock that jumped further has to stay there before it is believed. */
export const clockDoubtMs = 15 * 60 * 1000
/** How often a shared store is asked for its time, and how often a server stores what it believes. */
export const storeTimeIntervalMs = 10_000
export const clockBeliefIntervalMs = 60_000
/** Pauses between attempts to reach a database that is not there. */
export const storeRetryMsMin = 250
export const storeRetryMsMax = 5_000
/** A lease that was not renewed for this long may be taken over by another server. */
export const leaseDurationMs = 10_000
/** How often its holder renews the lease, and the other servers look at it. */
export const leaseRenewalMs = 2_500
/** How many processes that are gone are remembered, so that one of them is found as the holder of a lease. */
export const departedHoldersMax = 64
