/**
 * Refuses clients that do not speak HTTP, or take too long: sends a status and closes the
 * connection.
 */
import type { Duplex } from 'node:stream'

/** Long enough for the answer to arrive before the connection is closed. */
const closingMsMax = 1_000

export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  refuseAndClose(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTimeout : badRequest, socket)
}

export function refuseLate(socket: Duplex): void {
  refuseAndClose(requestTimeout, socket)
}

function refuseAndClose(answer: string, socket: Duplex): void {
  socket.end(answer)
  // Keeps reading what the client sends, since closing with unread bytes would lose the answer.
  socket.resume()
  setTimeout(() => socket.destroy(), closingMsMax).unref()
}

// AWS: headers or a request line over the limit are a 400, not a 431 or 414.
const badRequest = statusOnly('400 Bad Request')
const requestTimeout = statusOnly('408 Request Timeout')

function statusOnly(status: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
}
