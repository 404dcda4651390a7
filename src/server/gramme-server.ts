/**
 * The life of a server: bind the port, open the data, serve, drain, close.
 *
 * The port comes first. If it is taken, the data has not been touched; if the data cannot be opened,
 * a port is given back as if it had never been held. A database that is not there yet is waited for,
 * for as long as it takes or until the server is stopped; requests that come in between wait a moment
 * and are then told to try again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { drainDurationMsMax, earlyRequestMsMax } from './limits.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { monotonicClock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { StorageError } from '../storage/errors.js'
import { createHandler } from '../wire/http/handle.js'
import { inProcessFetch, type Fetch } from '../wire/http/in-process-fetch.js'
import { HttpListener } from '../wire/http/listener.js'
import type { Handle } from '../wire/http/message.js'
import { addressOf, type Address } from './address.js'
import { cannotListen, cannotOpen, stoppedWhileWaiting } from './cannot-start.js'
import { closedDispatcher, earlyRequests } from './early-requests.js'
import type { Gramme, StartOptions } from './gramme.js'
import { ServerHealth } from './health.js'
import { createLog } from './log.js'
import type { OpenedDatabase } from './open-database.js'
import { requireKinesisPackage } from './open-kinesis.js'
import type { Settings } from './options.js'
import type { Patience } from './patience.js'

export type OpenDatabase = (settings: Settings, patience: Patience) => Promise<OpenedDatabase>

interface Running {
  readonly listener: HttpListener | undefined
  readonly database: OpenedDatabase
  readonly fetch: Fetch
  /** Calls of `fetch` that are not answered yet. */
  readonly fetching: Set<Promise<Response>>
}

export class GrammeServer implements Gramme {
  readonly #settings: Settings
  readonly #openDatabase: OpenDatabase
  readonly #log: Log
  #listener: HttpListener | undefined
  #health = new ServerHealth(monotonicClock)
  #stopped = new AbortController()
  #starting: Promise<Running> | undefined
  #running: Running | undefined
  #stopping: Promise<void> | undefined
  #opened: (handle: Handle) => void = () => undefined

  constructor(settings: Settings, open: OpenDatabase, log = createLog(settings.logLevel)) {
    this.#settings = settings
    this.#openDatabase = open
    this.#log = log
  }

  get address(): Address {
    const listener = this.#listener
    if (listener === undefined) throw new Error('Gramme is not listening.')
    return addressOf(this.#settings.host, listener.port)
  }

  get engine(): string {
    return this.#requireRunning().database.engineName
  }

  async start({ listen = true }: StartOptions = {}): Promise<void> {
    if (this.#starting !== undefined) throw new Error('Gramme is already started.')
    this.#health = new ServerHealth(monotonicClock)
    this.#stopped = new AbortController()
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
    requireKinesisPackage(this.#settings)
    const listener = (this.#listener = listen ? await this.#bind() : undefined)
    const opened = new Promise<Handle>((resolve) => (this.#opened = resolve))
    const early = earlyRequests(this.#handler(closedDispatcher), opened, earlyRequestMsMax)
    listener?.serve(early)
    const database = await this.#open(listener)
    const { dispatcher, engineName } = database
    const handle = this.#handler(dispatcher)
    this.#health.serving(() => database.ping())
    this.#opened(handle)
    listener?.serve(handle)
    this.#log.info('started', { engine: engineName, port: listener?.port })
    return { listener, database, fetch: inProcessFetch(handle), fetching: new Set() }
  }

  #handler(dispatcher: Dispatcher): Handle {
    const health = this.#health
    const parts = { dispatcher, random: systemRandom, log: this.#log }
    return createHandler({ ...parts, health: () => health.report() })
  }

  async #bind(): Promise<HttpListener> {
    const { host, port } = this.#settings
    try {
      return await HttpListener.bind({ host, port }, this.#log)
    } catch (error) {
      throw cannotListen(this.#settings, error)
    }
  }

  async #open(listener: HttpListener | undefined): Promise<OpenedDatabase> {
    try {
      return await this.#openDatabase(this.#settings, this.#patience())
    } catch (error) {
      this.#listener = undefined
      await listener?.drain(0)
      throw this.#stopped.signal.aborted ? stoppedWhileWaiting(error) : cannotOpen(error)
    }
  }

  /** Says that it waits, once; the attempts after the first are for those who want every detail. */
  #patience(): Patience {
    const onFailure = (error: StorageError, attempts: number) => {
      this.#health.waiting()
      const facts = { port: this.#listener?.port, reason: error.message }
      if (attempts === 1) this.#log.warn('waiting for the database', facts)
      else this.#log.debug('the database is still not there', { ...facts, attempts })
    }
    const onSuccess = (attempts: number) => {
      if (attempts > 1) this.#log.warn('the database is there', { attempts })
    }
    return { signal: this.#stopped.signal, random: systemRandom, onFailure, onSuccess }
  }

  async #end(): Promise<void> {
    this.#stopped.abort(new Error('the server was stopped'))
    const running = this.#running ?? (await this.#starting?.catch(() => undefined))
    if (running === undefined) return
    this.#running = undefined
    this.#health.draining()
    await Promise.all([
      running.listener?.drain(drainDurationMsMax),
      settled(running.fetching, drainDurationMsMax),
    ])
    this.#listener = undefined
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
