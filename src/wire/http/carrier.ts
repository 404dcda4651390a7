/**
 * What carries one request and its answer: a request of HTTP/1.1 in node:http, or a stream of HTTP/2. So
 * memory, patience and order are the same for both, and only this knows how they differ.
 */
import type { Readable, Writable } from 'node:stream'
import type { WireRequest } from './message.js'

export interface Carrier {
  readonly head: Omit<WireRequest, 'body'>
  /** Undefined if the body's length was not announced. */
  readonly declaredBytes: number | undefined
  readonly input: Readable
  /** Where the answer's body goes, once it was begun. */
  readonly output: Writable
  /** Whether nobody can be answered any more. */
  readonly isGone: boolean
  /** Whether the answer stays behind another one of its connection, so that it is not up to the client yet. */
  readonly isQueued: boolean
  /** Sends the head of the answer. `isLast`: the connection is to be closed after it. */
  begin(status: number, headers: readonly string[], isLast: boolean): void
  /** Calls back once, when the exchange is over, for whatever reason. */
  onClose(closed: () => void): void
  /** Stops reading until somebody wants the body. */
  pause(): void
  /** Ends a client that takes too long to send. */
  cutOff(): void
  /** Ends an answer that cannot be completed. */
  abandon(): void
}
