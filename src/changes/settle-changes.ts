/**
 * What a change of a table's definition means for its change log and streams: a log begins with the
 * first reader that wants it and ends with the last, a stream begins and ends with its setting. Told by
 * comparing the definitions, so whoever changes a table only says what it shall be.
 *
 * Whoever runs this holds the table's space to itself: `change-log.ts` says why.
 */
import type { Scope } from '../model/arn.js'
import type {
  ChangeLogSetting,
  StreamDraft,
  StreamSetting,
  TableDefinition,
} from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Get, HeadsRead, Mutation, Range, ResultsOf, SpaceId } from '../storage/engine.js'
import { getFormat } from '../storage/format.js'
import {
  beginLog,
  decodeLog,
  endLog,
  getLog,
  laneHeads,
  readHeads,
  relabel,
  type ChangeLog,
  type LaneHeads,
} from './change-log.js'
import { decodeDelivery, deliveriesOf, type Delivery } from './reader.js'
import { imagesWanted } from './images-wanted.js'
import { evenLanes, lanesWanted, splitLanes } from './lanes.js'
import { endDeliveries, settleDeliveries } from './settle-readers.js'
import { decodeStream, labelled, latestStream, putStream, type Stream } from './stream-record.js'

/** What is stored of a table's log and streams, as far as a change has to know it. */
export interface FoundChanges {
  /** The store's format mark, for what a change may have to raise it. */
  readonly mark: Buffer | undefined
  readonly latestStream: Stream | undefined
  readonly log: ChangeLog | undefined
  readonly heads: LaneHeads
  /** To Kinesis streams, also those that are only being finished. */
  readonly deliveries: readonly Delivery[]
}

/** Of a table without a log. */
type BareReads = readonly [mark: Get, latestStream: Range]
type LogReads = readonly [...BareReads, log: Get, heads: HeadsRead, deliveries: Range]
export type ChangeReads = BareReads | LogReads

/** The reads whose answers `foundChanges` understands. */
export function changeReads(
  scope: Scope,
  tableName: string,
  changes: ChangeLogSetting | undefined,
): ChangeReads {
  const bare = [getFormat(), latestStream(scope, tableName)] as const
  if (changes === undefined) return bare
  const { space } = changes
  return [...bare, getLog(space), readHeads(space), deliveriesOf(space)]
}

export function foundChanges(answers: ResultsOf<ChangeReads>): FoundChanges {
  const [mark, latest, log, heads, deliveries] = answers
  const [stream] = latest.entries
  return {
    mark,
    latestStream: stream && decodeStream(stream.value),
    log: log && decodeLog(log),
    heads: laneHeads(heads ?? []),
    deliveries: (deliveries?.entries ?? []).map(({ value }) => decodeDelivery(value)),
  }
}

/** A definition as it shall be: its stream may have no label yet, and its log is to be told. */
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
  /** When the change counts as done. */
  readonly doneAtMs: number
}

/** `freeSpace` is taken if a log begins: then the result's log has it. */
export function settleChanges(
  wanted: WantedDefinition,
  found: FoundChanges,
  freeSpace: SpaceId,
  times: SettlementTimes,
): SettledChanges {
  const stream = wanted.stream && labelled(wanted.stream, found.latestStream, times.nowMs)
  const definition = { ...wanted, stream }
  const { changes, mutations } = settleLog(definition, found, freeSpace, times.nowMs)
  const streams = settleStreams(definition, changes, found.latestStream, times)
  const deliveries = settleDeliveries(definition, changes, found)
  return { stream, changes, mutations: [...mutations, ...streams, ...deliveries] }
}

function settleLog(
  wanted: TableDefinition,
  { log, heads }: FoundChanges,
  freeSpace: SpaceId,
  nowMs: number,
): Pick<SettledChanges, 'changes' | 'mutations'> {
  const images = imagesWanted(wanted)
  const label = wanted.stream?.enabled ? wanted.stream.label : undefined
  const { changes, name: tableName, id: tableId, account, region } = wanted
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
  const { mutations } = relabel(log, heads, next, label, nowMs)
  const lanes = next.map(({ number, fromHash }) => ({ number, fromHash }))
  return { changes: { ...changes, images, lanes }, mutations }
}

/** All that is to be done when a table goes, whoever reads its changes: they stay readable for a day. */
export function endChanges(
  found: FoundChanges,
  { nowMs, doneAtMs }: SettlementTimes,
): readonly Mutation[] {
  const { latestStream: latest, log, heads } = found
  return [
    ...(log === undefined ? [] : endLog(log, heads, nowMs).mutations),
    ...endDeliveries(found),
    ...closeStream(latest, nowMs, doneAtMs),
  ]
}

function closeStream(latest: Stream | undefined, atMs: number, disabledFromMs: number) {
  if (latest === undefined || latest.closed !== undefined) return []
  return [putStream({ ...latest, closed: { atMs, disabledFromMs } })]
}

/** At most one stream of a table is open, and it is the latest. */
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
