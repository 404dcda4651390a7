/** What a transaction of bulk puts came to: counts, and what is to be reported. */
import type { EachOutcome } from '../items/write/write-each.js'
import type { Work } from '../items/work.js'
import type { Item } from '../model/item.js'
import type { BulkBatch, BulkWrite } from './bulk-batch.js'
import {
  handledRecords,
  type BulkCounts,
  type BulkNote,
  type BulkPutDetails,
  type BulkUnreported,
} from './bulk-details.js'
import { bulkNoteLengthMax } from './import-limits.js'
import type { BulkReportLine, BulkReports } from './bulk-reports.js'

type Outcomes = readonly EachOutcome[]

export function bulkCountsAfter(
  before: BulkCounts,
  { errors, objectBytes }: BulkBatch,
  outcomes: Outcomes,
): BulkCounts {
  const indexBytes: Record<string, number> = { ...before.indexBytes }
  let { written, conditionsFailed, failed, tableBytes } = before
  for (const outcome of outcomes) {
    if (outcome.kind === 'written') {
      written++
      tableBytes += addBytes(outcome.outcome.work, indexBytes)
    } else if (isFailedCondition(outcome)) conditionsFailed++
    else failed++
  }
  failed += errors.length
  const inputBytes = before.inputBytes + objectBytes
  return { written, conditionsFailed, failed, inputBytes, tableBytes, indexBytes }
}

/** Returns the bytes of the table's own items. */
function addBytes(work: Work, indexBytes: Record<string, number>): number {
  let bytes = 0
  for (const { indexName, bytes: touched } of work) {
    if (indexName === undefined) bytes += touched
    else indexBytes[indexName] = (indexBytes[indexName] ?? 0) + touched
  }
  return bytes
}

function isFailedCondition(outcome: EachOutcome): boolean {
  return outcome.kind === 'failed' && outcome.fault.type === 'ConditionalCheckFailedException'
}

/** With the items. */
export function bulkReportsOf(
  { counts }: BulkPutDetails,
  batch: BulkBatch,
  outcomes: Outcomes,
): BulkReports {
  const lines = { ERROR: [...batch.errors], CONDITION_CHECK_FAILURE: [] as BulkReportLine[] }
  for (const [i, write] of batch.writes.entries()) {
    const outcome = outcomes[i]!
    if (outcome.kind === 'written') continue
    const report = isFailedCondition(outcome) ? 'CONDITION_CHECK_FAILURE' : 'ERROR'
    lines[report].push(lineOf(write, outcome))
  }
  return { sequence: handledRecords(counts), lines }
}

function lineOf(
  { key, index, item }: BulkWrite,
  { fault }: Exclude<EachOutcome, { kind: 'written' }>,
): BulkReportLine {
  const existing = fault.payload['Item'] as Item | undefined
  return { key, index, message: fault.message, item, existing }
}

/** Without the items, to be stored. */
export function unreportedOf(
  details: BulkPutDetails,
  batch: BulkBatch,
  outcomes: Outcomes,
): BulkUnreported | undefined {
  const { sequence, lines } = bulkReportsOf(details, batch, outcomes)
  const errors = lines.ERROR.map(noteOf)
  const conditions = lines.CONDITION_CHECK_FAILURE.map(noteOf)
  return errors.length + conditions.length === 0 ? undefined : { sequence, errors, conditions }
}

function noteOf({ key, index, message }: BulkReportLine): BulkNote {
  return { key, index, message: message.slice(0, bulkNoteLengthMax) }
}

const unitBytes = 1024

/** The units that the puts of a batch take in the table itself. */
export function writeUnits({ writes }: BulkBatch): number {
  let units = 0
  for (const { write } of writes) {
    const { action } = write.write
    if (action.kind === 'put') units += Math.max(1, Math.ceil(action.sizeBytes / unitBytes))
  }
  return units
}
