/** The one door to the operations: HTTP, DAX and embedding programs all come in here. */
import type { Scope } from '../model/arn.js'

/** Who calls, as far as authentication told. */
export interface Caller extends Scope {
  readonly accessKeyId: string
}

export interface Call {
  readonly service: string
  readonly operation: string
  /** The request body as parsed JSON, not checked in any way. */
  readonly input: unknown
  readonly caller: Caller
  /** As in the Host header. */
  readonly host: string
  readonly requestId: string
}

export interface Dispatcher {
  /** Whether the operation exists, which the wire has to know before it authenticates. */
  knows(service: string, operation: string): boolean
  /**
   * Runs an operation. The answer is a plain object of the operation's output shape in which any
   * item may be an `ItemJson`. Throws `ServiceError` for an error answer; anything else it throws is
   * a fault of ours or of the storage.
   */
  dispatch(call: Call): Promise<unknown>
}
