/** What is kept of decisions. */

/** Pairs of an action and a resource for which the statements that matter are kept. Some hundred bytes each. */
export const shortlistsMax = 50_000
/** Of these, for one caller: nobody pushes out what is kept for others. */
export const shortlistsPerCallerMax = 1000
