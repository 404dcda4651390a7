import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** The event by which a server announces a connection that is ready to be read. */
export type ConnectionEvent = 'connection' | 'secureConnection'

/** A server of node:http, or one of node:https with `secureConnection`. */
export type ConnectionServer = Pick<EventEmitter, 'on' | 'listeners' | 'removeAllListeners'>

/**
 * Takes the place of a server's own listeners, and returns what passes a connection on to them.
 *
 * A server accepts a connection when it gets its event, which other code may emit too. Its
 * listeners are called directly instead, because our own would get the event again; `this` must be
 * the server, or it would not track its connections and their timeouts.
 */
export function takeConnections(
  server: ConnectionServer,
  event: ConnectionEvent,
): (socket: Socket) => void {
  const listeners = server.listeners(event) as ((socket: Socket) => void)[]
  server.removeAllListeners(event)
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
}
