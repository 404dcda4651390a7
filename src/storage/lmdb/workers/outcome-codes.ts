/** What became of a transaction, as the owner says it. */
export const outcomeCodes = { applied: 0, conflict: 1, refused: 2 } as const
