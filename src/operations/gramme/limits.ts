/** If a request does not say how many it wants. */
export const logLinesShown = 500
export const deadLettersShown = 20
