/**
 * What is recorded of requests where they are traced. The door begins a record and ends it; on the way each part
 * adds what only it knows. Values of items are never part of it.
 */
import type { ServiceOperation } from '../api/service.js'
import type { ServiceError } from '../model/errors.js'

export interface RequestTracer {
  /** Undefined if the request is not to be recorded. */
  begin(request: TracedRequest): RequestSpan | undefined
}

export interface TracedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface CallSpan {
  called(operation: ServiceOperation, requestId: string): void
  ran(facts: CallFacts): void
  failed(error: ServiceError, requestId: string): void
}

export interface RequestSpan extends CallSpan {
  end(status: number): void
}

export interface CallFacts {
  readonly tableNames: readonly string[]
  /** A ConsumedCapacity for each table, as JSON, whether or not the client has asked for it. */
  readonly consumedCapacity: readonly string[]
}
