/** What the listeners allow, and how long they wait. */

/** How deeply lists, maps and tags of CBOR may be nested. */
export const cborDepthMax = 64
/** Request line and headers together. */
export const requestHeadBytesMax = 16 * 1024
/**
 * The largest request that the express lane answers: bytes, headers, and pieces in which it
 * arrives.
 */
export const plainRequestBytesMax = 256 * 1024
export const plainRequestHeadersMax = 64
export const plainRequestPiecesMax = 32
/** How long the express lane waits for the next piece. */
export const plainRequestPieceMsMax = 500
/**
 * In the express lane, an answer's body up to this size is copied after its head and sent with it.
 */
export const joinedAnswerBytesMax = 32 * 1024
/** Answers below this size are not compressed, even for clients that accept it. */
export const compressedAnswerBytesMin = 4096
/** How long a client may take to send its headers, and its whole request. */
export const requestHeadDurationMsMax = 15_000
export const requestDurationMsMax = 60_000
/**
 * A connection without any traffic is closed after this, so a client that never reads costs little.
 */
export const silentConnectionMsMax = 120_000
/** How long a connection may stay open between two requests. */
export const idleConnectionMsMax = 75_000
