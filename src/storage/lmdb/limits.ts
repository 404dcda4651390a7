/** Limits on copies of what is read, on shared commits, on the check of a file, on the room that is kept on the disk, and the times of claims. */

/**
 * Mutations in one commit. Nearly each may free a page, and the list of what a commit freed should fit into one
 * page, about a thousand numbers: longer lists slow down LMDB's search for free pages, in the end for seconds.
 */
export const commitGroupMutationsMax = 800

/** Bytes in one commit, for the same reason. */
export const commitGroupBytesMax = 8 * 1024 * 1024

/**
 * How long the jobs of one commit may hold the event loop, beyond the last of them. More than a hundred
 * ordinary writes take less.
 */
export const commitGroupMsMax = 5

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

/** The room on the disk that is kept for deleting, and the most of a small disk that it takes: one part of so many. */
export const spaceReserveBytes = 8 * 1024 * 1024
export const spaceReserveShare = 16

/** How much the reserve grows or shrinks at once. */
export const spaceStepBytes = 1024 * 1024

/** Ordinary writes are taken again when there is this much more room than the reserve needs. */
export const spaceMarginBytes = 1024 * 1024

/** How often a server looks whether there is room for its reserve. */
export const spaceLookMs = 1000

/** If writes are refused although there is room, one is tried after so many looks. */
export const spaceLooksUntilTry = 60

/**
 * With more than this on the disk, a look at it holds for a while: nothing fills so much in that time. Otherwise
 * every commit looks.
 */
export const spaceAmpleBytes = 4 * 1024 * 1024 * 1024
export const spaceAmpleMs = 20

/** With less than this on the disk, each transaction is refused unless it certainly fits. More than any commit needs. */
export const spaceLowBytes = 64 * 1024 * 1024

/** Guards that reads remember: far more than tables that are in use. */
export const knownGuardsMax = 10_000

/** Memory that copies of what was read share. All of it stays as long as one of them does. */
export const copyPieceBytes = 64 * 1024

/** Larger copies have memory of their own: a piece is filled to seven eighths at least. */
export const copySharingBytesMax = copyPieceBytes / 8

/** The address space for the file; beyond it, the map grows. */
export const mapBytes = 64 * 1024 ** 3
/** How often page faults are counted, from how many of them between two looks reads are touched first, and for how many looks after that. */
export const faultsLookMs = 500
export const faultsNoticedFrom = 50
export const faultsQuietLooks = 4

/** Touches that run at the same time; Node has four threads for all such work. */
export const touchesAtOnceMax = 3

/** Keys in one touch: each waits for all. */
export const touchKeysMax = 4

/** Keys that are remembered as touched, twice. */
export const touchedKeysMax = 10_000

/** A file larger than this share of the memory is read page by page, without those around it. */
export const readAheadMemoryShare = 0.5
