/**
 * The life of a server: bind the port, open the data, serve, drain, close.
 *
 * The port comes first. If it is taken, the data has not been touched; if the data cannot be opened,
 * a port is given back as if it had never been held. Requests that come in between wait.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { drainDurationMsMax } from '../model/limits.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { createHandler } from '../wire/http/handle.js'
import { inProcessFetch, type Fetch } from '../wire/http/in-process-fetch.js'
import { HttpListener } from '../wire/http/listener.js'
import { addressOf, type Address } from './address.js'
import { cannotListen, cannotOpen } from './cannot-start.js'
import type { Gramme, StartOptions } from './gramme.js'
import { createLog } from './log.js'
import type { Database } from './open-database.js'
import type { Settings } from './options.js'

export type OpenDatabase = (settings: Settings) => Promise<Database>

interface Running {
  readonly listener: HttpListener | undefined
  readonly database: Database
  readonly fetch: Fetch
  /** Calls of `fetch` that are not answered yet. */
  readonly fetching: Set<Promise<Response>>
}

export class GrammeServer implements Gramme {
  readonly #settings: Settings
  readonly #openDatabase: OpenDatabase
  readonly #log: Log
  #starting: Promise<Running> | undefined
  #running: Running | undefined
  #stopping: Promise<void> | undefined

  constructor(settings: Settings, open: OpenDatabase, log = createLog(settings.logLevel)) {
    this.#settings = settings
    this.#openDatabase = open
    this.#log = log
  }

  get address(): Address {
    const listener = this.#running?.listener
    if (listener === undefined) throw new Error('Gramme is not listening.')
    return addressOf(this.#settings.host, listener.port)
  }

  get engine(): string {
    return this.#requireRunning().database.engineName
  }

  async start({ listen = true }: StartOptions = {}): Promise<void> {
    if (this.#starting !== undefined) throw new Error('Gramme is already started.')
    this.#starting = this.#begin(listen)
    try {
      this.#running = await this.#starting
    } catch (error) {
      this.#starting = undefined
      throw error
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end().finally(() => (this.#stopping = undefined))
    return this.#stopping
  }

  async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { fetch, fetching } = this.#requireRunning()
    const answer = fetch(input, init)
    fetching.add(answer)
    try {
      return await answer
    } finally {
      fetching.delete(answer)
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #begin(listen: boolean): Promise<Running> {
    const listener = listen ? await this.#bind() : undefined
    const database = await this.#open(listener)
    const { dispatcher, engineName } = database
    const handle = createHandler({ dispatcher, random: systemRandom, log: this.#log })
    listener?.serve(handle)
    this.#log.info('started', { engine: engineName, port: listener?.port })
    return { listener, database, fetch: inProcessFetch(handle), fetching: new Set() }
  }

  async #bind(): Promise<HttpListener> {
    const { host, port } = this.#settings
    try {
      return await HttpListener.bind({ host, port }, this.#log)
    } catch (error) {
      throw cannotListen(this.#settings, error)
    }
  }

  async #open(listener: HttpListener | undefined): Promise<Database> {
    try {
      return await this.#openDatabase(this.#settings)
    } catch (error) {
      await listener?.drain(0)
      throw cannotOpen(error)
    }
  }

  async #end(): Promise<void> {
    const running = this.#running ?? (await this.#starting?.catch(() => undefined))
    if (running === undefined) return
    this.#running = undefined
    await Promise.all([
      running.listener?.drain(drainDurationMsMax),
      settled(running.fetching, drainDurationMsMax),
    ])
    await running.database.close()
    this.#starting = undefined
    this.#log.info('stopped')
  }

  #requireRunning(): Running {
    if (this.#running === undefined) throw new Error('Gramme is not started.')
    return this.#running
  }
}

async function settled(calls: ReadonlySet<Promise<unknown>>, waitMsMax: number): Promise<void> {
  const enough = new AbortController()
  const patience = pause(waitMsMax, undefined, { signal: enough.signal }).catch(() => undefined)
  await Promise.race([Promise.allSettled(calls), patience])
  enough.abort()
}
