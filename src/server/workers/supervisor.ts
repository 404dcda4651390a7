/**
 * Several processes as one server: starts them, gives them connections, replaces those that die, and passes on between
 * them what holds for all together. It serves no request itself.
 *
 * The first worker opens the store alone, so that what a first start makes is made once; the others follow when it
 * serves. Each number has one process at a time.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { KeyPair } from '../../iam/access-keys.js'
import { monotonicClock, systemClock } from '../../stdx/clock.js'
import type { Log } from '../../stdx/log.js'
import { systemRandom } from '../../stdx/random.js'
import { addressOf, type Address } from '../../wire/address.js'
import { CannotStart, cannotListen, stoppedWhileWaiting } from '../cannot-start.js'
import type { GrammeOptions } from '../gramme-options.js'
import { createLog } from '../log.js'
import type { AuditFile } from '../open-audit.js'
import type { Settings } from '../options.js'
import type { RunnableServer } from '../runnable-server.js'
import { ConnectionDesk } from './connection-desk.js'
import { GatheredMetrics } from './gathered-metrics.js'
import { workerStopMsMax } from './limits.js'
import type { FromWorker } from './messages.js'
import { nodeFlagsOf } from './node-flags.js'
import { Pulse } from './pulse.js'
import { RespawnPace } from './respawn-pace.js'
import { openSharedStore, type SharedStore } from './shared-store.js'
import { supervisorMetrics } from './supervisor-metrics.js'
import { type ExitReason, WorkerChild, workerProgram } from './worker-child.js'

export interface SupervisorParts {
  readonly options: GrammeOptions
  readonly settings: Settings
  readonly count: number
  /** What workers run. */
  readonly program?: string
}

interface Served {
  readonly engine: string
  readonly newRootKey: KeyPair | undefined
}

export class Supervisor implements RunnableServer {
  readonly #parts: SupervisorParts
  readonly #log: Log
  readonly #desk: ConnectionDesk
  readonly #metrics: GatheredMetrics
  readonly #pulse: Pulse
  readonly #pace = new RespawnPace(monotonicClock)
  readonly #workers = new Map<number, WorkerChild>()
  readonly #ticketKeys = systemRandom.bytes(48)
  readonly #stopped = new AbortController()
  #store: SharedStore | undefined
  #audit: AuditFile | undefined
  #port: number | undefined
  #served: Served | undefined
  #stopping: Promise<void> | undefined
  #begun!: (served: Served) => void
  #cannotBegin!: (error: unknown) => void
  #lose: () => void = () => undefined
  readonly lost = new Promise<void>((resolve) => (this.#lose = resolve))

  constructor(parts: SupervisorParts) {
    this.#parts = parts
    const { settings } = parts
    this.#log = createLog(settings.logLevel)
    const workers = () => this.#workers.values()
    this.#desk = new ConnectionDesk({
      at: settings,
      limits: settings,
      isSecure: settings.tlsCert !== undefined,
      ...{ log: this.#log, workers },
    })
    this.#metrics = new GatheredMetrics(workers, supervisorMetrics)
    this.#pulse = new Pulse(workers, this.#log)
  }

  /** Clients of DAX are served by one process alone. */
  readonly daxAddress = undefined

  get address(): Address {
    const { host, tlsCert } = this.#parts.settings
    if (this.#port === undefined) throw new Error('Gramme is not listening.')
    return addressOf(tlsCert === undefined ? 'http' : 'https', host, this.#port)
  }

  get engine(): string {
    return this.#requireServed().engine
  }

  get newRootKey(): KeyPair | undefined {
    return this.#requireServed().newRootKey
  }

  async start(): Promise<void> {
    const { settings, count } = this.#parts
    const begun = new Promise<Served>((resolve, reject) => {
      this.#begun = resolve
      this.#cannotBegin = reject
    })
    begun.catch(() => undefined)
    try {
      this.#port = await this.#desk.bind().catch((error: unknown) => {
        throw cannotListen(settings, error)
      })
      // It loads while the store is opened.
      this.#spawn(1)
      this.#audit = await auditOf(settings, this.#log)
      this.#store = await openSharedStore(settings, this.#log)
      void this.#store.lost.then(() => this.#lose())
      this.#introduce(this.#workers.get(1))
      this.#pulse.start()
      this.#served = await begun
    } catch (error) {
      await this.stop()
      throw error
    }
    for (let number = 2; number <= count; number++) this.#spawn(number)
    this.#log.info('started', { engine: this.engine, port: this.#port, workers: count })
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end()
    return this.#stopping
  }

  async reload(): Promise<void> {
    for (const worker of this.#workers.values()) worker.send({ kind: 'reload' })
  }

  async #end(): Promise<void> {
    this.#stopped.abort()
    this.#pulse.stop()
    this.#desk.close()
    const workers = [...this.#workers.values()]
    for (const worker of workers) worker.send({ kind: 'stop' })
    const late = setTimeout(() => workers.forEach((each) => each.kill()), workerStopMsMax)
    // One that has not been told what to open would wait for it.
    for (const worker of workers) if (this.#store === undefined) worker.kill()
    await Promise.all(workers.map(({ exited }) => exited))
    clearTimeout(late)
    this.#cannotBegin(stoppedWhileWaiting(undefined))
    await this.#store?.close()
    await this.#audit?.close()
    this.#log.info('stopped')
  }

  #spawn(number: number): void {
    const { count, program = workerProgram } = this.#parts
    const worker = new WorkerChild({
      ...{ number, program },
      holder: Buffer.from(systemRandom.bytes(16)).toString('base64'),
      nodeFlags: nodeFlagsOf(count, {
        flags: process.execArgv,
        options: process.env['NODE_OPTIONS'] ?? '',
      }),
      onMessage: (from, message) => this.#receive(from, message),
      onExit: (from, reason) => this.#gone(from, reason),
    })
    this.#workers.set(number, worker)
    if (this.#store !== undefined) this.#introduce(worker)
  }

  #introduce(worker: WorkerChild | undefined): void {
    if (worker === undefined) return
    const { options, count } = this.#parts
    this.#store!.attach(worker)
    worker.send({
      kind: 'open',
      options: this.#store!.optionsFor(options, count),
      ...{ number: worker.number, count, port: this.#port!, holder: worker.holder },
      ticketKeys: Buffer.from(this.#ticketKeys).toString('base64'),
    })
  }

  #receive(worker: WorkerChild, message: FromWorker): void {
    worker.missedPulses = 0
    switch (message.kind) {
      case 'bound':
        worker.state = 'bound'
        return this.#desk.offer()
      case 'ready':
        worker.state = 'ready'
        this.#begun({ engine: message.engine, newRootKey: message.newRootKey })
        return this.#desk.offer()
      case 'failed':
        if (this.#served === undefined)
          this.#cannotBegin(new CannotStart(message.message, undefined))
        else
          this.#log.error('a worker cannot start', {
            worker: worker.number,
            reason: message.message,
          })
        return
      case 'lost':
        return this.#lose()
      case 'arrived':
        return worker.arrived(message.connections)
      case 'closed':
        return this.#desk.closed(worker, message.networks)
      case 'audit':
        return message.lines.forEach((line) => this.#audit?.write(line))
      case 'gather':
        return void this.#metrics.gatherFor(worker, message.id)
      case 'shown':
        return this.#metrics.shown(worker, message.id, message.shown)
      case 'ring':
        return this.#tellOthers(worker, { kind: 'ring' })
      case 'taken':
        return this.#tellOthers(worker, message)
      case 'pong':
        return
    }
  }

  #tellOthers(from: WorkerChild, message: Parameters<WorkerChild['send']>[0]): void {
    for (const worker of this.#workers.values()) if (worker !== from) worker.send(message)
  }

  #gone(worker: WorkerChild, { code, signal }: ExitReason): void {
    this.#workers.delete(worker.number)
    this.#desk.departed(worker)
    this.#metrics.departed(worker)
    this.#store?.detach(worker)
    if (this.#stopped.signal.aborted) return
    this.#tellOthers(worker, { kind: 'departed', holder: worker.holder })
    const delayMs = this.#pace.next()
    const facts = { worker: worker.number, code, signal }
    if (delayMs === undefined) return this.#giveUp(facts)
    this.#log.error('a worker has ended: another takes its place', { ...facts, delayMs })
    void this.#respawn(worker.number, delayMs)
  }

  async #respawn(number: number, delayMs: number): Promise<void> {
    const { signal } = this.#stopped
    if (delayMs > 0) await pause(delayMs, undefined, { signal }).catch(() => undefined)
    if (!signal.aborted) this.#spawn(number)
  }

  #giveUp(facts: object): void {
    this.#log.error('workers end again and again: the server gives up', { ...facts })
    this.#cannotBegin(new CannotStart('The workers of this server end again and again.', undefined))
    this.#lose()
  }

  #requireServed(): Served {
    if (this.#served === undefined) throw new Error('Gramme is not started.')
    return this.#served
  }
}

/** Nothing of the audit is loaded without a file. */
async function auditOf(settings: Settings, log: Log): Promise<AuditFile | undefined> {
  const { auditFile } = settings
  if (auditFile === undefined) return undefined
  const { openAuditFile } = await import('../open-audit.js')
  return openAuditFile({ ...settings, auditFile }, systemClock, log)
}
