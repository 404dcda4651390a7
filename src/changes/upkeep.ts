/**
 * Maintains change logs, in bounded steps: shards that are full or old are replaced by their
 * children, and what is too old for every reader is deleted: records first, then shards, streams
 * and finally the log itself.
 *
 * It keeps no state: what is to be done is read from the logs. It is safe for two servers to do it
 * at once, because every step checks what it changes in the transaction that changes it.
 */
import { changeUpkeepIntervalMs, shardDurationMsMax, shardEntriesMax } from './limits.js'
import type { Clock } from '../stdx/clock.js'
import { allStreams, changeLogRange } from '../storage/change-keys.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { unfenced, writeFenced, type Fence } from '../storage/fence.js'
import { walk, walkPages } from '../storage/walk.js'
import {
  decodeLog,
  getLog,
  laneHeads,
  logGuard,
  readHeads,
  rollOver,
  type ChangeLog,
  type LaneHeads,
} from './change-log.js'
import type { Shard } from './shard.js'
import { decodeStream, deleteStream, streamStateOf } from './stream-record.js'
import { trimLog } from './trim-log.js'

/** Logs, or streams, read at a time when all of them are visited. */
const recordsPage = 50

export interface UpkeepSettings {
  readonly shardDurationMs: number
  readonly shardEntriesMax: number
}

export class ChangeUpkeep {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #settings: UpkeepSettings

  constructor(engine: Engine, clock: Clock, settings: Partial<UpkeepSettings> = {}) {
    this.#engine = engine
    this.#clock = clock
    this.#settings = { shardDurationMs: shardDurationMsMax, shardEntriesMax, ...settings }
  }

  /** How long to wait between two steps if there was little to do. */
  get intervalMs(): number {
    return Math.min(changeUpkeepIntervalMs, this.#settings.shardDurationMs)
  }

  /** Does one step for every log, under the fence; returns whether some have more to do at once. */
  async step(fence: Fence = unfenced): Promise<boolean> {
    let more = false
    for await (const log of this.#logs()) {
      await this.#roll(log, fence)
      if (await trimLog(this.#engine, log, this.#clock.now(), fence)) more = true
    }
    await this.#forgetStreams(fence)
    return more
  }

  async *#logs(): AsyncGenerator<ChangeLog> {
    const range = { space: systemSpace, ...changeLogRange(), entriesMax: recordsPage }
    for await (const { value } of walk(this.#engine, range)) yield decodeLog(value)
  }

  /** Checks first without a lock: usually there is nothing to do. */
  async #roll(log: ChangeLog, fence: Fence): Promise<void> {
    if (log.open.length === 0) return
    const [heads] = await this.#engine.read([readHeads(log.space)], [logGuard(log.space)])
    if (!log.open.some(this.#isDue(laneHeads(heads)))) return
    await this.#engine.transact({
      guards: [logGuard(log.space), ...fence.guards],
      // So that every entry up to the head is committed, and every later one belongs to the child.
      exclusive: [log.space],
      reads: [getLog(log.space), readHeads(log.space)],
      decide: ([record, answer]) => {
        const current = decodeLog(record!)
        const found = laneHeads(answer)
        const isDue = this.#isDue(found)
        if (!current.open.some(isDue)) return { mutations: [], result: undefined }
        const { mutations } = rollOver(current, found, isDue, this.#clock.now())
        return { mutations: [...mutations, ...fence.mutations], result: undefined }
      },
    })
  }

  #isDue(heads: LaneHeads): (shard: Shard) => boolean {
    const { shardDurationMs, shardEntriesMax: entriesMax } = this.#settings
    const nowMs = this.#clock.now()
    return ({ lane, openedAtMs, first }) => {
      const entries = (heads.get(lane) ?? 0) - first + 1
      return nowMs >= openedAtMs + shardDurationMs || entries >= entriesMax
    }
  }

  /** Deletes streams that have ended and whose last record is too old to be read. */
  async #forgetStreams(fence: Fence): Promise<void> {
    const range = { space: systemSpace, ...allStreams(), entriesMax: recordsPage }
    for await (const page of walkPages(this.#engine, range)) {
      const gone = page
        .map(({ value }) => decodeStream(value))
        .filter((stream) => streamStateOf(stream, this.#clock.now()) === 'gone')
      await writeFenced(this.#engine, fence, gone.map(deleteStream))
    }
  }
}
