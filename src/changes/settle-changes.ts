/**
 * What a change of a table's definition means for its change log and streams. A log begins with the
 * first reader that wants it and ends with the last; a stream begins and ends with its setting.
 * This is derived by comparing the definitions, so a caller that changes a table only says what it
 * wants.
 *
 * The caller holds the table's space exclusively: `change-log.ts` says why.
 */
import type {
  ChangeLogSetting,
  StreamDraft,
  StreamSetting,
  TableDefinition,
} from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Mutation, SpaceId } from '../storage/engine.js'
import { beginLog, endLog, relabel } from './change-log.js'
import type { FoundChanges } from './found-changes.js'
import { imagesWanted } from './images-wanted.js'
import { evenLanes, lanesWanted, splitLanes } from './lanes.js'
import type { ReaderDraft } from './reader.js'
import { joinedLabel } from './shard.js'
import { endReaders, settleReaders } from './settle-readers.js'
import { labelled, putStream, type Stream } from './stream-record.js'

/**
 * A definition as it is wanted: its stream may not have a label yet, and its log is computed here.
 */
export type WantedDefinition = Omit<TableDefinition, 'stream'> & {
  readonly stream?: StreamSetting | StreamDraft
}

export interface SettledChanges {
  readonly stream: StreamSetting | undefined
  readonly changes: ChangeLogSetting | undefined
  readonly mutations: readonly Mutation[]
}

export interface SettlementTimes {
  readonly nowMs: number
  /** When the change is considered done. */
  readonly doneAtMs: number
}

/** What is wanted of a table's log, besides what the definition says about its stream. */
export interface LogWish {
  readonly readers: readonly ReaderDraft[]
  /** Of other tables that have the same log, enabled or not. */
  readonly otherStreams?: readonly StreamSetting[]
  /** Used if a log begins: then the resulting log has this space. */
  readonly freeSpace: SpaceId
}

export function settleChanges(
  wanted: WantedDefinition,
  wish: LogWish,
  found: FoundChanges,
  times: SettlementTimes,
): SettledChanges {
  const { otherStreams = [] } = wish
  const labels = [found.latestStream, ...otherStreams].map((each) => each?.label ?? '')
  const stream = wanted.stream && labelled(wanted.stream, labels, times.nowMs)
  const definition = { ...wanted, stream }
  const { changes, mutations } = settleLanes(definition, wish, found, times.nowMs)
  const streams = settleStreams(definition, changes, found.latestStream, times)
  const readers = settleReaders(definition, wish.readers, { changes, nowMs: times.nowMs }, found)
  return { stream, changes, mutations: [...mutations, ...streams, ...readers] }
}

/** Settles the log itself: whether there is one, its lanes, and what it keeps of a change. */
function settleLanes(
  wanted: TableDefinition,
  { readers, otherStreams = [], freeSpace }: LogWish,
  { log, heads }: FoundChanges,
  nowMs: number,
): Pick<SettledChanges, 'changes' | 'mutations'> {
  const streams = [...(wanted.stream ? [wanted.stream] : []), ...otherStreams].filter(
    ({ enabled }) => enabled,
  )
  const images = imagesWanted(streams, readers)
  const label = joinedLabel(streams)
  const { changes, name: tableName, account, region } = wanted
  const tableId = wanted.spacesOwner ?? wanted.id
  if (changes === undefined) {
    if (images === undefined) return { changes, mutations: [] }
    const lanes = evenLanes(lanesWanted(wanted.billing))
    const origin = { account, region, space: freeSpace, tableName, tableId }
    const { mutations } = beginLog(origin, lanes, label, nowMs)
    return { changes: { space: freeSpace, images, lanes }, mutations }
  }
  assert(log !== undefined, 'a table whose changes are kept has a log', { tableName })
  if (images === undefined) {
    return { changes: undefined, mutations: endLog(log, heads, nowMs).mutations }
  }
  const next = splitLanes(changes.lanes, lanesWanted(wanted.billing), log.nextLane)
  const sameShards = log.open.every((shard) => shard.label === label)
  if (sameShards && next.length === changes.lanes.length) {
    return { changes: { ...changes, images }, mutations: [] }
  }
  const { mutations } = relabel(log, heads, { lanes: next, label }, nowMs)
  const lanes = next.map(({ number, fromHash }) => ({ number, fromHash }))
  return { changes: { ...changes, images, lanes }, mutations }
}

/** For a table that is being deleted: its changes stay readable for as long as its readers want. */
export function endChanges(
  found: FoundChanges,
  { nowMs, doneAtMs }: SettlementTimes,
): readonly Mutation[] {
  const { latestStream: latest, log, heads } = found
  return [
    ...(log === undefined ? [] : endLog(log, heads, nowMs).mutations),
    ...endReaders(found, nowMs),
    ...closeStream(latest, nowMs, doneAtMs),
  ]
}

export function closeStream(
  latest: Stream | undefined,
  atMs: number,
  disabledFromMs: number,
): readonly Mutation[] {
  if (latest === undefined || latest.closed !== undefined) return []
  return [putStream({ ...latest, closed: { atMs, disabledFromMs } })]
}

/** At most one stream of a table is open: the latest. */
function settleStreams(
  wanted: TableDefinition,
  changes: ChangeLogSetting | undefined,
  latest: Stream | undefined,
  { nowMs, doneAtMs }: SettlementTimes,
): readonly Mutation[] {
  const { stream } = wanted
  const goesOn = stream?.enabled === true && stream.label === latest?.label
  if (goesOn) return []
  const ended = closeStream(latest, nowMs, doneAtMs)
  if (!stream?.enabled) return ended
  assert(changes !== undefined, 'a stream reads a log')
  return [...ended, putStream(newStream(wanted, stream, changes, { nowMs, doneAtMs }))]
}

function newStream(
  { account, region, name: tableName, keySchema }: TableDefinition,
  { label, viewType }: StreamSetting,
  { space }: ChangeLogSetting,
  { nowMs, doneAtMs }: SettlementTimes,
): Stream {
  const times = { createdAtMs: nowMs, enabledFromMs: doneAtMs }
  return { account, region, tableName, label, viewType, keySchema, space, ...times }
}
