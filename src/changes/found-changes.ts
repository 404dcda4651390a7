/** What a change of a table's definition must know about the table's log, streams and readers. */
import type { Scope } from '../model/arn.js'
import type { ChangeLogSetting } from '../model/table.js'
import type { Get, HeadsRead, Range, ResultsOf } from '../storage/engine.js'
import { getFormat } from '../storage/format.js'
import {
  decodeLog,
  getLog,
  laneHeads,
  readHeads,
  type ChangeLog,
  type LaneHeads,
} from './change-log.js'
import type { LogReader } from './reader.js'
import { decodeReader, readersOf } from './reader-record.js'
import { decodeStream, latestStream, type Stream } from './stream-record.js'

/**
 * What is stored about a table's log and streams, as far as a change of its definition needs it.
 */
export interface FoundChanges {
  /** The store's format mark, in case the change has to raise it. */
  readonly mark: Buffer | undefined
  readonly latestStream: Stream | undefined
  readonly log: ChangeLog | undefined
  readonly heads: LaneHeads
  /** Including readers that have ended and are reading the rest. */
  readonly readers: readonly LogReader[]
}

/** For a table without a log. */
type BareReads = readonly [mark: Get, latestStream: Range]
type LogReads = readonly [...BareReads, log: Get, heads: HeadsRead, readers: Range]
export type ChangeReads = BareReads | LogReads

/** The reads whose results `foundChanges` interprets. */
export function changeReads(
  scope: Scope,
  tableName: string,
  changes: ChangeLogSetting | undefined,
): ChangeReads {
  const bare = [getFormat(), latestStream(scope, tableName)] as const
  if (changes === undefined) return bare
  const { space } = changes
  return [...bare, getLog(space), readHeads(space), readersOf(space)]
}

export function foundChanges(answers: ResultsOf<ChangeReads>): FoundChanges {
  const [mark, latest, log, heads, readers] = answers
  const [stream] = latest.entries
  return {
    mark,
    latestStream: stream && decodeStream(stream.value),
    log: log && decodeLog(log),
    heads: laneHeads(heads ?? []),
    readers: (readers?.entries ?? []).map(({ value }) => decodeReader(value)),
  }
}
