/** Which stretch of a table's history an export covers, or why it cannot. */
import { ServiceError } from '../model/errors.js'
import { incrementalExportMsMax, incrementalExportMsMin } from '../model/limits.js'
import { recoveryUnavailable, requestNotValid } from '../model/recovery-errors.js'
import {
  wholeSeconds,
  type ExportExtent,
  type ExportView,
  type FullExtent,
  type IncrementalExtent,
} from './export-details.js'

export type ExtentWish = FullWish | IncrementalWish

export interface FullWish {
  readonly kind: 'full'
  /** Default: now. */
  readonly atMs?: number
  readonly isNamed: boolean
}

export interface IncrementalWish {
  readonly kind: 'incremental'
  readonly fromMs: number
  /** Default: now. */
  readonly toMs?: number
  readonly view?: ExportView
  /** Whether the time of a full export was given as well. */
  readonly hasTime?: boolean
}

export interface ExportedTable {
  readonly name: string
  readonly createdAtMs: number
  /** Undefined if point-in-time recovery is off. */
  readonly earliestMs: number | undefined
}

export function chosenExtent(wish: ExtentWish, table: ExportedTable, nowMs: number): ExportExtent {
  if (wish.kind === 'full') return fullExtent(wish, table, nowMs)
  const extent = incrementalExtent(wish, nowMs)
  // AWS: checked before recovery is looked at.
  checkWindow(extent, table, nowMs)
  // What AWS does with it after that is not known. It would have no effect, so it is refused.
  if (wish.hasTime === true) {
    throw requestNotValid('ExportTime should not be provided for Incremental Export')
  }
  requireCovered(extent.fromMs, requireEarliest(table))
  return extent
}

function fullExtent(
  { atMs: wanted, isNamed }: FullWish,
  table: ExportedTable,
  nowMs: number,
): FullExtent {
  const earliestMs = requireEarliest(table)
  const atMs = wanted ?? nowMs
  if (atMs > nowMs || atMs < wholeSeconds(table.createdAtMs)) {
    throw invalidExportTime('Export Time is invalid')
  }
  requireCovered(atMs, earliestMs)
  return { kind: 'full', atMs, isNamed, ...(wanted === undefined && { isNow: true }) }
}

function incrementalExtent(wish: IncrementalWish, nowMs: number): IncrementalExtent {
  const { fromMs, toMs = nowMs, view = 'NEW_AND_OLD_IMAGES' } = wish
  return {
    kind: 'incremental',
    fromMs: wholeSeconds(fromMs),
    toMs: wholeSeconds(toMs),
    view,
  }
}

function checkWindow(
  { fromMs, toMs }: IncrementalExtent,
  { createdAtMs }: ExportedTable,
  nowMs: number,
): void {
  if (fromMs < wholeSeconds(createdAtMs)) {
    throw invalidExportTime(
      `Incremental export period from time cannot be less than the table creation time : ${shownTime(fromMs)}`,
    )
  }
  if (toMs > nowMs) {
    throw invalidExportTime(
      `Incremental export period to time cannot be greater than the current time : ${shownTime(toMs)}`,
    )
  }
  const difference = 'Difference between export period from time and export period to time'
  if (toMs - fromMs < incrementalExportMsMin) {
    throw invalidExportTime(`${difference} is less than 15 minutes`)
  }
  // AWS: the sentence is a guess.
  if (toMs - fromMs > incrementalExportMsMax) {
    throw invalidExportTime(`${difference} is greater than 24 hours`)
  }
}

function requireEarliest({ name, earliestMs }: ExportedTable): number {
  if (earliestMs === undefined) throw recoveryUnavailable(name)
  return earliestMs
}

/** Clients send whole seconds: the second in which recovery was turned on counts as covered. */
function requireCovered(atMs: number, earliestMs: number): void {
  if (atMs >= wholeSeconds(earliestMs)) return
  throw invalidExportTime('Point in Time Recovery is not available for specified export time')
}

function invalidExportTime(sentence: string): ServiceError {
  return new ServiceError('InvalidExportTimeException', sentence)
}

function shownTime(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z')
}
