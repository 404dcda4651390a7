/** How long a server waits when it starts, stops and checks its health. */

/** How long stopping waits for requests under way before it cuts them off. */
export const drainDurationMsMax = 8_000
/** How long stopping takes in all before a store that does not answer is given up. */
export const stopDurationMsMax = 10_000
/** How long a request waits while the store is being opened. */
export const earlyRequestMsMax = 1_000
/** How often `gramme audit --follow` looks for more. */
export const auditPollMs = 300
/** How long a health check may take, and how long its answer is reused. */
export const healthAnswerMsMax = 2_000
export const healthFreshMs = 1_000

/** How often a running server looks at its master keys. */
export const keyWatchMs = 30_000

/** A token that is shorter could be guessed. */
export const metricsTokenCharactersMin = 16
/** How often the delay of the event loop is measured, once somebody wants to know it. */
export const eventLoopSampleMs = 20
/** Megabytes for requests under way: with fewer, a single large request would already be more. */
export const memoryInFlightMbMin = 64

/**
 * How much the heap of a server's own process may grow before its old objects are collected, in percent of what is alive.
 * With 50, batches cost a tenth more processor time and 10 MB less; V8's own choice takes 40 MB more.
 */
export const heapGrowthPercent = 100
