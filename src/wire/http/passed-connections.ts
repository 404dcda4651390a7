/**
 * Connections that another process accepts and passes on to this one, which listens nowhere itself: how several
 * processes serve one port.
 */
import type { Socket } from 'node:net'

export interface PassedConnections {
  /** Where the other process listens. */
  readonly port: number
  /** From now on connections are given to `take`. */
  begin(take: (socket: Socket) => void): void
  /** No more are wanted. */
  end(): void
}
