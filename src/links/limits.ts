/** How long another deployment may take to answer, in all. */
export const linkAnswerMsMax = 10_000
/** For a look at whether it is there. */
export const linkLookMsMax = 3_000
export const linkAnswerBytesMax = 64 * 1024 * 1024
/** Connections to one deployment; they are kept open between requests. */
export const linkConnectionsMax = 8
/** After a call that got no answer, calls are not tried for this long; twice as long after each further one. */
export const linkPauseMs = 250
export const linkPauseMsMax = 5_000
