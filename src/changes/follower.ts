/**
 * Follows the changes of one table, for something that a server keeps in its memory: a cache, the rows
 * of an index. It begins at the heads that the lanes have at that moment and says, whenever it is asked,
 * which items were changed since it was asked before, whichever server wrote them: in order for each
 * item, and with everything that was committed before the question.
 *
 * It keeps no durable position. The reader of the kind `followersKind`, which the table's definition wants
 * (`catalog/wanted-readers.ts`), makes the log keep changes for a while. What cannot be followed any
 * further, since changes were trimmed, were too many or went elsewhere, is `lost`: its owner forgets all
 * that it knows and begins anew.
 */
import type { Item } from '../model/item.js'
import type { KeySchema } from '../model/key-schema.js'
import type { ChangeLogSetting } from '../model/table.js'
import { nextTurn, turnIsOver } from '../stdx/turns.js'
import { laneEntries } from '../storage/change-keys.js'
import type { Engine, Guard, Range, RangePage, SpaceId } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { itemKey, numberOfLogEntry } from '../storage/keyspace.js'
import {
  decodeLog,
  getLog,
  laneHeads,
  logGuard,
  readHeads,
  type ChangeLog,
  type LaneHeads,
} from './change-log.js'
import { decodeChange, isShown } from './change-record.js'
import { followedChangesMax, followedPageBytesMax, followedPageEntriesMax } from './limits.js'
import { planLanes, type LaneTask } from './plan-lanes.js'
import type { LanePosition } from './reader.js'

/** A table with a change log: its guard holds as long as changes go there. */
export interface FollowableTable {
  readonly keySchema: KeySchema
  readonly changes: ChangeLogSetting
  readonly guard: Guard
}

/** How far a follower has got. */
interface Place {
  readonly positions: readonly LanePosition[]
  readonly nextLane: number
  /** The shards that were open, by their numbers. */
  readonly open: ReadonlySet<number>
}

interface Moment {
  readonly log: ChangeLog
  readonly heads: LaneHeads
}

export class Follower {
  readonly #engine: Engine
  readonly #keySchema: KeySchema
  readonly #space: SpaceId
  readonly #changesMax: number
  /** Undefined once it is lost. */
  #place: Place | undefined

  private constructor(
    engine: Engine,
    { keySchema, changes }: FollowableTable,
    place: Place,
    changesMax: number,
  ) {
    this.#engine = engine
    this.#keySchema = keySchema
    this.#space = changes.space
    this.#place = place
    this.#changesMax = changesMax
  }

  /** Throws `GuardBroken` if the table is not what the storage says it is. */
  static async begin(
    engine: Engine,
    table: FollowableTable,
    changesMax = followedChangesMax,
  ): Promise<Follower> {
    const { space } = table.changes
    const { log, heads } = await readMoment(engine, space, table.guard)
    const positions = log.open.map(({ lane }) => ({ lane, next: (heads.get(lane) ?? 0) + 1 }))
    const place = { positions, nextLane: log.nextLane, open: numbersOf(log) }
    return new Follower(engine, table, place, changesMax)
  }

  /**
   * The keys, in the table's space, of the items that were changed since the call before; an item that was
   * changed twice may be there twice. One read if there were none. If it fails, nothing is skipped. Only one
   * call at a time.
   */
  async catchUp(): Promise<readonly Buffer[] | 'lost'> {
    if (this.#place === undefined) return 'lost'
    try {
      const moment = await readMoment(this.#engine, this.#space, logGuard(this.#space))
      const met = withNewLanes(this.#place, moment.log)
      if (met === undefined) return this.#lose()
      const keys = await this.#readTo(moment, met)
      return keys ?? this.#lose()
    } catch (error) {
      if (error instanceof GuardBroken) return this.#lose()
      throw error
    }
  }

  #lose(): 'lost' {
    this.#place = undefined
    return 'lost'
  }

  /** Reads up to the heads of a moment. Undefined if something is missing. */
  async #readTo({ log, heads }: Moment, from: Place): Promise<readonly Buffer[] | undefined> {
    const keys: Buffer[] = []
    let place = from
    if (countBehind(place, heads) > this.#changesMax) return undefined
    for (;;) {
      const { positions, tasks } = planLanes(place, log, heads)
      place = { ...place, positions }
      if (tasks.length === 0) break
      const pages = await this.#engine.read(
        tasks.map((task) => this.#rangeOf(task, tasks.length)),
        [logGuard(this.#space)],
      )
      const reached = new Map<number, number>()
      for (const [i, task] of tasks.entries()) {
        const last = this.#collect(task, pages[i]!, keys)
        if (last === undefined) return undefined
        reached.set(task.position.lane, last)
      }
      place = { ...place, positions: positions.map((each) => moved(each, reached)) }
      if (turnIsOver()) await nextTurn()
    }
    this.#place = place
    return keys
  }

  #rangeOf({ position: { lane, next }, last }: LaneTask, lanes: number): Range {
    const share = Math.ceil(followedPageEntriesMax / lanes)
    const entriesMax = Math.min(share, last - next + 1)
    const bytesMax = Math.ceil(followedPageBytesMax / lanes)
    const range = laneEntries(lane, next)
    return { kind: 'range', space: this.#space, ...range, entriesMax, bytesMax }
  }

  /** Returns the number of the last entry. A lane has no gaps: what is missing was trimmed. */
  #collect({ position }: LaneTask, { entries }: RangePage, keys: Buffer[]): number | undefined {
    const [first] = entries
    if (first === undefined || numberOfLogEntry(first.key) !== position.next) return undefined
    for (const { value } of entries) {
      const change = decodeChange(value)
      if (isShown(change)) keys.push(this.#keyOf(change.key.json))
    }
    return position.next + entries.length - 1
  }

  #keyOf(json: Uint8Array): Buffer {
    return itemKey(this.#keySchema, JSON.parse(Buffer.from(json).toString('utf8')) as Item)
  }
}

async function readMoment(engine: Engine, space: SpaceId, guard: Guard): Promise<Moment> {
  const [record, heads] = await engine.read([getLog(space), readHeads(space)], [guard])
  return { log: decodeLog(record!), heads: laneHeads(heads) }
}

function numbersOf({ open }: ChangeLog): ReadonlySet<number> {
  return new Set(open.map(({ number }) => number))
}

/**
 * The place with the lanes that were opened since. Undefined if the log has ended, so that changes may go
 * elsewhere, or if it is not certain that a lane can be read from its beginning.
 */
function withNewLanes(place: Place, log: ChangeLog): Place | undefined {
  if (log.endedAtMs !== undefined) return undefined
  const positions = [...place.positions]
  for (let lane = place.nextLane; lane < log.nextLane; lane++) {
    const shard = log.open.find((each) => each.lane === lane)
    // A lane's first shard follows one of the lane that was split.
    const isFirst = shard?.parent !== undefined && place.open.has(shard.parent.number)
    if (!isFirst || shard.trimmedThrough >= shard.first) return undefined
    positions.push({ lane, next: shard.first })
  }
  return { positions, nextLane: log.nextLane, open: numbersOf(log) }
}

function countBehind({ positions }: Place, heads: LaneHeads): number {
  const behind = ({ lane, next }: LanePosition) => Math.max(0, (heads.get(lane) ?? 0) - next + 1)
  return positions.reduce((total, position) => total + behind(position), 0)
}

function moved(position: LanePosition, reached: ReadonlyMap<number, number>): LanePosition {
  const last = reached.get(position.lane)
  return last === undefined ? position : { lane: position.lane, next: last + 1 }
}
