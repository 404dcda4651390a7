/**
 * A way into a server: an address it listens on, and the protocol it speaks there.
 *
 * A server binds all doors before it opens its data, so that a taken port is found before anything is
 * touched, and keeps early connections waiting; it serves once there is something to serve.
 */
import type { Address } from './address.js'
import type { ServedDax } from './dax/served-dax.js'
import type { Handle } from './http/message.js'

/** What doors pass requests on to. */
export interface Served {
  /** For doors that speak HTTP. */
  readonly handle: Handle
  /** For the door of DAX. Undefined while there is no data yet, and without such a door. */
  readonly dax?: ServedDax | undefined
}

export interface ListenAt {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

export interface Door {
  /** For log lines: "http". */
  readonly name: string
  readonly at: ListenAt
  /** Where it listens, with the port in use. Throws while it is not bound. */
  readonly address: Address
  /** How many are open. */
  readonly connections: number
  /** Rejects with the system's error if the address is not available. */
  bind(): Promise<void>
  /** From now on requests are answered, those that came early first. Replaces what was served before. */
  serve(served: Served): void
  /** Reads its certificate again, if it has one. */
  reload(): Promise<void>
  /** Takes no new connections and resolves once the last is closed, by force when the wait is over. */
  drain(waitMsMax: number): Promise<void>
  /** Closes all connections at once. Does nothing if the door is closed or was never bound. */
  close(): Promise<void>
}
