/**
 * The port of a server with several workers. Its supervisor accepts every connection, counts it for all of them together, and
 * passes it to the worker that has the fewest; so the port is open whichever worker is being replaced.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Log } from '../../stdx/log.js'
import type { ListenAt } from '../../wire/door.js'
import { ConnectionCounts, type ConnectionLimits } from '../../wire/http/connection-counts.js'
import { unacceptedConnectionsMax } from '../../wire/limits.js'
import { connectionsWaitingMax } from './limits.js'
import type { WorkerChild } from './worker-child.js'

export interface ConnectionDeskOptions {
  readonly at: ListenAt
  readonly limits: ConnectionLimits
  readonly isSecure: boolean
  readonly log: Log
  /** Those that there are now. */
  readonly workers: () => Iterable<WorkerChild>
}

interface Waiting {
  readonly socket: Socket
  readonly network: string
}

export class ConnectionDesk {
  readonly #options: ConnectionDeskOptions
  readonly #server: Server
  readonly #counts: ConnectionCounts
  #waiting: Waiting[] = []
  #turn = 0

  constructor(options: ConnectionDeskOptions) {
    this.#options = options
    const { limits, isSecure, log } = options
    this.#counts = new ConnectionCounts(limits, isSecure, log)
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
      this.#arrive(socket)
    })
  }

  /** Rejects with the system's error if the address is not available. */
  async bind(): Promise<number> {
    const { port, host } = this.#options.at
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, unacceptedConnectionsMax, resolve)
    })
    this.#server.removeAllListeners('error')
    this.#server.on('error', (error) => this.#options.log.error('listener failed', { error }))
    return (this.#server.address() as AddressInfo).port
  }

  /** No connections are taken from now on. Those that workers have are theirs. */
  close(): void {
    this.#server.close(() => undefined)
    for (const { socket } of this.#waiting.splice(0)) socket.destroy()
  }

  /** A worker takes connections, or takes them again. */
  offer(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { socket, network } of waiting) this.#pass(socket, network)
  }

  closed(worker: WorkerChild, networks: Readonly<Record<string, number>>): void {
    for (const [network, times] of Object.entries(networks)) {
      worker.closed(network, times)
      this.#counts.left(network, times)
    }
  }

  /** With it all its connections are gone. */
  departed(worker: WorkerChild): void {
    this.closed(worker, Object.fromEntries(worker.connections))
  }

  #arrive(socket: Socket): void {
    // A client that leaves while it waits.
    socket.on('error', () => undefined)
    const network = this.#counts.admit(socket)
    if (network !== undefined) this.#pass(socket, network)
  }

  #pass(socket: Socket, network: string): void {
    const worker = this.#choose()
    if (worker !== undefined) worker.pass(socket, network)
    else if (this.#waiting.length < connectionsWaitingMax) this.#waiting.push({ socket, network })
    else {
      this.#counts.left(network)
      socket.destroy()
    }
  }

  /** Those that serve come before those whose store is not open yet, and those that answer before those that do not. */
  #choose(): WorkerChild | undefined {
    const all = [...this.#options.workers()].filter(({ state }) => takes.has(state))
    const ready = all.filter(({ state, isSuspect }) => state === 'ready' && !isSuspect)
    const candidates = ready.length > 0 ? ready : all
    const fewest = Math.min(...candidates.map(({ open }) => open))
    const equal = candidates.filter(({ open }) => open === fewest)
    return equal[this.#turn++ % equal.length]
  }
}

const takes: ReadonlySet<WorkerChild['state']> = new Set(['bound', 'ready'])
