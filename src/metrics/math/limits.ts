/** What an expression may take. */
export const expressionLengthMax = 2048
/** How deeply parentheses, lists and calls may be nested. */
export const expressionDepthMax = 32
/** How many points all expressions of a request may work through, in turns; each takes eight bytes for a while. */
export const mathStepsMax = 10_000_000
/** AWS: a search finds this many series; the others are left out, and the answer says so. */
export const searchedSeriesMax = 500
