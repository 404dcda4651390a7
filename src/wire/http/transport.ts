/** What an HTTP door is made of: plain sockets, or TLS (`secure/`) with HTTP/2 beside HTTP/1.1. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Carrier } from './carrier.js'
import type { ConnectionEvent } from './take-connections.js'

export type HttpServer = Server | TlsServer

export interface Transport {
  readonly scheme: 'http' | 'https'
  /** The event by which its server announces a connection that is ready to be read. */
  readonly event: ConnectionEvent
  /** Alternating names and values that are added to every answer. */
  readonly headers?: readonly string[]
  createServer(options: ServerOptions, onRequest: RequestListener): HttpServer
  createHttp2?(timeouts: Http2Timeouts, begin: (carrier: Carrier) => void): Http2Connections
  watch?(server: HttpServer): ReloadableCertificate
}

/** How long a client of HTTP/2 may be silent: at the beginning, during a request, and between two. */
export interface Http2Timeouts {
  readonly headMsMax: number
  readonly silenceMsMax: number
  readonly idleMsMax: number
}

export interface Http2Connections {
  take(socket: Socket): void
  readonly underWay: number
  drain(): void
  closeAll(): void
}

export interface ReloadableCertificate {
  reload(): Promise<void>
  close(): void
}

export const plainTransport: Transport = {
  scheme: 'http',
  event: 'connection',
  createServer: (options, onRequest) => createServer(options, onRequest),
}
