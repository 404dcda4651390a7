/**
 * The keys of change logs and streams: their records in the system space, and a log's entries in
 * the log's own space. The prefixes are in `system-prefixes.ts` with all others.
 */
import type { Scope } from '../model/arn.js'
import type { SpaceId } from './engine.js'
import { terminatedPart } from './key-codec.js'
import { logEntryKey, prefixEnd, scopePrefix, spaceRecordKey, type KeyRange } from './keyspace.js'
import { system } from './system-prefixes.js'

/** A change log, by its own space. */
export function changeLogKey(space: SpaceId): Buffer {
  return spaceRecordKey(system.changeLog, space)
}

/** The change logs of all tables, or those after the given one. */
export function changeLogRange(after?: SpaceId): KeyRange {
  const from = after === undefined ? Buffer.of(system.changeLog) : changeLogKey(after + 1)
  return { from, to: Buffer.of(system.changeLog + 1) }
}

export function changeLogMarkKey(space: SpaceId): Buffer {
  return spaceRecordKey(system.changeLogMark, space)
}

/** A closed shard of a log, by its number. */
export function changeShardKey(space: SpaceId, shard: number): Buffer {
  const number = Buffer.allocUnsafe(shardNumberBytes)
  number.writeUInt32BE(shard)
  return Buffer.concat([spaceRecordKey(system.changeShard, space), number])
}

/** The closed shards of a log in the order of their numbers, starting at `from`. */
export function changeShardRange(space: SpaceId, from = 0): KeyRange {
  return {
    from: changeShardKey(space, from),
    to: spaceRecordKey(system.changeShard, space + 1),
  }
}

/** A lane of a change log, in the log's space: what `append` adds to. */
export function changeLaneKey(lane: number): Buffer {
  const key = Buffer.allocUnsafe(laneNumberBytes)
  key.writeUInt32BE(lane)
  return key
}

export function laneOfKey(key: Buffer): number {
  return key.readUInt32BE(0)
}

/** The entries of a lane, starting at `fromEntry`. */
export function laneEntries(lane: number, fromEntry: number): KeyRange {
  return { from: logEntryKey(changeLaneKey(lane), fromEntry), to: changeLaneKey(lane + 1) }
}

export function streamKey(scope: Scope, tableName: string, label: string): Buffer {
  return Buffer.concat([streamPrefix(scope, tableName), Buffer.from(label)])
}

/** The streams of one table, or of a whole scope, in the order of tables and labels. */
export function streamRange(scope: Scope, tableName?: string): KeyRange {
  const prefix =
    tableName === undefined ? scopePrefix(system.stream, scope) : streamPrefix(scope, tableName)
  return { from: prefix, to: prefixEnd(prefix) }
}

/** All streams. */
export function allStreams(): KeyRange {
  return { from: Buffer.of(system.stream), to: Buffer.of(system.stream + 1) }
}

/**
 * A reader of a log: prefix | space | when it began | its kind. Deliveries to Kinesis were there before
 * there were kinds, and name none.
 */
export function logReaderKey(space: SpaceId, kind: string, beganAtMs: number): Buffer {
  const began = Buffer.alloc(beganAtBytes)
  began.writeUIntBE(beganAtMs, 0, beganAtBytes)
  const suffix = Buffer.from(kind === 'kinesis' ? '' : kind)
  return Buffer.concat([spaceRecordKey(system.logReader, space), began, suffix])
}

/** The readers of one log, or of all. */
export function logReaderRange(space?: SpaceId): KeyRange {
  return space === undefined
    ? { from: Buffer.of(system.logReader), to: Buffer.of(system.logReader + 1) }
    : {
        from: spaceRecordKey(system.logReader, space),
        to: spaceRecordKey(system.logReader, space + 1),
      }
}

function streamPrefix(scope: Scope, tableName: string): Buffer {
  const prefix = scopePrefix(system.stream, scope)
  return Buffer.concat([prefix, terminatedPart(Buffer.from(tableName))])
}

const shardNumberBytes = 4
const laneNumberBytes = 4
const beganAtBytes = 6
