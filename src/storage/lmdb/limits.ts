/** Limits on shared commits, on the check of a file, and the times of claims to a data folder. */

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

/** Pages that are looked at before a folder is opened that was closed properly: some milliseconds. */
export const closedCheckPagesMax = 1000

/** The same if its server ended without closing it: some seconds for 2 GB of pages. */
export const endedCheckPagesMax = 250_000

/** Pages that are looked at before other work gets a turn. */
export const checkPagesPerTurn = 100

/** How often a server looks for requests to copy its folder. */
export const snapshotLookMs = 500

/** How long such a request waits for the server to take it. */
export const snapshotTakenMsMax = 60_000
