/**
 * The one log of a table's changes: which table it belongs to, which of its shards are open, and
 * how new shards replace them.
 *
 * Every change is appended in the transaction that makes it (`items/write/write.ts`), so the log
 * holds each change exactly once. The engine numbers the entries of a lane in commit order: once an
 * entry can be read, so can all lower ones. Why no entry can be missing from a closed shard or be
 * in two shards, whichever server wrote it:
 *
 * - A roll-over only cuts a lane at its head. It holds the log's space exclusively from before it
 *   reads the head until it commits, so every entry up to the head is committed, and every later
 *   one gets a higher number and belongs to the child. Writers are not affected: they do not know
 *   about shards.
 * - A change of the lanes, or the end of the log, changes the table's definition, in a transaction
 *   that holds the table's space exclusively. A write that began under the old definition has
 *   either committed before the heads are read, or its guard is broken and it starts over with the
 *   new definition.
 */
import type { Scope } from '../model/arn.js'
import type { ChangeLane } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import {
  systemSpace,
  type Get,
  type Guard,
  type HeadsRead,
  type LogHead,
  type Mutation,
  type SpaceId,
} from '../storage/engine.js'
import { changeLaneKey, changeLogKey, changeLogMarkKey, laneOfKey } from '../storage/change-keys.js'
import { currentFormat } from '../storage/format.js'
import { jsonRecord } from '../storage/json-record.js'
import type { NextLane } from './lanes.js'
import { closedShard, putShard, type Shard } from './shard.js'

export interface ChangeLog extends Scope {
  readonly space: SpaceId
  readonly tableName: string
  readonly tableId: string
  readonly createdAtMs: number
  readonly nextShard: number
  readonly nextLane: number
  /** When the latest shards were opened. Later ones get a later time, whatever the clock says. */
  readonly lastOpenedAtMs: number
  readonly open: readonly Shard[]
  /** Everything that was trimmed is at least this old. Not known of logs that were trimmed before. */
  readonly trimmedToMs?: number
  /** Streams do not show what is this old or older, which is kept for others. */
  readonly hiddenToMs?: number
  /** Set when the last reader ended or the table was deleted. */
  readonly endedAtMs?: number
}

/** The last number that each lane assigned; lanes without an entry are absent. */
export type LaneHeads = ReadonlyMap<number, number>

export function getLog(space: SpaceId): Get {
  return { kind: 'get', space: systemSpace, key: changeLogKey(space) }
}

export function readHeads(space: SpaceId): HeadsRead {
  return { kind: 'heads', space }
}

export function laneHeads(heads: readonly LogHead[]): LaneHeads {
  return new Map(heads.map(({ log, number }) => [laneOfKey(log), number]))
}

const { encode, decode } = jsonRecord<ChangeLog>('changeLog')

export function decodeLog(record: Buffer): ChangeLog {
  return decode(record)
}

export function putLog(log: ChangeLog): Mutation {
  const key = changeLogKey(log.space)
  return { kind: 'put', space: systemSpace, key, value: encode(log) }
}

const mark = Buffer.of(currentFormat.changeLog)

/** Holds as long as the log's space exists: for readers that continue from an earlier position. */
export function logGuard(space: SpaceId): Guard {
  return { space: systemSpace, key: changeLogMarkKey(space), value: mark }
}

export interface LogChange {
  readonly log: ChangeLog
  readonly mutations: readonly Mutation[]
}

export interface LogOrigin extends Scope {
  readonly space: SpaceId
  readonly tableName: string
  readonly tableId: string
}

/** Starts a log, with a shard for each of its lanes. */
export function beginLog(
  origin: LogOrigin,
  lanes: readonly ChangeLane[],
  label: string | undefined,
  nowMs: number,
): LogChange {
  const { space, tableName, tableId } = origin
  const open = lanes.map(({ number }) => openedShard({ number, lane: number, label }, nowMs, 0))
  const log: ChangeLog = {
    ...origin,
    createdAtMs: nowMs,
    nextShard: open.length,
    nextLane: lanes.length,
    lastOpenedAtMs: nowMs,
    open,
  }
  return {
    log,
    mutations: [
      { kind: 'create-space', space, label: `${tableName} changes`, owner: tableId },
      { kind: 'put', space: systemSpace, key: changeLogMarkKey(space), value: mark },
      putLog(log),
    ],
  }
}

/** Closes the open shards that are due; each gets one child, in its own lane. */
export function rollOver(
  log: ChangeLog,
  heads: LaneHeads,
  isDue: (shard: Shard) => boolean,
  nowMs: number,
): LogChange {
  const due = log.open.filter(isDue)
  const lanes = due.map(({ lane, label }) => ({ lane, parent: lane, label }))
  const change = replaceShards(log, heads, { closing: due, opening: lanes }, nowMs)
  return { ...change, mutations: [...change.mutations, putLog(change.log)] }
}

export interface NextStream {
  readonly lanes: readonly NextLane[]
  readonly label: string | undefined
}

/**
 * Closes all open shards and opens new ones in the given lanes, for the stream with this label or
 * for none.
 */
export function relabel(
  log: ChangeLog,
  heads: LaneHeads,
  { lanes, label }: NextStream,
  nowMs: number,
): LogChange {
  const next = lanes.map(({ number, parent }) => ({ lane: number, parent, label }))
  const fresh = lanes.filter(({ number }) => number >= log.nextLane)
  const change = replaceShards(log, heads, { closing: log.open, opening: next }, nowMs)
  const nextLane = log.nextLane + fresh.length
  const starts = fresh.flatMap(({ number, parent }) => startLane(log.space, number, heads, parent))
  const moved = { ...change.log, nextLane }
  return { log: moved, mutations: [...change.mutations, ...starts, putLog(moved)] }
}

/** Closes all open shards for good. */
export function endLog(log: ChangeLog, heads: LaneHeads, nowMs: number): LogChange {
  const { log: closed, mutations } = replaceShards(
    log,
    heads,
    { closing: log.open, opening: [] },
    nowMs,
  )
  const ended = { ...closed, endedAtMs: nowMs }
  return { log: ended, mutations: [...mutations, putLog(ended)] }
}

interface LaneShard {
  readonly lane: number
  /** The lane of the shard that it follows. */
  readonly parent: number
  readonly label: string | undefined
}

interface ShardTurnover {
  readonly closing: readonly Shard[]
  readonly opening: readonly LaneShard[]
}

function replaceShards(
  log: ChangeLog,
  heads: LaneHeads,
  { closing, opening }: ShardTurnover,
  nowMs: number,
): LogChange {
  const openedAtMs = Math.max(nowMs, log.lastOpenedAtMs + 1)
  const closed = closing.map((shard) => closedShard(shard, heads.get(shard.lane) ?? 0, nowMs))
  const opened = opening.map(({ lane, parent: parentLane, label }, i) => {
    const before = closed.find((shard) => shard.lane === parentLane)
    assert(before?.closed !== undefined, 'a shard follows one that is closed', { lane })
    const beginsStream = before.label === label ? undefined : true
    const parentLabel = continuesSome(before.label, label) ? before.label : undefined
    const parent = { number: before.number, openedAtMs: before.openedAtMs }
    const names = { number: log.nextShard + i, lane, parent, label, beginsStream }
    return openedShard(
      { ...names, ...(parentLabel && { parentLabel }) },
      openedAtMs,
      before.closed.last,
    )
  })
  const result: ChangeLog = {
    ...log,
    nextShard: log.nextShard + opened.length,
    lastOpenedAtMs: openedAtMs,
    open: [...log.open.filter((shard) => !closing.includes(shard)), ...opened],
  }
  return { log: result, mutations: closed.map((shard) => putShard(log.space, shard)) }
}

/** Whether another label has some streams in common with that of the shard before. */
function continuesSome(before: string | undefined, label: string | undefined): boolean {
  if (before === undefined || label === undefined || before === label) return false
  const labels = new Set(label.split(' '))
  return before.split(' ').some((each) => labels.has(each))
}

function openedShard(
  names: Pick<Shard, 'number' | 'lane' | 'parent' | 'label' | 'beginsStream' | 'parentLabel'>,
  openedAtMs: number,
  lastBefore: number,
): Shard {
  return { ...names, openedAtMs, first: lastBefore + 1, trimmedThrough: lastBefore }
}

/** A lane that was split off continues the numbers of its parent. */
function startLane(
  space: SpaceId,
  lane: number,
  heads: LaneHeads,
  parent: number,
): readonly Mutation[] {
  const number = heads.get(parent) ?? 0
  return number === 0 ? [] : [{ kind: 'start-log', space, log: changeLaneKey(lane), number }]
}
