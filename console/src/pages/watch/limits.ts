/** Changes that are kept in sight, and that wait while the page is paused. */
export const changesKeptMax = 5000
/** Above this many changes a second, those of an item are one row. */
export const groupingRateMin = 50
/** Between two looks at a shard. */
export const pollIntervalMs = 1000
/** Over which the rate is measured. */
export const rateWindowMs = 5000
/** Records asked for at once: the service gives no more. */
export const recordsPerCallMax = 1000
/** Calls in a row for a shard that has more, so that one does not starve the others. */
export const callsPerRoundMax = 5
export const shownChangesMax = 6
