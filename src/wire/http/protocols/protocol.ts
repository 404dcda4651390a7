/**
 * A protocol: how the call of an operation, its answer and its errors are spelled in HTTP. One file
 * each; `protocols.ts` lists them. A protocol knows shapes and services, and no operation in particular.
 */
import type { Service } from '../../../api/service.js'
import type { ServiceError } from '../../../model/errors.js'
import type { Operation } from '../../../operations/operation.js'
import type { Answer } from '../answer.js'
import type { WireRequest } from '../message.js'

export interface Protocol {
  /** Whether the request is spelled in this protocol, right or wrong. */
  claims(request: WireRequest): boolean
  /** Throws `UnknownOperationException` and whatever is to be reported before authentication. */
  readCall(request: WireRequest, body: Buffer): ReceivedCall
  /** The input in its generated types. Throws `SerializationException`. */
  readInput(call: ReceivedCall): unknown
  answer(request: WireRequest, operation: Operation, answered: Answered): Answer
  error(request: WireRequest, failure: FailedCall): Answer
  /** The service that is called, as far as it can be found when no operation was. */
  findService(request: WireRequest): Service | undefined
}

/** A request whose operation was found and whose input is still to be read. */
export interface ReceivedCall {
  readonly operation: Operation
  /** Whatever the protocol needs to read the input from. */
  readonly content: unknown
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
