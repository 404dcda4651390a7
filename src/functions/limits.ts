/** What a process that runs a handler may take, and how triggers are watched. */

export const triggersFileBytesMax = 1024 * 1024
/** How long a function may take to be loaded, before its first invocation. */
export const functionInitMsMax = 30_000
/** What a process needs beside the memory that its handler was given. */
export const functionOverheadMb = 96
/** A process that had nothing to do for this long is ended. */
export const functionIdleMsMax = 5 * 60 * 1000
/** Output that is taken from a process: more has to wait, so that a flood slows down its source only. */
export const functionOutputBytesPerSecondMax = 1024 * 1024
/** Output of one invocation that is kept. */
export const functionOutputBytesMax = 64 * 1024
/** How often the triggers file is checked for changes. */
export const triggersFilePollMs = 1_000
/** How long stopping waits for invocations under way. */
export const triggerDrainMsMax = 5_000
/** Of a trigger's log, which is kept twice: the current file and the one before. */
export const triggerLogBytesMax = 1024 * 1024
export const triggerStatusIntervalMs = 5_000
