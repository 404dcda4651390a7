/**
 * The job that runs the triggers of a server: keeps those running that their file names, and reports how
 * they are doing.
 *
 * The file is checked every second. If it has a fault, the triggers stay as they are and the faults are
 * reported. A trigger that a valid file no longer names is forgotten, with its positions; a missing file
 * forgets nothing, because it may have been misplaced.
 */
import { triggerDrainMsMax, triggersFilePollMs, triggerStatusIntervalMs } from './limits.js'
import type { Job } from '../jobs/job.js'
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Random } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import type { Invocation } from '../triggers/invocation.js'
import type { StreamSource } from '../triggers/stream-source.js'
import type { TriggerTime } from '../triggers/process-batch.js'
import { readTriggers } from '../triggers/read-triggers.js'
import { TriggerPositions } from '../triggers/trigger-positions.js'
import type { Trigger } from '../triggers/trigger.js'
import { RunningTrigger } from './running-trigger.js'
import { logFileOf, TriggerLog } from './trigger-log.js'
import { writeStatus } from './trigger-status.js'
import { markOf, readTriggersFile } from './triggers-file.js'

export interface TriggerHostDependencies {
  readonly file: string
  /** Where all tables are, if regions and accounts are not told apart. */
  readonly scope?: Scope | undefined
  readonly engine: Engine
  readonly source: StreamSource
  readonly clock: Clock
  readonly time: TriggerTime
  readonly random: Random
  readonly log: Log
}

export class TriggerHost implements Job {
  readonly name = 'triggers'
  readonly runsAside = true
  readonly retryMs = triggersFilePollMs
  readonly #dependencies: TriggerHostDependencies
  readonly #positions: TriggerPositions
  readonly #running = new Map<string, RunningTrigger>()
  /** Undefined while another server has the lease. */
  #fence: Fence | undefined
  #lost: unknown
  #mark: string | undefined
  #triggers: readonly Trigger[] | undefined
  #faults: readonly string[] = []
  #reported = { text: '', atMs: 0 }

  constructor(dependencies: TriggerHostDependencies) {
    this.#dependencies = dependencies
    this.#positions = new TriggerPositions(dependencies.engine, () => this.#requireFence())
  }

  async step(fence: Fence, signal: AbortSignal): Promise<number> {
    this.#fence = fence
    this.#requireNothingLost()
    await this.#look()
    if (this.#triggers !== undefined) await this.#settle(this.#triggers, signal)
    await this.#report()
    return this.#dependencies.clock.now() + triggersFilePollMs
  }

  async suspend(): Promise<void> {
    this.#fence = undefined
    await this.#stopAll(0)
  }

  /** Lets calls under way finish, for a while. */
  async stop(): Promise<void> {
    await this.#stopAll(triggerDrainMsMax)
    await this.#report('stopped')
  }

  /** Calls the handler of a running trigger with another event; undefined if there is no such trigger. */
  async invoke(name: string, event: string, signal: AbortSignal): Promise<Invocation | undefined> {
    return this.#running.get(name)?.call(event, signal)
  }

  #requireFence(): Fence {
    if (this.#fence === undefined) throw new GuardBroken('the lease has expired')
    return this.#fence
  }

  /** A trigger that could not save its position makes the worker look at the lease again. */
  #requireNothingLost(): void {
    const lost = this.#lost
    this.#lost = undefined
    if (lost instanceof Error) throw lost
  }

  /** Reads the file if it has changed. */
  async #look(): Promise<void> {
    const { file, log, scope } = this.#dependencies
    const mark = await markOf(file)
    if (mark === this.#mark) return
    this.#mark = mark
    const text = await readTriggersFile(file).catch((error: unknown) => error as Error)
    if (text instanceof Error) this.#faults = [text.message]
    else if (text === undefined) {
      this.#triggers &&= []
      this.#faults = []
    } else {
      const { triggers: named, faults } = readTriggers(text, file)
      const triggers = scope === undefined ? named : named.map((each) => placedIn(scope, each))
      this.#faults = faults
      if (faults.length === 0) this.#triggers = triggers
      if (faults.length === 0) await this.#forgetOthers(triggers)
    }
    for (const fault of this.#faults) {
      log.error('triggers file rejected, previous triggers kept', { file, fault })
    }
  }

  async #forgetOthers(triggers: readonly Trigger[]): Promise<void> {
    const named = new Set(triggers.map(({ name }) => name))
    for (const name of await this.#positions.names()) {
      if (named.has(name)) continue
      await this.#stopOne(name, triggerDrainMsMax)
      await this.#positions.forget(name)
    }
  }

  async #settle(triggers: readonly Trigger[], signal: AbortSignal): Promise<void> {
    const wanted = new Map(
      triggers.filter(({ enabled }) => enabled).map((each) => [each.name, each]),
    )
    for (const [name, { trigger }] of this.#running) {
      const next = wanted.get(name)
      if (JSON.stringify(next) === JSON.stringify(trigger)) continue
      await this.#stopOne(name, triggerDrainMsMax)
    }
    for (const trigger of wanted.values()) {
      if (!this.#running.has(trigger.name) && !signal.aborted) this.#begin(trigger)
    }
  }

  #begin(trigger: Trigger): void {
    const { file, clock } = this.#dependencies
    const { name } = trigger
    const triggerLog = new TriggerLog(logFileOf(file, name), clock)
    const parts = { ...this.#dependencies, positions: this.#positions, triggerLog }
    const running = new RunningTrigger(trigger, parts)
    this.#running.set(name, running)
    running.ended.catch((error: unknown) => {
      this.#lost = error
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

  /** Writes the status file if something changed, and from time to time as a sign of life. */
  async #report(override?: string): Promise<void> {
    const { file, clock, log } = this.#dependencies
    if (this.#triggers === undefined && this.#faults.length === 0) return
    const triggers = Object.fromEntries(
      (this.#triggers ?? []).map(({ name }) => [name, override ?? this.#statusOf(name)]),
    )
    const text = JSON.stringify([triggers, this.#faults])
    const nowMs = clock.now()
    if (text === this.#reported.text && nowMs < this.#reported.atMs + triggerStatusIntervalMs)
      return
    this.#reported = { text, atMs: nowMs }
    await writeStatus(file, { atMs: nowMs, faults: this.#faults, triggers }).catch(
      (error: unknown) => log.warn('status of triggers could not be written', { error }),
    )
  }

  #statusOf(name: string): string {
    return this.#running.get(name)?.status ?? 'disabled'
  }
}

export function placedIn({ account, region }: Scope, trigger: Trigger): Trigger {
  return { ...trigger, table: { ...trigger.table, account, region } }
}
