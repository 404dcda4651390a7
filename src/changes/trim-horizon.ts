/**
 * How old a change has to be so that no reader needs it. Some readers need a change only until they have
 * read it (`untilRead`), so that differs along a lane: what they have read goes by the others alone.
 */
import type { Entry } from '../storage/engine.js'
import { numberOfLogEntry } from '../storage/keyspace.js'
import { timeOfChange } from './change-record.js'
import { retentionOf, type LogReader } from './reader.js'
import type { Shard } from './shard.js'

export class TrimHorizon {
  /** Everything that is deleted is at least this old. */
  readonly latestMs: number
  readonly #unreadMs: number
  readonly #readers: readonly LogReader[]

  /** Nothing that is younger than `leastMs` is deleted. */
  constructor(readers: readonly LogReader[], nowMs: number, leastMs: number) {
    const others = readers.filter(({ untilRead }) => untilRead !== true)
    this.#readers = readers.filter(({ untilRead }) => untilRead === true)
    this.latestMs = nowMs - retentionOf(others, leastMs)
    this.#unreadMs = nowMs - retentionOf(readers, leastMs)
  }

  /** Whether an entry of a lane is too old for every reader. */
  isBehind(lane: number, { key, value }: Entry): boolean {
    return timeOfChange(value) <= this.#of(lane, numberOfLogEntry(key))
  }

  /** Whether a shard that is empty is too old for every reader. */
  isOver({ lane, closed }: Shard): boolean {
    return closed !== undefined && closed.atMs <= this.#of(lane, closed.last)
  }

  #of(lane: number, number: number): number {
    const isRead = this.#readers.every((reader) => number < nextIn(reader, lane))
    return isRead ? this.latestMs : this.#unreadMs
  }
}

/** The number that a reader reads next in a lane; lanes below its next one that it does not list are done. */
function nextIn({ positions, nextLane }: LogReader, lane: number): number {
  const position = positions.find((each) => each.lane === lane)
  return position?.next ?? (lane < nextLane ? Infinity : 0)
}
