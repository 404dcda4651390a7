/**
 * The door of DAX: the binary protocol of AWS's DAX clients, on a port of its own. Connections that come before the data
 * is open wait a moment; `endpoints` is answered at once, because clients ask it to find out whether a node is up.
 */
import type { Socket } from 'node:net'
import type { Log } from '../../stdx/log.js'
import type { Random } from '../../stdx/random.js'
import type { Address } from '../address.js'
import type { Door, ListenAt, Served } from '../door.js'
import type { InFlight } from '../flight/in-flight.js'
import { ConnectionCounts, type ConnectionLimits } from '../http/connection-counts.js'
import { requestIds } from '../http/request-id.js'
import { Listening } from '../listening.js'
import { DaxConnection, type ConnectionParts } from './connection.js'
import { daxEarlyMsMax } from './limits.js'
import { nodesAnswer } from './nodes.js'
import type { ServedDax } from './served-dax.js'
import { plainDaxTransport, type DaxTransport } from './transport.js'

/** Where clients are told to connect. */
export interface Announced {
  /** An IP address. */
  readonly host: string
  readonly port: number
}

export interface DaxListenerOptions {
  readonly transport?: DaxTransport | undefined
  readonly connections: ConnectionLimits
  /** Default: the address that the client has reached. */
  readonly announced?: Announced | undefined
  readonly random: Random
}

export class DaxListener implements Door {
  readonly name: string
  readonly at: ListenAt
  readonly #listening: Listening
  readonly #log: Log
  readonly #counts: ConnectionCounts
  readonly #announced: Announced | undefined
  readonly #parts: ConnectionParts
  readonly #connections = new Set<DaxConnection>()
  readonly #raw = new Set<Socket>()
  readonly #opened: Promise<ServedDax>
  #open!: (served: ServedDax) => void
  #served: ServedDax | undefined

  constructor(at: ListenAt, log: Log, flight: InFlight, options: DaxListenerOptions) {
    const { transport = plainDaxTransport, connections, announced, random } = options
    this.name = transport.scheme
    this.at = at
    this.#log = log
    this.#announced = announced
    // Nobody would read the sentence with which HTTP refuses.
    this.#counts = new ConnectionCounts(connections, true, log)
    this.#opened = new Promise((resolve) => (this.#open = resolve))
    this.#parts = {
      flight,
      log,
      requestIds: requestIds(random),
      served: () => this.#served ?? this.#early(),
      nodes: (socket) => this.#nodes(socket),
    }
    const server = transport.createServer(
      (socket) => this.#arrive(socket),
      (socket) => this.#enter(socket),
    )
    this.#listening = new Listening({
      ...{ server, scheme: transport.scheme, at, log },
      watch: () => transport.watch?.(server),
      drain: () => {
        for (const connection of this.#connections) connection.drain()
      },
      cutOff: () => this.#cutOff(),
    })
  }

  bind(): Promise<void> {
    return this.#listening.bind()
  }

  get address(): Address {
    return this.#listening.address
  }

  get connections(): number {
    return this.#counts.open
  }

  serve({ dax }: Served): void {
    if (dax === undefined) return
    this.#served = dax
    this.#open(dax)
  }

  reload(): Promise<void> {
    return this.#listening.reload()
  }

  drain(waitMsMax: number): Promise<void> {
    return this.#listening.drain(waitMsMax)
  }

  close(): Promise<void> {
    return this.drain(0)
  }

  #cutOff(): void {
    const count = [...this.#connections].filter(({ isAnswering }) => isAnswering).length
    if (count > 0) this.#log.warn('unfinished requests were cut off', { count })
    for (const socket of this.#raw) socket.destroy()
  }

  #arrive(socket: Socket): void {
    const network = this.#counts.admit(socket)
    if (network === undefined) return
    this.#raw.add(socket)
    socket.once('close', () => {
      this.#raw.delete(socket)
      this.#counts.left(network)
    })
  }

  #enter(socket: Socket): void {
    const connection = new DaxConnection(socket, this.#parts)
    this.#connections.add(connection)
    socket.once('close', () => this.#connections.delete(connection))
    if (this.#listening.isDraining) connection.drain()
  }

  #early(): Promise<ServedDax | undefined> {
    const late = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), daxEarlyMsMax).unref()
    })
    return Promise.race([this.#opened, late])
  }

  /** Several servers tell the same of each other. One alone tells the address that the client has reached. */
  #nodes({ localAddress, localPort }: Socket): Buffer {
    const known = this.#served?.nodes() ?? []
    if (known.length > 1) {
      return nodesAnswer(
        known.map(({ id, ip, port }, i) => ({ id, address: ip, port, isLeader: i === 0 })),
      )
    }
    const { host, port } = this.#announced ?? {
      host: localAddress ?? this.at.host,
      port: localPort ?? this.at.port,
    }
    return nodesAnswer([{ id: 1, address: host, port, isLeader: true }])
  }
}
