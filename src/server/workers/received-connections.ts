/** Connections as a worker gets them from its supervisor, which is told when they have arrived and when they are closed. */
import type { Socket } from 'node:net'
import type { PassedConnections } from '../../wire/http/passed-connections.js'
import { closedConnectionsMs } from './limits.js'
import type { FromWorker } from './messages.js'

export class ReceivedConnections {
  readonly #send: (message: FromWorker) => void
  #arrived = 0
  #closed: Record<string, number> = {}
  #timer: NodeJS.Timeout | undefined
  #take: ((socket: Socket) => void) | undefined

  constructor(send: (message: FromWorker) => void) {
    this.#send = send
  }

  at(port: number): PassedConnections {
    return {
      port,
      begin: (take) => {
        this.#take = take
        this.#send({ kind: 'bound' })
      },
      end: () => (this.#take = undefined),
    }
  }

  /** A client that left on the way has no socket. */
  take(network: string, socket: Socket | undefined): void {
    this.#noteArrival()
    if (socket === undefined) return this.#note(network)
    socket.once('close', () => this.#note(network))
    if (this.#take === undefined) socket.destroy()
    else this.#take(socket)
  }

  /** Those of one turn are told together. */
  #noteArrival(): void {
    if (this.#arrived++ > 0) return
    setImmediate(() => {
      this.#send({ kind: 'arrived', connections: this.#arrived })
      this.#arrived = 0
    })
  }

  #note(network: string): void {
    this.#closed[network] = (this.#closed[network] ?? 0) + 1
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#tell(), closedConnectionsMs).unref()
  }

  #tell(): void {
    const networks = this.#closed
    this.#closed = {}
    this.#timer = undefined
    this.#send({ kind: 'closed', networks })
  }
}
