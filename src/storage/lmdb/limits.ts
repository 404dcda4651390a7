/** Limits on shared commits. */

/** Mutations in one commit. Larger commits slow down LMDB's list of free pages for seconds. */
export const commitGroupMutationsMax = 400

/** How long a commit may take before writes are refused: longer than any sound flush. */
export const commitStalledAfterMs = 60_000
