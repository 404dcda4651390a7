/**
 * What happens to a connection before anything else reads it: it is counted, in all and for its address, and on a port with
 * TLS a client that speaks plain HTTP is told so.
 */
import type { Socket } from 'node:net'
import type { Log } from '../../stdx/log.js'
import { tlsHandshakeMsMax } from '../limits.js'
import { ConnectionCounts, type ConnectionLimits } from './connection-counts.js'
import { refusePlain } from './refuse-connection.js'
import { takeConnections, type ConnectionServer } from './take-connections.js'

/** The first byte of a TLS handshake; no request of HTTP begins with it. */
const handshakeByte = 0x16

export class ConnectionGate {
  readonly #counts: ConnectionCounts
  readonly #isSecure: boolean
  readonly #enter: (socket: Socket) => void
  #onEmpty: (() => void) | undefined

  /** In front of whatever listens to the server's connections now. */
  constructor(server: ConnectionServer, limits: ConnectionLimits, isSecure: boolean, log: Log) {
    this.#counts = new ConnectionCounts(limits, isSecure, log)
    this.#isSecure = isSecure
    this.#enter = takeConnections(server, 'connection')
    server.on('connection', (socket: Socket) => this.#arrive(socket))
  }

  /** How many connections are open. */
  get open(): number {
    return this.#counts.open
  }

  /** Resolves once none is open. */
  emptied(): Promise<void> {
    if (this.open === 0) return Promise.resolve()
    return new Promise((resolve) => (this.#onEmpty = resolve))
  }

  #arrive(socket: Socket): void {
    const network = this.#counts.admit(socket)
    if (network === undefined) return
    socket.once('close', () => this.#left(network))
    if (this.#isSecure) enterIfHandshake(socket, this.#enter)
    else this.#enter(socket)
  }

  #left(network: string): void {
    this.#counts.left(network)
    if (this.open === 0) this.#onEmpty?.()
  }
}

function enterIfHandshake(socket: Socket, enter: (socket: Socket) => void): void {
  const silent = setTimeout(() => socket.destroy(), tlsHandshakeMsMax).unref()
  const ignore = (): void => undefined
  const forget = (): void => clearTimeout(silent)
  socket.on('error', ignore).once('close', forget)
  socket.once('data', (piece: Buffer) => {
    forget()
    socket.pause()
    if (piece[0] !== handshakeByte) return refusePlain(socket)
    socket.off('error', ignore).off('close', forget)
    socket.unshift(piece)
    enter(socket)
  })
}
