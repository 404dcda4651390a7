/** Limits on shared commits, and the times of claims to a data folder. */

/** Mutations in one commit. Larger commits slow down LMDB's list of free pages for seconds. */
export const commitGroupMutationsMax = 400

/** How long a commit may take before writes are refused: longer than any sound flush. */
export const commitStalledAfterMs = 60_000

/** How often a process renews its claim to a data folder. */
export const claimBeatMs = 2000

/** A claim of a process that cannot be seen has ended if it was not renewed for this long. */
export const claimStaleMs = 10_000

/** How long a process waits before it looks for other claims again; up to twice this, by chance. */
export const claimLookMs = 150
