/** What is kept of expressions that were parsed. */

/** Parsed expressions of one kind are kept while their texts are no longer than this together. */
export const parsedExpressionCharactersMax = 256 * 1024
