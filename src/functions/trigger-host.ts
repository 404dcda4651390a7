/**
 * All triggers of a server: keeps those at work that their file names, while the background work of
 * the store is this server's, and says how they are doing.
 *
 * The file is looked at every second. One with a fault changes nothing: the triggers stay as they were
 * and the faults are told. A trigger that a file without faults no longer names is forgotten, with its
 * positions; a file that is not there forgets nothing, because it may have been misplaced.
 */
import { triggerDrainMsMax, triggersFilePollMs, triggerStatusIntervalMs } from './limits.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Random } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { unfenced, type Fence } from '../storage/fence.js'
import type { ChangeSource } from '../triggers/change-source.js'
import type { Time } from '../triggers/process-batch.js'
import { readTriggers } from '../triggers/read-triggers.js'
import { TriggerPositions } from '../triggers/trigger-positions.js'
import type { Trigger } from '../triggers/trigger.js'
import type { Lease } from '../jobs/lease.js'
import { RunningTrigger } from './running-trigger.js'
import { logFileOf, TriggerLog } from './trigger-log.js'
import { writeStatus } from './trigger-status.js'
import { markOf, readTriggersFile } from './triggers-file.js'

export interface TriggerHostDependencies {
  readonly file: string
  readonly engine: Engine
  readonly source: ChangeSource
  readonly clock: Clock
  readonly time: Time
  readonly random: Random
  readonly log: Log
  /** For a store that other servers work on too. */
  readonly lease: Lease | undefined
}

export class TriggerHost {
  readonly #dependencies: TriggerHostDependencies
  readonly #positions: TriggerPositions
  readonly #running = new Map<string, RunningTrigger>()
  readonly #stopping = new AbortController()
  #loop: Promise<void> | undefined
  #mark: string | undefined
  #triggers: readonly Trigger[] | undefined
  #faults: readonly string[] = []
  #told = { text: '', atMs: 0 }

  constructor(dependencies: TriggerHostDependencies) {
    this.#dependencies = dependencies
    this.#positions = new TriggerPositions(dependencies.engine, () => this.#fence())
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  /** Lets calls under way finish, for a while. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loop
    await this.#stopAll(triggerDrainMsMax)
    await this.#tell('stopped')
  }

  async #run(): Promise<void> {
    const { time, log } = this.#dependencies
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#round().catch((error: unknown) => {
        if (error instanceof GuardBroken) this.#dependencies.lease?.doubt()
        else log.error('triggers failed', { error })
      })
      await time.pause(triggersFilePollMs, signal).catch(() => undefined)
    }
  }

  async #round(): Promise<void> {
    if (!this.#isOurs()) return this.#stopAll(0)
    await this.#look()
    if (this.#triggers !== undefined) await this.#settle(this.#triggers)
    await this.#tell()
  }

  #isOurs(): boolean {
    const { lease } = this.#dependencies
    return lease === undefined || lease.fence !== undefined
  }

  #fence(): Fence {
    const { lease } = this.#dependencies
    if (lease === undefined) return unfenced
    if (lease.fence === undefined) throw new GuardBroken('the lease has run out')
    return lease.fence
  }

  /** Reads the file if it has changed. */
  async #look(): Promise<void> {
    const { file, log } = this.#dependencies
    const mark = await markOf(file)
    if (mark === this.#mark) return
    this.#mark = mark
    const text = await readTriggersFile(file).catch((error: unknown) => error as Error)
    if (text instanceof Error) this.#faults = [text.message]
    else if (text === undefined) {
      this.#triggers &&= []
      this.#faults = []
    } else {
      const { triggers, faults } = readTriggers(text, file)
      this.#faults = faults
      if (faults.length === 0) this.#triggers = triggers
      if (faults.length === 0) await this.#forgetOthers(triggers)
    }
    for (const fault of this.#faults) log.error('the triggers stay as they were', { file, fault })
  }

  async #forgetOthers(triggers: readonly Trigger[]): Promise<void> {
    const named = new Set(triggers.map(({ name }) => name))
    for (const name of await this.#positions.names()) {
      if (named.has(name)) continue
      await this.#stopOne(name, triggerDrainMsMax)
      await this.#positions.forget(name)
    }
  }

  async #settle(triggers: readonly Trigger[]): Promise<void> {
    const wanted = new Map(
      triggers.filter(({ enabled }) => enabled).map((each) => [each.name, each]),
    )
    for (const [name, { trigger }] of this.#running) {
      const next = wanted.get(name)
      if (JSON.stringify(next) === JSON.stringify(trigger)) continue
      await this.#stopOne(name, triggerDrainMsMax)
    }
    for (const trigger of wanted.values()) {
      if (!this.#running.has(trigger.name) && !this.#stopping.signal.aborted) this.#begin(trigger)
    }
  }

  #begin(trigger: Trigger): void {
    const { file, clock, lease } = this.#dependencies
    const { name } = trigger
    const triggerLog = new TriggerLog(logFileOf(file, name), clock)
    const parts = { ...this.#dependencies, positions: this.#positions, triggerLog }
    const running = new RunningTrigger(trigger, parts)
    this.#running.set(name, running)
    running.ended.catch(() => {
      // The work is another server's, or was for a moment; the next round sees.
      lease?.doubt()
      return this.#stopOne(name, 0)
    })
  }

  async #stopOne(name: string, drainMsMax: number): Promise<void> {
    const running = this.#running.get(name)
    if (running === undefined) return
    await running.stop(drainMsMax)
    if (this.#running.get(name) === running) this.#running.delete(name)
  }

  async #stopAll(drainMsMax: number): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.#stopOne(name, drainMsMax)))
  }

  /** When something changed, and from time to time as a sign of life. */
  async #tell(override?: string): Promise<void> {
    const { file, clock, log } = this.#dependencies
    if (this.#triggers === undefined && this.#faults.length === 0) return
    const triggers = Object.fromEntries(
      (this.#triggers ?? []).map(({ name }) => [name, override ?? this.#statusOf(name)]),
    )
    const text = JSON.stringify([triggers, this.#faults])
    const nowMs = clock.now()
    if (text === this.#told.text && nowMs < this.#told.atMs + triggerStatusIntervalMs) return
    this.#told = { text, atMs: nowMs }
    await writeStatus(file, { atMs: nowMs, faults: this.#faults, triggers }).catch(
      (error: unknown) => log.warn('the status of triggers cannot be written', { error }),
    )
  }

  #statusOf(name: string): string {
    return this.#running.get(name)?.status ?? 'disabled'
  }
}
