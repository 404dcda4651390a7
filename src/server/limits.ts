/** How long a server waits when it starts, stops and answers for its health. */

/** How long stopping waits for the requests under way before it cuts them off. */
export const drainDurationMsMax = 10_000
/** How long a request waits for a store that is being opened. */
export const earlyRequestMsMax = 1_000
/** How long a health check may take, and how long its answer serves those who ask next. */
export const healthAnswerMsMax = 2_000
export const healthFreshMs = 1_000
