/**
 * What a change of a table's definition means for the readers of its log, derived by comparing the
 * readers it wants with those that are stored.
 *
 * The caller holds the table's space exclusively, so the old definition ends and the new one begins
 * at the heads of the lanes.
 */
import { limitExceeded } from '../model/errors.js'
import type { ChangeLogSetting, TableDefinition } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Mutation } from '../storage/engine.js'
import { readersOfKindMax } from './limits.js'
import type { FoundChanges } from './found-changes.js'
import { isReplaceable, sameReader, type LogReader, type ReaderDraft } from './reader.js'
import { deleteReader, putReaders } from './reader-record.js'

export interface ReaderSettlement {
  /** The log that the table has now. */
  readonly changes: ChangeLogSetting | undefined
  readonly nowMs: number
}

export function settleReaders(
  table: TableDefinition,
  wanted: readonly ReaderDraft[],
  { changes, nowMs }: ReaderSettlement,
  found: FoundChanges,
): readonly Mutation[] {
  const isWanted = (reader: LogReader) => wanted.some((draft) => sameReader(draft, reader))
  const settled = wanted.flatMap((draft): readonly LogReader[] => {
    const current = found.readers.find((reader) => sameReader(draft, reader))
    if (current !== undefined && !isOver(current)) return changedReader(current, draft)
    assert(changes !== undefined, 'a reader has a log', { tableName: table.name })
    requireRoom(found.readers, draft)
    return [newReader(table, changes, draft, found)]
  })
  const left = found.readers.filter((reader) => !isWanted(reader))
  const replaced = left.filter((reader) => isReplaced(reader, settled))
  return [
    ...putReaders(found.mark, [...ended(left, found, nowMs), ...settled]),
    ...replaced.map(deleteReader),
  ]
}

/** Whether it has ended and nobody reads the rest: one that is wanted again under its name begins anew. */
function isOver(reader: LogReader): boolean {
  return isReplaceable(reader) && reader.end !== undefined
}

/** Some readers that have ended are of no use once the next one of their kind begins. */
function isReplaced(ended: LogReader, settled: readonly LogReader[]): boolean {
  return isOver(ended) && settled.some((reader) => reader.kind === ended.kind)
}

/** For a table that is being deleted: its earlier changes are still read. */
export function endReaders(found: FoundChanges, nowMs: number): readonly Mutation[] {
  return putReaders(found.mark, ended(found.readers, found, nowMs))
}

function ended(
  readers: readonly LogReader[],
  { log, heads }: FoundChanges,
  nowMs: number,
): readonly LogReader[] {
  const running = readers.filter(({ end }) => end === undefined)
  if (running.length === 0) return []
  assert(log !== undefined, 'a reader has a log')
  const end = { heads: [...heads], nextLane: log.nextLane, atMs: nowMs }
  return running.map((reader) => ({ ...reader, end }))
}

function changedReader(current: LogReader, draft: ReaderDraft): readonly LogReader[] {
  const changed = { ...current, ...draft }
  return JSON.stringify(changed) === JSON.stringify(current) ? [] : [changed]
}

function requireRoom(readers: readonly LogReader[], { kind }: ReaderDraft): void {
  const others = readers.filter((reader) => reader.kind === kind && !isReplaceable(reader))
  if (others.length < readersOfKindMax) return
  throw limitExceeded(
    `Changes of this table are still being delivered to ${readersOfKindMax} earlier destinations`,
  )
}

function newReader(
  { account, region, name: tableName, id: tableId }: TableDefinition,
  { space, lanes }: ChangeLogSetting,
  draft: ReaderDraft,
  { heads }: FoundChanges,
): LogReader {
  const positions = lanes.map(({ number: lane }) => ({ lane, next: (heads.get(lane) ?? 0) + 1 }))
  const nextLane = 1 + Math.max(...lanes.map(({ number }) => number))
  return { account, region, space, tableName, tableId, ...draft, positions, nextLane }
}
