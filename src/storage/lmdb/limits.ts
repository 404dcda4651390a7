/** How commits are shared. */

/** Changes that share one commit. Larger commits make LMDB's list of free pages slow for seconds. */
export const commitGroupMutationsMax = 400
