/** Limits of the processes that run handlers, and of watching triggers. */

export const triggersFileBytesMax = 1024 * 1024
/** How long a function may take to load, before its first invocation. */
export const functionInitMsMax = 30_000
/** What a process needs on top of its handler's memory. */
export const functionOverheadMb = 96
/** A process that has been idle for this long is ended. */
export const functionIdleMsMax = 5 * 60 * 1000
/** Output accepted from a process: more has to wait, so that a flood slows down only its source. */
export const functionOutputBytesPerSecondMax = 1024 * 1024
/** Output of one invocation that is kept. */
export const functionOutputBytesMax = 64 * 1024
/** How often the triggers file is checked for changes. */
export const triggersFilePollMs = 1_000
/** How long stopping waits for invocations in progress. */
export const triggerDrainMsMax = 5_000
/** The size of a trigger's log file; the previous file is kept too. */
export const triggerLogBytesMax = 1024 * 1024
export const triggerStatusIntervalMs = 5_000
/** Of a file of dead letters: its end, as far as it is shown to those who ask over the API. */
export const deadLetterBytesShownMax = 4 * 1024 * 1024
