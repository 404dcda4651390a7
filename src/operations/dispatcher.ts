/** The one entrance to the operations: HTTP, DAX and embedding programs all use it. */
import type { Caller } from '../model/caller.js'
import type { Sender } from '../model/sender.js'
import type { ReadMemory } from '../storage/read-memory.js'
import type { Operation, WaitingPeer } from './operation.js'
import type { CallSpan } from './tracing.js'

export interface Call {
  readonly operation: Operation
  /**
   * Has the operation's generated input type; its constraints have not been checked yet. Undefined once it is read, if the
   * operation forgets its input.
   */
  input: unknown
  readonly caller: Caller
  /** As in the Host header. */
  readonly host: string
  readonly requestId: string
  /** Known only if a policy or the audit can ask for it. */
  readonly sender?: Sender
  /** Who waits for the answer, if anybody can leave before it is there. */
  readonly peer?: WaitingPeer | undefined
  /** For what is read only to be answered; whoever calls releases it when that is done. */
  readonly memory?: ReadMemory | undefined
  /** Only of requests that are traced. */
  readonly span?: CallSpan | undefined
  /** Whether the input is so large that checking it and reading it take a turn of the event loop each. */
  readonly isLong?: boolean
}

export interface Dispatcher {
  /** All operations that can be called. A protocol finds the operation of a request among them. */
  readonly operations: readonly Operation[]
  /**
   * Runs an operation. The answer is a plain object of the operation's output shape in which any
   * item may be an `ItemJson`. Throws `ServiceError` for an error answer; any other error is a
   * fault of ours or of the storage.
   */
  dispatch(call: Call): Promise<unknown>
  /**
   * Whether the caller may do it, without doing it: for answers that are at hand. False for whatever else would be
   * refused before the operation runs; `dispatch` says why.
   */
  isPermitted(call: Call): Promise<boolean>
}
