/** Limits on shared commits. */

/** Mutations in one commit. Larger commits slow down LMDB's list of free pages for seconds. */
export const commitGroupMutationsMax = 400
