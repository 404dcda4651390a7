/** How often the states are asked for while the page is open. */
export const triggersFreshMs = 2000
export const shownLogLines = 1000
export const shownDeadLetters = 50
