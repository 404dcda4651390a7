/**
 * What happens to a connection before anything else reads it: it is counted, in all and for its address, and on a port with
 * TLS a client that speaks plain HTTP is told so.
 *
 * Counts are kept only of addresses that have a connection open, so their number is bounded, too.
 */
import type { Socket } from 'node:net'
import type { Log } from '../../stdx/log.js'
import { monotonicClock } from '../../stdx/clock.js'
import { refusalLogIntervalMs, tlsHandshakeMsMax } from '../limits.js'
import { networkOf } from '../network-of.js'
import { peerOf } from './peer.js'
import { refuseCrowded, refusePlain } from './refuse-connection.js'
import { takeConnections, type ConnectionServer } from './take-connections.js'

export interface ConnectionLimits {
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
}

/** The first byte of a TLS handshake; no request of HTTP begins with it. */
const handshakeByte = 0x16

export class ConnectionGate {
  readonly #limits: ConnectionLimits
  readonly #log: Log
  readonly #isSecure: boolean
  readonly #enter: (socket: Socket) => void
  readonly #counts = new Map<string, number>()
  #count = 0
  #loggedAtMs = -Infinity

  /** In front of whatever listens to the server's connections now. */
  constructor(server: ConnectionServer, limits: ConnectionLimits, isSecure: boolean, log: Log) {
    this.#limits = limits
    this.#log = log
    this.#isSecure = isSecure
    this.#enter = takeConnections(server, 'connection')
    server.on('connection', (socket: Socket) => this.#arrive(socket))
  }

  /** How many connections are open. */
  get open(): number {
    return this.#count
  }

  #arrive(socket: Socket): void {
    const { address } = peerOf(socket)
    const network = address === undefined ? '' : networkOf(address)
    const count = this.#counts.get(network) ?? 0
    if (this.#count >= this.#limits.connectionsMax) return this.#refuse(socket, address)
    if (count >= this.#limits.connectionsPerAddressMax) return this.#refuse(socket, address)
    this.#count++
    this.#counts.set(network, count + 1)
    socket.once('close', () => this.#left(network))
    if (this.#isSecure) enterIfHandshake(socket, this.#enter)
    else this.#enter(socket)
  }

  #left(network: string): void {
    this.#count--
    const count = this.#counts.get(network)! - 1
    if (count === 0) this.#counts.delete(network)
    else this.#counts.set(network, count)
  }

  /** A log line for each would help whoever floods the server. */
  #refuse(socket: Socket, address: string | undefined): void {
    if (this.#isSecure) socket.destroy()
    else refuseCrowded(socket)
    const now = monotonicClock.now()
    if (now - this.#loggedAtMs < refusalLogIntervalMs) return
    this.#loggedAtMs = now
    this.#log.warn('connections are refused: there are too many', { address, open: this.#count })
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
