/** What the listeners allow, and how long they wait. */

/** How deep lists, maps and tags of CBOR may be nested. */
export const cborDepthMax = 64
/** Request line and headers together. */
export const requestHeadBytesMax = 16 * 1024
/** What the express lane answers: a request of so many bytes and headers, that comes in so many pieces. */
export const plainRequestBytesMax = 256 * 1024
export const plainRequestHeadersMax = 64
export const plainRequestPiecesMax = 32
/** How long the express lane waits for the next piece. */
export const plainRequestPieceMsMax = 500
/** In the express lane an answer's body up to this size is copied behind its head and sent with it. */
export const joinedAnswerBytesMax = 32 * 1024
/** Answers below this size are sent plain even to clients that accept compression. */
export const compressedAnswerBytesMin = 4096
/** How long a client may take to send its headers, and the whole of its request. */
export const requestHeadDurationMsMax = 15_000
export const requestDurationMsMax = 60_000
/** A connection without any traffic is cut after this, so a client that never reads costs little. */
export const silentConnectionMsMax = 120_000
/** How long a connection may stay open between two requests. */
export const idleConnectionMsMax = 75_000
