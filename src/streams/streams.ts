/**
 * The streams of all tables: which exist, their shards, and the records of a shard. Clients and
 * followers inside the server use it alike; only clients use iterators.
 *
 * To follow a stream: `find` it, list its `shards`, read those without a listed parent from their
 * first entry with `read` until a page has `end`, then their children (`parent`). A position is a
 * number that can be stored; `changes/read-log.ts` says what it promises.
 */
import {
  findShard,
  readShard,
  shardsFrom,
  type ShardPage,
  type TrimmedPage,
} from '../changes/read-log.js'
import { sequenceNumber } from '../changes/sequence-number.js'
import { isFirstOfStream, isOfStream, type Shard } from '../changes/shard.js'
import { isHidden } from '../changes/shown-changes.js'
import {
  decodeStream,
  getStream,
  streamStateOf,
  type Stream,
  type StreamState,
} from '../changes/stream-record.js'
import type { ChangeLog } from '../changes/change-log.js'
import type { Scope } from '../model/arn.js'
import { streamPageBytesMax } from '../model/limits.js'
import type { Clock } from '../stdx/clock.js'
import { streamKey, streamRange } from '../storage/change-keys.js'
import { systemSpace, type Engine, type SpaceId } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { keyAfter } from '../storage/keyspace.js'
import { shardIdOf, shardNumberIn } from './shard-id.js'
import { streamRecord, type StreamRecord } from './stream-view.js'

export interface StreamName extends Scope {
  readonly tableName: string
  readonly label: string
}

export interface StreamsPage {
  readonly streams: readonly Stream[]
  /** The last of them, if there is more. */
  readonly last: Stream | undefined
}

/** A shard as its stream shows it. */
export interface StreamShard {
  readonly id: string
  readonly shard: Shard
  /** In the same stream; it may no longer be listed. */
  readonly parentId: string | undefined
  readonly firstNumber: string
  /** Only for a closed shard. */
  readonly lastNumber: string | undefined
}

export interface StreamPage {
  readonly kind: 'page'
  readonly shard: Shard
  readonly records: readonly StreamRecord[]
  readonly next: number
  readonly end: boolean
}

export interface ShardPoint {
  readonly log: ChangeLog
  readonly shard: Shard
  /** The last number that its lane assigned. */
  readonly head: number
}

export class Streams {
  readonly #engine: Engine
  readonly #clock: Clock

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#clock = clock
  }

  /**
   * In the order of tables and labels, after a stream if one is given.
   */
  async list(
    scope: Scope,
    tableName: string | undefined,
    after: StreamName | undefined,
    max: number,
  ): Promise<StreamsPage> {
    const whole = streamRange(scope, tableName)
    const start = after && keyAfter(streamKey(after, after.tableName, after.label))
    const from = start && Buffer.compare(start, whole.from) > 0 ? start : whole.from
    if (Buffer.compare(from, whole.to) >= 0) return { streams: [], last: undefined }
    const [page] = await this.#engine.read([
      { kind: 'range', space: systemSpace, from, to: whole.to, entriesMax: max },
    ])
    const streams = page.entries.map(({ value }) => decodeStream(value))
    return { streams, last: page.more ? streams.at(-1) : undefined }
  }

  /** Undefined if the stream can no longer be read. */
  async find({ tableName, label, ...scope }: StreamName): Promise<Stream | undefined> {
    const [record] = await this.#engine.read([getStream(scope, tableName, label)])
    return record && decodeStream(record)
  }

  stateOf(stream: Stream): StreamState {
    return streamStateOf(stream, this.#clock.now())
  }

  /**
   * All shards of a stream that are not trimmed yet, in the order of their opening and of their
   * ids.
   */
  async shards(stream: Stream): Promise<readonly StreamShard[]> {
    const shards: StreamShard[] = []
    for await (const shard of this.shardsAfter(stream)) shards.push(shard)
    return shards
  }

  /**
   * The same one by one, starting after an id. A text that is not one of our ids is compared as
   * text.
   */
  async *shardsAfter({ space, label }: Stream, shardId?: string): AsyncGenerator<StreamShard> {
    const start = shardId === undefined ? undefined : shardNumberIn(shardId)
    for await (const { log, shard } of shardsFrom(this.#engine, space, start)) {
      if (!isOfStream(shard, label) || isHidden(log, shard)) continue
      if (shardId === undefined || shardIdOf(shard) > shardId) yield described(log, shard, label)
    }
  }

  /** A shard of a stream by its id. */
  async findShard({ space, label }: Stream, shardId: string): Promise<ShardPoint | undefined> {
    const number = shardNumberIn(shardId)
    if (number === undefined) return undefined
    const found = await this.#whileThere(() => findShard(this.#engine, space, number))
    if (found === undefined || !isOfStream(found.shard, label)) return undefined
    return shardIdOf(found.shard) === shardId ? found : undefined
  }

  /**
   * One page of a shard's records from a position on. Undefined if the whole shard is trimmed. No
   * state is kept between calls, and any number of readers may read one shard.
   */
  async read(
    stream: Stream,
    shard: Pick<Shard, 'number' | 'lane'>,
    position: number,
    recordsMax: number,
  ): Promise<StreamPage | TrimmedPage | undefined> {
    return this.show(stream, await this.fetch(stream.space, shard, position, recordsMax))
  }

  /** The first half of `read`, for callers that look up the stream at the same time. */
  fetch(
    space: SpaceId,
    shard: Pick<Shard, 'number' | 'lane'>,
    position: number,
    recordsMax: number,
  ): Promise<ShardPage | TrimmedPage | undefined> {
    const bounds = { entriesMax: recordsMax, bytesMax: streamPageBytesMax }
    return this.#whileThere(() => readShard(this.#engine, space, { ...shard, position }, bounds))
  }

  /** The second half of `read`: shows what was fetched from the stream's log. */
  show(
    stream: Stream,
    page: ShardPage | TrimmedPage | undefined,
  ): StreamPage | TrimmedPage | undefined {
    if (page?.kind !== 'page') return page
    const { log, shard } = page
    const all = page.changes.map((each) => streamRecord(stream, log, shard.lane, each))
    const records = withinPage(all)
    const cut = records.length < all.length
    const next = cut ? records.at(-1)!.entry + 1 : page.next
    return { kind: 'page', shard, records, next, end: page.end && !cut }
  }

  /** A log that no longer exists has no shards. */
  async #whileThere<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    try {
      return await look()
    } catch (error) {
      if (error instanceof GuardBroken) return undefined
      throw error
    }
  }
}

function described(log: ChangeLog, shard: Shard, label: string): StreamShard {
  const { lane, first, closed, number } = shard
  const start = { kind: 'shard-start', entry: first - 1, lane, shard: number } as const
  const firstNumber = sequenceNumber(log.createdAtMs, start)
  return {
    id: shardIdOf(shard),
    shard,
    parentId: isFirstOfStream(shard, label) || !shard.parent ? undefined : shardIdOf(shard.parent),
    firstNumber,
    lastNumber: closed && lastNumber(log, shard, closed.last, firstNumber),
  }
}

/** An empty shard ends where it starts, which is before its children start. */
function lastNumber(
  { createdAtMs }: ChangeLog,
  { lane, first }: Shard,
  last: number,
  none: string,
) {
  return last < first ? none : sequenceNumber(createdAtMs, { kind: 'change', entry: last, lane })
}

/** As many as the service returns at once, and at least one. */
function withinPage(records: readonly StreamRecord[]): readonly StreamRecord[] {
  let bytes = 0
  const end = records.findIndex(({ sizeBytes }) => (bytes += sizeBytes) > streamPageBytesMax)
  return end === -1 ? records : records.slice(0, Math.max(1, end))
}
