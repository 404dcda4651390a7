/** Limits on what one statement may cost. */

/** Nested parentheses, literals, calls and signs in one statement. */
export const statementNestingMax = 300
/** The total length of the statements whose parsed form is kept. */
export const parsedStatementCharactersMax = 256 * 1024
/** Parts of a statement's condition, each counted as often as it is evaluated for an item. */
export const conditionPartsMax = 20_000
/** Reads that one SELECT may be split into. */
export const decomposedReadsMax = 50
/**
 * Branches of a WHERE that are compared with each other; beyond that, only their number is
 * reported.
 */
export const comparedBranchesMax = 100
/** Conditions on one key attribute that narrow a read, in one branch; further ones only filter. */
export const narrowingBoundsMax = 8
