/**
 * The life of a server: bind the doors, open the data, serve; then drain, close and release in reverse.
 *
 * The doors come first. If a port is taken, the data has not been touched; if the data cannot be opened,
 * the ports are released. A database that is not there yet is waited for, until it is there or the server
 * is stopped; requests that arrive before that wait a moment and are then refused with an error that
 * clients retry.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  drainDurationMsMax,
  earlyRequestMsMax,
  memoryInFlightMbMin,
  stopDurationMsMax,
} from './limits.js'
import { monotonicClock } from '../stdx/clock.js'
import type { MetricSink } from '../metrics/metric-sink.js'
import type { Log } from '../stdx/log.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { StorageError } from '../storage/errors.js'
import type { KeyPair } from '../iam/access-keys.js'
import { InFlight } from '../wire/flight/in-flight.js'
import { memoryBudget } from '../wire/flight/memory-budget.js'
import type { ClientLimits } from '../wire/http/client-limits.js'
import { acceptAnyone } from '../wire/http/accept-anyone.js'
import { createHandler } from '../wire/http/handle.js'
import type { ServedDax } from '../wire/dax/served-dax.js'
import type { Door } from '../wire/door.js'
import { inProcessFetch } from '../wire/http/in-process-fetch.js'
import type { Handle } from '../wire/http/message.js'
import type { ConsolePages } from '../wire/http/console-page.js'
import type { Scrape } from '../wire/http/metrics-page.js'
import { tracedHandle } from '../wire/http/traced-handle.js'
import type { Address } from '../wire/address.js'
import { cannotOpen, stoppedWhileWaiting } from './cannot-start.js'
import { baseHosts, browserRules, clientLimits, createDoors, doorPart } from './doors.js'
import { closedDispatcher, earlyRequests } from './early-requests.js'
import type { Gramme, StartOptions } from './gramme-interface.js'
import { ServerHealth } from './health.js'
import { createLog } from './log.js'
import { MetricsView } from './metrics-view.js'
import type { OpenedDatabase } from './open-database.js'
import type { WriteMetrics } from './open-exposition.js'
import { requireKinesisPackage } from './open-kinesis.js'
import { requireS3Package } from './open-objects.js'
import { openTelemetry, requireTelemetryPackages } from './open-telemetry.js'
import type { Settings } from './options.js'
import type { OwnProcess } from './own-process.js'
import { startParts } from './parts.js'
import type { Patience } from './patience.js'
import type { TeamLink } from './team-link.js'

export type OpenDatabase = (
  settings: Settings,
  patience: Patience,
  team?: TeamLink,
) => Promise<OpenedDatabase>

/** What requests are answered with; a database that is not open yet has only the first. */
type ServedParts = Pick<OpenedDatabase, 'dispatcher'> &
  Partial<Pick<OpenedDatabase, 'objects' | 'access' | 'auditor' | 'refused' | 'writeMetrics'>>

interface Running {
  readonly database: OpenedDatabase
  readonly handle: Handle
}

export class GrammeServer implements Gramme {
  readonly #settings: Settings
  readonly #openDatabase: OpenDatabase
  readonly #log: Log
  readonly #flight: InFlight
  readonly #limits: ClientLimits | undefined
  readonly #metrics: MetricsView
  readonly #process: OwnProcess
  #doors: readonly Door[] = []
  #health = new ServerHealth(monotonicClock)
  #stopped = new AbortController()
  #starting: Promise<Running> | undefined
  #running: Running | undefined
  #stopping: Promise<void> | undefined
  #stopParts: () => Promise<void> = async () => undefined
  /** Calls of `fetch` that are not answered yet. */
  readonly #fetching = new Set<Promise<Response>>()
  #opened: (handle: Handle) => void = () => undefined
  #lose: () => void = () => undefined
  readonly lost = new Promise<void>((resolve) => (this.#lose = resolve))

  constructor(
    settings: Settings,
    open: OpenDatabase,
    log = createLog(settings.logLevel),
    own: OwnProcess = {},
  ) {
    this.#process = own
    const { team } = own
    this.#settings = settings
    this.#openDatabase = open
    this.#log = log
    this.#flight = new InFlight(bytesInFlightMax(settings, team?.count))
    this.#limits = clientLimits(settings, team)
    const { engine } = settings
    this.#metrics = new MetricsView({
      ...{ flight: this.#flight, doors: () => this.#doors, engine, log, team },
      others: () => this.#running?.database.accelerator?.gauges() ?? [],
    })
  }

  get address(): Address {
    const [door] = this.#doors
    if (door === undefined) throw new Error('Gramme is not listening.')
    return door.address
  }

  get daxAddress(): Address | undefined {
    if (this.#doors.length === 0) throw new Error('Gramme is not listening.')
    return this.#doors[1]?.address
  }

  get engine(): string {
    return this.#requireRunning().database.engineName
  }

  get newRootKey(): KeyPair | undefined {
    return this.#requireRunning().database.access?.newRootKey
  }

  async start({ listen = true }: StartOptions = {}): Promise<void> {
    if (this.#starting !== undefined) throw new Error('Gramme is already started.')
    this.#health = new ServerHealth(monotonicClock)
    this.#stopped = new AbortController()
    this.#starting = this.#begin(listen)
    try {
      this.#running = await this.#starting
    } catch (error) {
      this.#doors = []
      this.#starting = undefined
      throw error
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end().finally(() => (this.#stopping = undefined))
    return this.#stopping
  }

  async reload(): Promise<void> {
    const doors = this.#doors.map((door) => door.reload())
    await Promise.all([...doors, this.#running?.database.reload()])
  }

  async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { handle } = this.#requireRunning()
    const answer = inProcessFetch(handle)(input, init)
    this.#fetching.add(answer)
    try {
      return await answer
    } finally {
      this.#fetching.delete(answer)
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #begin(listen: boolean): Promise<Running> {
    requireKinesisPackage(this.#settings)
    requireS3Package(this.#settings)
    requireTelemetryPackages(this.#settings)
    const doors = listen
      ? await createDoors(this.#settings, this.#log, this.#flight, this.#process)
      : []
    let running: Running | undefined
    let telemetry: Telemetry | undefined
    this.#stopParts = await startParts([
      ...doors.map(doorPart),
      { name: 'early requests', start: () => this.#serveEarly(doors), stop: async () => undefined },
      {
        name: 'database',
        start: async () => void (running = await this.#open()),
        stop: () => this.#close(running),
      },
      {
        name: 'telemetry',
        start: async () => void (telemetry = await this.#openTelemetry(running!)),
        stop: async () => telemetry?.stop(),
      },
      {
        name: 'requests',
        start: () => this.#serve((running = traced(running!, telemetry))),
        stop: () => this.#drain(),
      },
    ])
    return running!
  }

  #serveEarly(doors: readonly Door[]): void {
    this.#doors = doors
    const opened = new Promise<Handle>((resolve) => (this.#opened = resolve))
    const handle = earlyRequests(
      this.#handler({ dispatcher: closedDispatcher }),
      opened,
      earlyRequestMsMax,
    )
    for (const door of doors) door.serve({ handle })
  }

  #serve({ database, handle }: Running): void {
    this.#health.serving(() => database.ping())
    void database.lost.then(this.#lose)
    if (database.writeMetrics !== undefined) this.#metrics.share(database.writeMetrics)
    this.#opened(handle)
    const daxAddress = this.#doors[1]?.address
    if (daxAddress !== undefined) database.daxPlace?.bound(daxAddress, systemClock.now())
    const served = { handle, dax: this.#servedDax(database) }
    for (const door of this.#doors) door.serve(served)
    this.#log.info('started', { engine: database.engineName, port: this.#port })
  }

  async #drain(): Promise<void> {
    this.#health.draining()
    await Promise.all([
      ...this.#doors.map((door) => door.drain(drainDurationMsMax)),
      settled(this.#fetching, drainDurationMsMax),
    ])
    this.#doors = []
  }

  async #close(running: Running | undefined): Promise<void> {
    this.#metrics.close()
    await running?.database.close()
  }

  get #port(): number | undefined {
    return this.#doors[0]?.address.port
  }

  #handler({ dispatcher, objects, access, auditor, refused, writeMetrics }: ServedParts): Handle {
    const health = this.#health
    const { sharedRegions } = this.#settings
    return createHandler({
      dispatcher,
      random: systemRandom,
      clock: systemClock,
      log: this.#log,
      health: () => health.report(),
      ...(writeMetrics === undefined ? {} : { scrape: this.#scrape(writeMetrics) }),
      ...(this.#settings.noConsole ? {} : { console: this.#console() }),
      flight: this.#flight,
      s3: {
        objects,
        baseHosts: baseHosts(this.#settings),
        authenticate: access?.authenticateS3,
        authoriseS3: access?.authoriseS3,
      },
      sharedRegions,
      ...(access === undefined ? {} : { authenticate: access.authenticate }),
      wantsSenders: access !== undefined || auditor !== undefined,
      ...(refused === undefined ? {} : { onRefused: refused }),
      ...(this.#limits === undefined ? {} : { limits: this.#limits }),
      browsers: browserRules(this.#settings),
    })
  }

  #servedDax({ accelerator, dispatcher, access, auditor, refused }: OpenedDatabase) {
    if (accelerator === undefined) return undefined
    return {
      ...accelerator,
      dispatcher,
      authenticate: access?.authenticate ?? acceptAnyone(systemClock, this.#settings.sharedRegions),
      verifies: access !== undefined,
      wantsSenders: access !== undefined || auditor !== undefined,
      limits: this.#limits,
      onRefused: refused,
    } satisfies ServedDax
  }

  /** Nothing of it is loaded before somebody looks. */
  #console(): ConsolePages {
    let site: Promise<ConsolePages> | undefined
    return async (request) => {
      site ??= import('./open-console.js').then(({ openConsole }) => openConsole(this.#settings))
      return (await site)(request)
    }
  }

  #scrape(write: WriteMetrics): Scrape {
    const { metricsToken: token, auth } = this.#settings
    return { token, isLocal: auth === 'iam', text: () => this.#metrics.text(write) }
  }

  #openTelemetry({ database }: Running): Promise<Telemetry | undefined> {
    const { writeMetrics: write } = database
    const show = write && ((sink: MetricSink) => this.#metrics.show(sink, write))
    return openTelemetry(this.#settings, show, this.#log)
  }

  async #open(): Promise<Running> {
    try {
      const database = await this.#openDatabase(
        this.#settings,
        this.#patience(),
        this.#process.team,
      )
      return { database, handle: this.#handler(database) }
    } catch (error) {
      throw this.#stopped.signal.aborted ? stoppedWhileWaiting(error) : cannotOpen(error)
    }
  }

  /** Warns once; the attempts after the first are details. */
  #patience(): Patience {
    const onFailure = (error: StorageError, attempts: number) => {
      this.#health.waiting()
      const facts = { port: this.#port, reason: error.message }
      if (attempts === 1) this.#log.warn('waiting for the database', facts)
      else this.#log.debug('still waiting for the database', { ...facts, attempts })
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
    const timer = setTimeout(() => this.#abandon(running), stopDurationMsMax)
    await this.#stopParts().finally(() => clearTimeout(timer))
    this.#starting = undefined
    this.#log.info('stopped')
  }

  #abandon({ database }: Running): void {
    this.#log.warn('the store does not answer: stopping without it')
    database.abandon()
  }

  #requireRunning(): Running {
    if (this.#running === undefined) throw new Error('Gramme is not started.')
    return this.#running
  }
}

/** Without telemetry nothing is put around the handler. */
function traced(running: Running, telemetry: Telemetry | undefined): Running {
  if (telemetry === undefined) return running
  return { ...running, handle: tracedHandle(running.handle, telemetry.tracer) }
}

/** The option is about all processes together, but each of them has to have room for a large request. */
function bytesInFlightMax({ memoryInFlightMb }: Settings, processes = 1): number {
  if (memoryInFlightMb === undefined) return memoryBudget(processes)
  return Math.max(Math.floor(memoryInFlightMb / processes), memoryInFlightMbMin) * 1024 * 1024
}

async function settled(calls: ReadonlySet<Promise<unknown>>, waitMsMax: number): Promise<void> {
  const enough = new AbortController()
  const patience = pause(waitMsMax, undefined, { signal: enough.signal }).catch(() => undefined)
  await Promise.race([Promise.allSettled(calls), patience])
  enough.abort()
}
