/**
 * A request and its answer independent of the transport, so that a socket, a `fetch` call inside
 * the process and a test all follow the same rules.
 */
import type { CallSpan } from '../../operations/tracing.js'
import type { Room } from '../flight/room.js'

/** What is known of a request before its body has arrived. */
export interface RequestHead {
  readonly method: string
  /** Path and query, as in the request line. */
  readonly url: string
  readonly headers: WireHeaders
}

export interface WireRequest extends RequestHead {
  /**
   * Two Host headers, or one that differs from the address in the request line. Flattened headers cannot
   * show it, and a request with two hosts cannot be trusted.
   */
  readonly repeatedHost: boolean
  /** Alternating names and values as they came; absent if no header can be repeated. */
  readonly rawHeaders?: readonly string[]
  /** Emptied once it has been read, so that it need not be kept until the request is answered. */
  body: Body
  /** The body, if a stream route claims the request; `body` is then empty, or says that there is no room. */
  readonly stream?: RequestStream
  /** The memory that the transport has taken for it, if it is not counted as a small one. */
  readonly room?: Room
  /** From the program that runs the server, whatever host it names. */
  readonly isInProcess?: boolean
  /** The other end of the connection; one object for all its requests. */
  readonly peer?: Peer
  /** What is recorded of it, if it is traced. */
  readonly span?: CallSpan
}

/** The other end of a connection. */
export interface Peer {
  /** An IP address. */
  readonly address?: string
  /** Undefined without TLS. */
  readonly tls?: { readonly version: string; readonly cipher: string }
  /** Whether the connection is closed, so that nobody waits for an answer. */
  readonly isGone?: () => boolean
}

/** A body that is passed on as it comes. */
export interface RequestStream {
  /** To be iterated once. Throws if the client leaves before the end. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Undefined if it was not announced. */
  readonly bytes: number | undefined
}

/**
 * The transport stops collecting a body that exceeds the limit, or for which there is no memory, and
 * reports that instead.
 */
export type Body = Buffer | 'over-limit' | 'no-room'

/** By lower-case name; repeated ones are joined with commas, as HTTP allows. */
export type WireHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export interface WireResponse {
  readonly status: number
  /**
   * Alternating names and values, as `writeHead` takes them. The transport adds Date and
   * Connection.
   */
  readonly headers: readonly string[]
  readonly body: Buffer
  /** Sent instead of `body`, as it comes. Only for a request that was a stream. */
  readonly stream?: AnswerStream
  /** The memory that it takes; the transport leaves it when the answer is sent or lost. */
  readonly room?: Room
}

export interface AnswerStream extends AsyncIterable<Uint8Array> {
  /** Releases what it reads from, also if nobody has begun to read. */
  close?(): Promise<void>
}

/** Answers every request, however broken; never rejects. */
export type Handle = (request: WireRequest) => Promise<WireResponse>

export function headerOf({ headers }: RequestHead, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' || value === undefined ? value : value.join(', ')
}

export function pathOf({ url }: RequestHead): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** Without the question mark; empty if there is no query. */
export function queryOf({ url }: RequestHead): string {
  const query = url.indexOf('?')
  return query === -1 ? '' : url.slice(query + 1)
}

export const emptyBody = Buffer.alloc(0)
