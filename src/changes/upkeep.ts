/**
 * Maintains change logs, in bounded steps: shards that are full or old are replaced by their
 * children, and what is too old for every reader is deleted: records first, then shards, streams
 * and finally the log itself.
 *
 * What is too old is decided by time that is trusted: a clock that jumps ahead must not delete what
 * clients still have to read.
 *
 * It keeps no state: what is to be done is read from the logs. It is safe for two servers to do it
 * at once, because every step checks what it changes in the transaction that changes it.
 */
import { changeUpkeepIntervalMs, shardDurationMsMax, shardEntriesMax } from './limits.js'
import type { TimeSource } from '../stdx/clock.js'
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
import {
  decodeStream,
  deleteStream,
  getStream,
  isOutdated,
  putStream,
  settledStream,
  type Stream,
} from './stream-record.js'
import { trimLog } from './trim-log.js'

/** Logs, or streams, read at a time when all of them are visited. */
const recordsPage = 50

export interface UpkeepSettings {
  readonly shardDurationMs: number
  readonly shardEntriesMax: number
}

export class ChangeUpkeep {
  readonly #engine: Engine
  readonly #time: TimeSource
  readonly #settings: UpkeepSettings

  constructor(engine: Engine, time: TimeSource, settings: Partial<UpkeepSettings> = {}) {
    this.#engine = engine
    this.#time = time
    this.#settings = { shardDurationMs: shardDurationMsMax, shardEntriesMax, ...settings }
  }

  /** How long to wait between two steps if there was little to do. */
  get intervalMs(): number {
    return Math.min(changeUpkeepIntervalMs, this.#settings.shardDurationMs)
  }

  /** Does one step for every log, under the fence; returns whether some have more to do at once. */
  async step(fence: Fence = unfenced): Promise<boolean> {
    const nowMs = await this.#time.now()
    let more = false
    for await (const log of this.#logs()) {
      await this.#roll(log, nowMs, fence)
      if (await trimLog(this.#engine, log, nowMs, fence)) more = true
    }
    await this.#settleStreams(nowMs, fence)
    return more
  }

  async *#logs(): AsyncGenerator<ChangeLog> {
    const range = { space: systemSpace, ...changeLogRange(), entriesMax: recordsPage }
    for await (const { value } of walk(this.#engine, range)) yield decodeLog(value)
  }

  /** Checks first without a lock: usually there is nothing to do. */
  async #roll(log: ChangeLog, nowMs: number, fence: Fence): Promise<void> {
    if (log.open.length === 0) return
    const [heads] = await this.#engine.read([readHeads(log.space)], [logGuard(log.space)])
    if (!log.open.some(this.#isDue(laneHeads(heads), nowMs))) return
    await this.#engine.transact({
      guards: [logGuard(log.space), ...fence.guards],
      // So that every entry up to the head is committed, and every later one belongs to the child.
      exclusive: [log.space],
      reads: [getLog(log.space), readHeads(log.space)],
      decide: ([record, answer]) => {
        const current = decodeLog(record!)
        const found = laneHeads(answer)
        const isDue = this.#isDue(found, nowMs)
        if (!current.open.some(isDue)) return { mutations: [], result: undefined }
        const { mutations } = rollOver(current, found, isDue, nowMs)
        return { mutations: [...mutations, ...fence.mutations], result: undefined }
      },
    })
  }

  #isDue(heads: LaneHeads, nowMs: number): (shard: Shard) => boolean {
    const { shardDurationMs, shardEntriesMax: entriesMax } = this.#settings
    return ({ lane, openedAtMs, first }) => {
      const entries = (heads.get(lane) ?? 0) - first + 1
      return nowMs >= openedAtMs + shardDurationMs || entries >= entriesMax
    }
  }

  /**
   * Deletes streams that have ended and whose last record is too old to be read, and removes from the
   * others what is over.
   */
  async #settleStreams(nowMs: number, fence: Fence): Promise<void> {
    const range = { space: systemSpace, ...allStreams(), entriesMax: recordsPage }
    for await (const page of walkPages(this.#engine, range)) {
      const streams = page.map(({ value }) => decodeStream(value))
      const outdated = streams.filter((stream) => isOutdated(stream, nowMs))
      await writeFenced(this.#engine, fence, outdated.flatMap(deleteStream))
      for (const stream of streams) {
        if (outdated.includes(stream) || settledStream(stream, nowMs) === stream) continue
        await this.#settleStream(stream, nowMs, fence)
      }
    }
  }

  /** Decides by the record as it is now: the stream may have been disabled since. */
  #settleStream(stream: Stream, nowMs: number, fence: Fence): Promise<void> {
    return this.#engine.transact({
      guards: fence.guards,
      reads: [getStream(stream, stream.tableName, stream.label)],
      decide: ([record]) => {
        const puts = record ? [putStream(settledStream(decodeStream(record), nowMs))] : []
        return { mutations: [...puts, ...fence.mutations], result: undefined }
      },
    })
  }
}
