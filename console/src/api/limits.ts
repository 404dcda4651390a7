/** How often a call is sent, the first time included. */
export const attemptsMax = 5
/** The longest pause before the second attempt; each further one may be twice as long. */
export const firstPauseMs = 100
export const pauseMsMax = 2000
