/**
 * A protocol: how the call of an operation, its answer and its errors are written in HTTP. One file
 * each; `protocols.ts` lists them. A protocol knows shapes and services, but no particular
 * operation.
 */
import type { Service } from '../../../api/service.js'
import type { ServiceError } from '../../../model/errors.js'
import type { Operation } from '../../../operations/operation.js'
import type { Answer } from '../answer.js'
import type { WireRequest } from '../message.js'

export interface Protocol {
  /** Whether the request is in this protocol, valid or not. */
  claims(request: WireRequest): boolean
  /**
   * Throws `UnknownOperationException` and other errors that are reported before authentication. A
   * promise only if the body is long.
   */
  readCall(request: WireRequest, body: Buffer): ReceivedCall | Promise<ReceivedCall>
  /**
   * How much memory the input in a large body takes. Throws what `readCall` would throw if no
   * legal input is like that.
   */
  memoryOf(body: Buffer): number | Promise<number>
  /** The input in its generated types. Throws `SerializationException`. */
  readInput(call: ReceivedCall): unknown
  /** A promise only if the answer is long enough to be encoded in turns. */
  answer(request: WireRequest, operation: Operation, answered: Answered): Answer | Promise<Answer>
  error(request: WireRequest, failure: FailedCall): Answer
  /** The service that is called, if it can be determined without an operation. */
  findService(request: WireRequest): Service | undefined
}

/** A request whose operation is known and whose input has not been read yet. */
export interface ReceivedCall {
  readonly operation: Operation
  /** What the protocol reads the input from. */
  readonly content: unknown
  /** The body, if the place of a fault in it may be named. */
  readonly body?: Buffer
}

export interface Answered {
  readonly output: unknown
  readonly requestId: string
}

export interface FailedCall {
  readonly error: ServiceError
  /** Undefined if the operation was not found. */
  readonly operation: Operation | undefined
  readonly service: Service | undefined
  readonly requestId: string
}
