/**
 * Alarms in the store, by account, region and name.
 *
 * A change of state and what it calls are stored in one transaction, so no action is forgotten, whichever
 * server made the change and whatever happens to it afterwards; `notice-job.ts` runs them.
 */
import type { Scope } from '../model/arn.js'
import { ServiceError } from '../model/errors.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import { allAlarms, alarmsOf } from '../storage/alarm-keys.js'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { unfenced, type Fence } from '../storage/fence.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import {
  actionsFor,
  leftStateOf,
  uncheckedReason,
  type Alarm,
  type AlarmSettings,
  type AlarmState,
  type AlarmTag,
} from './alarm.js'
import {
  decodeAlarm,
  decodeAlarmCount,
  deleteAlarm,
  getAlarm,
  getAlarmCount,
  putAlarm,
  putAlarmCount,
  putNotice,
} from './alarm-record.js'
import { alarmsMax } from './limits.js'

export interface AlarmStoreDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  /** A state has changed, and something has to be told about it. */
  readonly onNotice?: (() => void) | undefined
  /** Default: AWS's quota. */
  readonly alarmsMax?: number
}

export interface AlarmPage {
  readonly alarms: readonly Alarm[]
  /** Undefined if there are no more. */
  readonly lastName: string | undefined
}

export interface NewState {
  readonly state: AlarmState
  readonly reason: string
  readonly reasonData?: string | undefined
}

export class AlarmStore {
  readonly #dependencies: AlarmStoreDependencies

  constructor(dependencies: AlarmStoreDependencies) {
    this.#dependencies = dependencies
  }

  async find(scope: Scope, name: string): Promise<Alarm | undefined> {
    const [alarm] = await this.findAll(scope, [name])
    return alarm
  }

  /** Those that exist, in one snapshot and in the order of the names given. */
  async findAll(scope: Scope, names: readonly string[]): Promise<readonly Alarm[]> {
    const reads = names.map((name) => getAlarm(scope, name))
    const found = await this.#dependencies.engine.read(reads)
    return found.flatMap((bytes) => (bytes === undefined ? [] : [decodeAlarm(bytes)]))
  }

  /** In the order of names. */
  async list(
    scope: Scope,
    options: {
      readonly prefix?: string | undefined
      readonly afterName?: string | undefined
      readonly entriesMax: number
    },
  ): Promise<AlarmPage> {
    const { prefix = '', afterName, entriesMax } = options
    const range = alarmsOf(scope, prefix, afterName)
    const [{ entries, more }] = await this.#dependencies.engine.read([
      { kind: 'range', space: systemSpace, ...range, entriesMax },
    ])
    const alarms = entries.map(({ value }) => decodeAlarm(value))
    return { alarms, lastName: more ? alarms.at(-1)?.name : undefined }
  }

  /** Of all accounts and regions, after the one with a key; with the key of the last, if there are more. */
  async listAll(
    afterKey: Buffer | undefined,
    entriesMax: number,
  ): Promise<{ readonly alarms: readonly Alarm[]; readonly lastKey: Buffer | undefined }> {
    const [{ entries, more }] = await this.#dependencies.engine.read([
      { kind: 'range', space: systemSpace, ...allAlarms(afterKey), entriesMax },
    ])
    const alarms = entries.map(({ value }) => decodeAlarm(value))
    return { alarms, lastKey: more ? entries.at(-1)?.key : undefined }
  }

  /**
   * AWS: replaces all settings and keeps the state. Tags count only for a new alarm. Settings that are there
   * already change nothing, not even times.
   */
  async put(
    scope: Scope,
    name: string,
    settings: AlarmSettings,
    tags: readonly AlarmTag[] = [],
  ): Promise<void> {
    const { engine, clock, alarmsMax: max = alarmsMax } = this.#dependencies
    const nowMs = clock.now()
    await engine.transact({
      reads: [getFormat(), getAlarm(scope, name), getAlarmCount(scope)],
      decide: ([mark, found, counted]) => {
        if (found !== undefined) {
          const before = decodeAlarm(found)
          const isSame = JSON.stringify(before.settings) === JSON.stringify(settings)
          const next = { ...before, settings, configuredAtMs: nowMs }
          return { mutations: isSame ? [] : [putAlarm(next)], result: undefined }
        }
        const count = decodeAlarmCount(counted)
        if (count >= max) throw tooManyAlarms()
        const alarm = newAlarm(scope, name, { settings, tags, nowMs })
        const raised = ratchet(mark, [formatSteps.alarms])
        const mutations = [...raised, putAlarm(alarm), putAlarmCount(scope, count + 1)]
        return { mutations, result: undefined }
      },
    })
  }

  /** AWS: alarms that do not exist are ignored. */
  async delete(scope: Scope, names: readonly string[]): Promise<void> {
    const distinct = [...new Set(names)]
    await this.#dependencies.engine.transact({
      reads: [getAlarmCount(scope), ...distinct.map((name) => getAlarm(scope, name))],
      decide: ([counted, ...found]) => {
        const gone = distinct.filter((_, i) => found[i] !== undefined)
        if (gone.length === 0) return { mutations: [], result: undefined }
        const count = putAlarmCount(scope, decodeAlarmCount(counted) - gone.length)
        const deleted = gone.map((name) => deleteAlarm(scope, name))
        return { mutations: [count, ...deleted], result: undefined }
      },
    })
  }

  async enableActions(scope: Scope, names: readonly string[], isOn: boolean): Promise<void> {
    const configuredAtMs = this.#dependencies.clock.now()
    for (const name of new Set(names)) {
      await this.#change(scope, name, ({ settings, ...rest }) =>
        settings.actionsEnabled === isOn
          ? undefined
          : { ...rest, settings: { ...settings, actionsEnabled: isOn }, configuredAtMs },
      )
    }
  }

  /** Returns whether there is such an alarm. AWS: the state it is in already changes nothing. */
  setState(scope: Scope, name: string, next: NewState): Promise<boolean> {
    return this.#change(scope, name, (alarm) => this.#inState(alarm, next))
  }

  /** What an evaluation found, unless the alarm has changed since it was read. */
  async conclude(alarm: Alarm, next: NewState, fence: Fence): Promise<void> {
    const text = JSON.stringify(alarm)
    const decide = (current: Alarm) =>
      JSON.stringify(current) === text ? this.#inState(current, next) : undefined
    await this.#change(alarm.scope, alarm.name, decide, fence)
  }

  /** Returns whether there is such an alarm. */
  changeTags(
    scope: Scope,
    name: string,
    change: (tags: readonly AlarmTag[]) => readonly AlarmTag[],
  ): Promise<boolean> {
    return this.#change(scope, name, (alarm) => ({ ...alarm, tags: change(alarm.tags) }))
  }

  #inState(alarm: Alarm, { state, reason, reasonData }: NewState): Alarm | undefined {
    if (alarm.state === state) return undefined
    const nowMs = this.#dependencies.clock.now()
    const { reasonData: _, ...rest } = alarm
    const times = { stateUpdatedAtMs: nowMs, stateChangedAtMs: nowMs }
    return { ...rest, state, reason, ...(reasonData !== undefined && { reasonData }), ...times }
  }

  async #change(
    scope: Scope,
    name: string,
    decideNext: (alarm: Alarm) => Alarm | undefined,
    { guards, mutations }: Fence = unfenced,
  ): Promise<boolean> {
    const { engine, random, onNotice } = this.#dependencies
    const id = random.uuid()
    const outcome = await engine.transact({
      guards,
      reads: [getAlarm(scope, name)],
      decide: ([found]) => {
        if (found === undefined) return { mutations: [], result: { exists: false, tells: false } }
        const before = decodeAlarm(found)
        const next = decideNext(before)
        const notices = next === undefined ? [] : noticesOf(before, next, id)
        const all = next === undefined ? [] : [putAlarm(next), ...notices, ...mutations]
        return { mutations: all, result: { exists: true, tells: notices.length > 0 } }
      },
    })
    if (outcome.tells) onNotice?.()
    return outcome.exists
  }
}

function newAlarm(
  scope: Scope,
  name: string,
  parts: {
    readonly settings: AlarmSettings
    readonly tags: readonly AlarmTag[]
    readonly nowMs: number
  },
): Alarm {
  const { settings, tags, nowMs } = parts
  return {
    scope: { account: scope.account, region: scope.region },
    name,
    settings,
    tags,
    configuredAtMs: nowMs,
    state: 'INSUFFICIENT_DATA',
    reason: uncheckedReason,
    stateUpdatedAtMs: nowMs,
    stateChangedAtMs: nowMs,
  }
}

function noticesOf(before: Alarm, next: Alarm, id: string): readonly Mutation[] {
  if (before.state === next.state) return []
  const atMs = next.stateChangedAtMs
  return actionsFor(next.settings, next.state).map((action, i) =>
    putNotice({
      id: `${id}/${i}`,
      alarm: next,
      before: leftStateOf(before),
      action,
      atMs,
      attempts: 0,
      dueAtMs: atMs,
    }),
  )
}

function tooManyAlarms(): ServiceError {
  return new ServiceError('LimitExceededFault', 'The quota for the number of alarms is reached.')
}
