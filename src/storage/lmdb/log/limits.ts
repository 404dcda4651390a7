/** Limits on the log, and on what is not in the tree yet. */

/** Records begin at multiples of this. */
export const logBlockBytes = 4096

/** How much a file of the log grows at once. */
export const logStepBytes = 256 * 1024

export interface LogLimits {
  /** A file of the log takes no further group beyond this; one group may be larger. */
  readonly fileBytesMax: number
  /** The same in changes: LMDB may write two pages for each. */
  readonly fileChangesMax: number
  /** How long a change may wait in the log before it is written into the tree. */
  readonly applyDelayMs: number
  /** Changes in one commit into the tree: few, so that the log is flushed soon after them. */
  readonly applyChangesMax: number
  /** The same while others wait for the tree: many, because each commit flushes. */
  readonly hurriedChangesMax: number
}

export const usualLogLimits: LogLimits = {
  fileBytesMax: 16 * 1024 * 1024,
  fileChangesMax: 14_000,
  applyDelayMs: 1000,
  applyChangesMax: 128,
  hurriedChangesMax: 800,
}

/** Bytes in one commit into the tree, and how long it may hold the event loop; longer while others wait for the tree. */
export const applyBytesMax = 4 * 1024 * 1024
export const applyMsMax = 1
export const hurriedMsMax = 4

/** Which part of the time that changes took to gather the commits into the tree may take, pauses and all. */
export const applyPaceShare = 0.5

/** Changes between two looks at the clock. */
export const applyChangesPerLook = 16

/** How many values are moved in a turn when a layer begins to be written into the tree, and how their memory grows. */
export const packedValuesPerTurn = 2_000
export const packedMemoryStepBytes = 1024 * 1024

/** How long to wait before a failed commit into the tree is tried again. */
export const applyRetryMs = 500

/** With less than this on the disk, what is in the log has to wait. More than such a commit needs. */
export const applyRoomBytes = 32 * 1024 * 1024

/** With less than this on the disk, groups go into the tree directly: what is in the log has to fit twice. */
export const logRoomBytes = 1024 * 1024 * 1024
