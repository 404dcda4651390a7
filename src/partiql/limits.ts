/** Bounds on what one statement may cost. */

/** Parentheses, literals, calls and signs within each other in one statement. */
export const statementNestingMax = 300
/** Parsed statements are kept while their texts are no longer than this together. */
export const parsedStatementCharactersMax = 256 * 1024
/** Parts of a statement's condition, each counted as often as it is asked of an item. */
export const conditionPartsMax = 20_000
/** Reads that one SELECT may fall apart into. */
export const decomposedReadsMax = 50
/** Branches of a WHERE that are held against each other; of more, only their number is told. */
export const comparedBranchesMax = 100
/** Conditions on one key attribute that narrow a read, in one branch; those beyond filter. */
export const narrowingBoundsMax = 8
