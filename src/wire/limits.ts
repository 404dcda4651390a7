/** What the listeners allow, and how long they wait. */
import { itemSizeBytesMax } from '../model/limits.js'

/** How deeply lists, maps and tags of CBOR may be nested. */
export const cborDepthMax = 64
/**
 * A request with a body of this size is begun only while the turn of the event loop lasts (`stdx/turns.ts`): hundreds of
 * clients may send one at the same moment. Smaller ones ask for a single item, and are not worth a look at the clock.
 */
export const bodyInTurnBytesMin = 256
/** The JSON of a longer body is parsed in turns, in pieces of about this many characters. */
export const wholeJsonBytesMax = 128 * 1024
export const jsonPieceLength = 16 * 1024
/** Request line and headers together. */
export const requestHeadBytesMax = 16 * 1024
/**
 * The largest request that the express lane answers: bytes, headers, and pieces in which it
 * arrives.
 */
export const plainRequestBytesMax = 256 * 1024
export const plainRequestHeadersMax = 64
export const plainRequestPiecesMax = 32
/** How many characters of header names a connection remembers; those of SDKs take a fifth of it. */
export const rememberedNamesLengthMax = 1024
/** How much is read from a connection at once. */
export const readBytesAtOnce = 64 * 1024
/** How long the express lane waits for the next piece. */
export const plainRequestPieceMsMax = 500
/** How long requests wait at most while connections arrive. */
export const heldForArrivalsMsMax = 10
/** How long they may be held in all for one crowd: a thousand clients take less. */
export const heldForCrowdMsMax = 100
/** And for what share of the time, where connections never stop arriving. */
export const heldForArrivalsShare = 0.02
/** How many connections may wait to be accepted. The system has a limit of its own, which counts if it is lower. */
export const unacceptedConnectionsMax = 4096
/** How many answers wait at most until they are sent together. */
export const gatheredAnswersMax = 100
/**
 * While a thread sends answers (`http/sending`): how many wait at most until they are sent together, and how many
 * are so few that they are sent without it.
 */
export const gatheredForThreadMax = 8
export const sentInPlaceMax = 3
/** How many answers are sent together with at least as many others before the thread is started. */
export const busyAnswersUntilThread = 10_000
/** How many answers the thread may be behind. Further ones are sent without it. */
export const behindThreadMax = 16
/** How many answers may be in the memory that the thread shares, sent or not, and how long each may be. */
export const sentApartMax = 32
export const sentApartBytesMax = 36 * 1024
/** How often the server looks what the thread has sent, if nothing else makes it look. */
export const sentApartLookMs = 1
/** In the express lane, an answer's body up to this size is sent with its head. */
export const joinedAnswerBytesMax = 32 * 1024
/**
 * From this length on, the system has the memory of an answer back as soon as it is garbage. It also clears it first, so
 * a page of a Query, of a megabyte or so, does without.
 */
export const ownMemoryBytesMin = 4 * 1024 * 1024
/** Kept free in front of such a body for its head; more than most need. */
export const answerHeadBytes = 512
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
/** How long a TLS handshake may take, and how often the files of a certificate are looked at. */
export const tlsHandshakeMsMax = 10_000
export const certificateCheckMs = 2_000
/** How many connections may be open, in all and from one address, unless options say otherwise. */
export const connectionsMax = 10_000
export const connectionsPerAddressMax = 5_000
/** How many addresses, and access keys, limits remember. */
export const limitedClientsMax = 10_000
/**
 * How many refused signatures of an address are answered at once, and how many more each second. Further ones
 * wait, if not too many do already.
 */
export const refusalsBurst = 60
export const refusalsPerSecond = 1
export const refusalWaitMs = 1_000
export const refusalWaitersMax = 1_000
/** How often the log says that connections or requests are refused. */
export const refusalLogIntervalMs = 60_000
/** Of a connection of HTTP/2: requests at a time, headers of a request, and megabytes for frames. */
export const http2StreamsMax = 128
export const http2HeadersMax = 128
export const http2MemoryMbMax = 10
/** How many requests such a connection may cancel in a while before it is closed. */
export const http2ResetsMax = 500
export const http2ResetsWindowMs = 30_000

/**
 * A request whose body is not larger is small: it is counted, and waits only if nothing at all is
 * left.
 */
export const smallBodyBytesMax = 64 * 1024
/** What any request takes, and how much memory a byte of its body takes until it is answered. */
export const requestBytesMin = 8 * 1024
export const memoryPerBodyByte = 4
/** The same if a text is not ASCII: characters then take two bytes. */
export const memoryPerWideBodyByte = 8
/** What the containers, strings and other entries of parsed JSON take. */
export const memoryPerContainer = 64
export const memoryPerString = 24
export const memoryPerEntry = 16
/** What a page of a Query or Scan takes while it is read and encoded. */
export const memoryPerPage = 8 * 1024 * 1024
/** How much of the memory requests may take: large ones, those of a page's size, and all. */
export const largeRequestsShare = 3 / 4
export const pageRequestsShare = 7 / 8
/** How long a request waits for memory, and how many wait. */
export const memoryWaitMsMax = 20_000
export const memoryWaitersMax = 1_000
/** While others wait for memory: how long a body may take, and how long a client may not read. */
export const contendedBodyMsMax = 10_000
export const contendedAnswerMsMax = 5_000
/** How often those limits are checked. */
export const memoryCheckIntervalMs = 500
/**
 * Longer answers are sent in pieces of this size, between which other clients are served, and so often it
 * is seen that the client reads.
 */
export const writtenBytesAtOnce = 128 * 1024
export const answerProgressBytes = 8 * writtenBytesAtOnce
/**
 * Beyond these, the JSON of a large body is refused before it is parsed. A value of 32 levels is
 * nested in fewer than 80 containers, and an entry of a legal item takes at least one of its bytes.
 */
export const jsonDepthMax = 1_024
export const jsonEntriesMax = itemSizeBytesMax
/**
 * The same for objects: only some thousand names take less than three bytes each. It takes V8 30 ms to
 * list so many members.
 */
export const jsonMembersMax = 150_000
/** How much of a body is counted before a look at the clock: less than a millisecond. */
export const countedBytesAtOnce = 64 * 1024
/** What the parameters of a form, and values in CBOR, take for each byte at worst. */
export const memoryPerFormByte = 64
export const memoryPerCborByte = 256

/** What a request takes whose body, or answer, passes through: some pieces of it. */
export const streamedRequestBytes = 2 * 1024 * 1024
/** How often such a client has to have sent or read a piece, and while others wait for memory. */
export const streamedPieceBytes = 256 * 1024
export const streamedPieceMsMax = 120_000
export const contendedPieceMsMax = 10_000
/** How much of a body that is not wanted is read before the answer, and for how long. */
export const unwantedBodyBytesMax = 16 * 1024 * 1024
export const unwantedBodyMsMax = 5_000
/** AWS: the largest object that is sent, or copied, at once. */
export const objectBytesMax = 5 * 1024 * 1024 * 1024
/** AWS: the metadata of an object: names and values. */
export const objectMetadataBytesMax = 2 * 1024
/** AWS: the most entries of a list, and of objects that are deleted at once. */
export const s3EntriesMax = 1_000
export const s3DeletesMax = 1_000
/** A document with the names of 10,000 parts, or of 1,000 keys, is shorter. */
export const s3DocumentBytesMax = 8 * 1024 * 1024
/** The line before a chunk, with its signature. */
export const chunkHeadBytesMax = 4 * 1024
/** Lines after the last chunk. */
export const chunkTrailersMax = 32
/** How long an answer may take before it is begun, and how often a blank then follows. */
export const longAnswerMsMax = 5_000
export const longAnswerBlankMs = 10_000

/**
 * Beyond this, an input that AWS reads strictly is read as any other: its faults are found, but not in the strict reader's
 * words. Reading it in the order of its text takes one turn, and no search has this much to say.
 */
export const strictInputBytesMax = 1024 * 1024
