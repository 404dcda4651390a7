/** Sizes of the caches of parsed expressions. */

/** The total length of the texts whose parsed form is kept, for each kind of expression. */
export const parsedExpressionCharactersMax = 256 * 1024
