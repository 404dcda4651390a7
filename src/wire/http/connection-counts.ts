/**
 * How many connections are open, in all and for each address, and who is refused because of that.
 *
 * Counts are kept only of addresses that have a connection open, so their number is bounded, too.
 */
import type { Socket } from 'node:net'
import type { Log } from '../../stdx/log.js'
import { monotonicClock } from '../../stdx/clock.js'
import { refusalLogIntervalMs } from '../limits.js'
import { networkOf } from '../network-of.js'
import { peerOf } from './peer.js'
import { refuseCrowded } from './refuse-connection.js'

export interface ConnectionLimits {
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
}

export class ConnectionCounts {
  readonly #limits: ConnectionLimits
  readonly #isSecure: boolean
  readonly #log: Log
  readonly #counts = new Map<string, number>()
  #open = 0
  #loggedAtMs = -Infinity

  constructor(limits: ConnectionLimits, isSecure: boolean, log: Log) {
    this.#limits = limits
    this.#isSecure = isSecure
    this.#log = log
  }

  get open(): number {
    return this.#open
  }

  /** Counts a connection until it has `left`. Resolves the network it counts for; undefined if it was refused. */
  admit(socket: Socket): string | undefined {
    const { address } = peerOf(socket)
    const network = address === undefined ? '' : networkOf(address)
    const count = this.#counts.get(network) ?? 0
    const { connectionsMax, connectionsPerAddressMax } = this.#limits
    if (this.#open >= connectionsMax || count >= connectionsPerAddressMax) {
      this.#refuse(socket, address)
      return undefined
    }
    this.#open++
    this.#counts.set(network, count + 1)
    return network
  }

  left(network: string, times = 1): void {
    this.#open -= times
    const count = (this.#counts.get(network) ?? 0) - times
    if (count <= 0) this.#counts.delete(network)
    else this.#counts.set(network, count)
  }

  /** A log line for each would help whoever floods the server. */
  #refuse(socket: Socket, address: string | undefined): void {
    if (this.#isSecure) socket.destroy()
    else refuseCrowded(socket)
    const now = monotonicClock.now()
    if (now - this.#loggedAtMs < refusalLogIntervalMs) return
    this.#loggedAtMs = now
    this.#log.warn('connections are refused: there are too many', { address, open: this.#open })
  }
}
