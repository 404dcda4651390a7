/**
 * Refuses clients that do not speak HTTP, or take too long: sends a status and closes the
 * connection.
 */
import type { Duplex } from 'node:stream'

/** Long enough for the answer to arrive before the connection is closed. */
const closingMsMax = 1_000

export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  // A client whose handshake failed cannot read an answer.
  if (!socket.writable || /^ECONNRESET|^ERR_(?:SSL|TLS)/.test(error.code ?? '')) {
    socket.destroy()
    return
  }
  refuseAndClose(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTimeout : badRequest, socket)
}

export function refuseLate(socket: Duplex): void {
  refuseAndClose(requestTimeout, socket)
}

/** SDKs try again after a while. */
export function refuseCrowded(socket: Duplex): void {
  socket.on('error', () => undefined)
  refuseAndClose(serviceUnavailable, socket)
}

export function refusePlain(socket: Duplex): void {
  refuseAndClose(plainOnTls, socket)
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
const serviceUnavailable = statusOnly('503 Service Unavailable')

const plainSentence = 'This port speaks HTTPS: the address has to begin with https://\n'
const plainOnTls =
  'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n' +
  `Content-Length: ${plainSentence.length}\r\nConnection: close\r\n\r\n${plainSentence}`

function statusOnly(status: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
}
