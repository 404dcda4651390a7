/**
 * A shard: a stretch of one lane, from its first entry on and, once it is closed, up to its last.
 * It closes when its time is up, when its lane is split, and when a stream begins or ends. What
 * follows in the lane, or in the lanes it was split into, belongs to its children.
 *
 * The numbers of entries increase along a lane and continue in the lanes it is split into, so they
 * increase from a shard to its children.
 */
import { systemSpace, type Get, type Mutation, type SpaceId } from '../storage/engine.js'
import { changeShardKey } from '../storage/change-keys.js'
import { jsonRecord } from '../storage/json-record.js'

export interface ShardName {
  /** Counts the shards of a log in the order in which they were opened. */
  readonly number: number
  /** No two consecutive shards of a log were opened at the same time. */
  readonly openedAtMs: number
}

export interface Shard extends ShardName {
  readonly lane: number
  /** The shard before it, which may be trimmed or belong to another stream. */
  readonly parent?: ShardName
  /**
   * The label of the stream it belongs to; undefined while no stream reads the log. Tables that have the
   * same items have a stream each: then all labels, with blanks between them.
   */
  readonly label?: string
  /** Whether it is one of the first shards of its stream: its parent then belongs to another. */
  readonly beginsStream?: boolean
  /** The label of its parent if it begins one stream and continues others. */
  readonly parentLabel?: string
  /** The number of the first entry it can have. */
  readonly first: number
  /** Entries up to this one were deleted, or were never in this shard. */
  readonly trimmedThrough: number
  readonly closed?: ShardEnd
}

export interface ShardEnd {
  readonly atMs: number
  /** The number of the last entry; one less than `first` if there is none. */
  readonly last: number
}

/** `head` is the last number that the shard's lane assigned. */
export function closedShard(shard: Shard, head: number, atMs: number): Shard {
  return { ...shard, closed: { atMs, last: Math.max(head, shard.first - 1) } }
}

const { encode, decode } = jsonRecord<Shard>('changeLog')

export function decodeShard(record: Buffer): Shard {
  return decode(record)
}

/** A closed shard has its own record; open ones are in the record of the log. */
export function putShard(space: SpaceId, shard: Shard): Mutation {
  const key = changeShardKey(space, shard.number)
  return { kind: 'put', space: systemSpace, key, value: encode(shard) }
}

export function deleteShard(space: SpaceId, { number }: Shard): Mutation {
  return { kind: 'delete', space: systemSpace, key: changeShardKey(space, number) }
}

export function getShard(space: SpaceId, number: number): Get {
  return { kind: 'get', space: systemSpace, key: changeShardKey(space, number) }
}

/** The label of shards that belong to all of these streams. */
export function joinedLabel(streams: readonly { readonly label: string }[]): string | undefined {
  return streams.length === 0
    ? undefined
    : streams
        .map(({ label }) => label)
        .sort()
        .join(' ')
}

function hasLabel(joined: string | undefined, label: string): boolean {
  return joined === label || (joined?.split(' ').includes(label) ?? false)
}

export function isOfStream(shard: Shard, label: string): boolean {
  return hasLabel(shard.label, label)
}

/** Whether it is one of the first shards of a stream that it belongs to. */
export function isFirstOfStream({ beginsStream, parentLabel }: Shard, label: string): boolean {
  return beginsStream === true && !hasLabel(parentLabel, label)
}
