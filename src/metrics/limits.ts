/** How much is recorded of metrics, how long it is kept, and how often it is put in order. */

/** AWS: the finest resolution of what a service measures. */
export const minuteMs = 60_000
export const coarseMs = 5 * minuteMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Series that one server measures in one minute; those that come later are dropped, and counted. */
export const liveSeriesMax = 10_000
/** The bytes of a series' name in a key; longer ones are dropped, and counted. */
export const seriesBytesMax = 1024
/** Minutes that wait to be stored while the store does not answer; older ones are dropped. */
export const unstoredMinutesMax = 10
/** How long each resolution is kept. */
export const minutesKeptMs = 3 * dayMs
export const coarseKeptMs = 15 * dayMs
/** How often minutes are merged into hours, and how long they wait for servers that are late. */
export const mergeIntervalMs = 15 * minuteMs
export const mergeDelayMs = 2 * minuteMs
/** Series that are merged, or rolled up, in one transaction. */
export const seriesPerStepMax = 100
export const rolledSeriesMax = 25
/** Minutes of all servers that one merge reads, in bytes: more is left to the next step. */
export const mergedBytesMax = 16 * 1024 * 1024
/** How often hours are rolled up into days, and old days are deleted. */
export const rollUpIntervalMs = 6 * hourMs
/** How old the minutes of other servers may be as a reader sees them. */
export const recentMinutesAgeMs = 2_000
/** Pages in which stored points are read. */
export const metricPageEntriesMax = 200
export const metricPageBytesMax = 1024 * 1024
/** Stretches of one series that are read at once: more than are ever kept. */
export const blocksReadMax = 1_000
