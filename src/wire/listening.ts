/**
 * What doors of all protocols share: a server that is bound once, whose certificate can be read again, and that is
 * drained within a time. What its connections do is up to the door.
 */
import type { AddressInfo, Server } from 'node:net'
import type { Log } from '../stdx/log.js'
import { addressOf, type Address, type Scheme } from './address.js'
import type { ListenAt } from './door.js'
import type { PassedConnections } from './http/passed-connections.js'
import type { ReloadableCertificate } from './http/transport.js'
import { unacceptedConnectionsMax } from './limits.js'

export interface ListeningParts {
  readonly server: Server
  readonly scheme: Scheme
  readonly at: ListenAt
  readonly log: Log
  /** Another process listens, and passes its connections on. */
  readonly passed?: PassedConnections | undefined
  /** Of a server with TLS: watches its certificate from now on. */
  readonly watch: () => ReloadableCertificate | undefined
  /** No connection comes any more: those that have nothing under way are to end, the others when they are done. */
  readonly drain: () => void
  /** Resolves once no connection is open that another process has passed on. */
  readonly emptied?: () => Promise<void>
  /** Ends whatever is still open. */
  readonly cutOff: () => void
}

export class Listening {
  readonly #parts: ListeningParts
  #certificate: ReloadableCertificate | undefined
  #port: number | undefined
  #isDraining = false
  #drained: Promise<void> | undefined

  constructor(parts: ListeningParts) {
    this.#parts = parts
  }

  /** Rejects with the system's error if the address is not available. */
  async bind(): Promise<void> {
    const { server, log, passed, watch } = this.#parts
    this.#port = passed === undefined ? await this.#listen() : this.#take(passed)
    server.removeAllListeners('error')
    server.on('error', (error) => log.error('listener failed', { error }))
    this.#certificate = watch()
  }

  get address(): Address {
    if (this.#port === undefined) throw new Error('The door is not bound.')
    const { scheme, at } = this.#parts
    return addressOf(scheme, at.host, this.#port)
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  async reload(): Promise<void> {
    await this.#certificate?.reload()
  }

  /** Resolves once the last connection is closed, by force when the wait is over. */
  async drain(waitMsMax: number): Promise<void> {
    if (this.#port === undefined) return
    this.#drained ??= this.#close()
    const force = setTimeout(() => this.#parts.cutOff(), waitMsMax)
    await this.#drained
    clearTimeout(force)
  }

  async #listen(): Promise<number> {
    const { server, at } = this.#parts
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at.port, at.host, unacceptedConnectionsMax, resolve)
    })
    return (server.address() as AddressInfo).port
  }

  #take(passed: PassedConnections): number {
    const { server } = this.#parts
    // What makes node:http look for clients that are too slow.
    server.emit('listening')
    passed.begin((socket) => server.emit('connection', socket))
    return passed.port
  }

  async #close(): Promise<void> {
    const { server, passed, drain, emptied } = this.#parts
    this.#isDraining = true
    passed?.end()
    this.#certificate?.close()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    drain()
    await closed
    // A server knows only the connections that it accepted itself.
    if (passed !== undefined) await emptied?.()
  }
}
