/** What an event of the audit may contain, and how its file is written. */

/** AWS: longer parameters and answers are left out of an event. */
export const auditMemberBytesMax = 100 * 1024
/** Of a client's name for itself, and of an error. */
export const auditTextLengthMax = 1024
/** How many bytes wait for a disk that does not take them. */
export const auditWaitingBytesMax = 16 * 1024 * 1024
/** How long events are collected, and how long after a failure they are written again. */
export const auditCollectMs = 100
export const auditRetryMs = 1_000
