/**
 * The reports of bulk puts: the records that were not written, as lines of JSON in objects of the output
 * bucket, and a manifest at the end. AWS: their layout was not recorded.
 */
import { ticketOf } from '../jobs/long-job.js'
import type { Item } from '../model/item.js'
import type { ObjectStore } from '../objects/object-store.js'
import { arnOfBulkPut, type BulkNote, type BulkPutRecord, type BulkReport } from './bulk-details.js'

/** A note with the items that it is about, as far as they are known. */
export interface BulkReportLine extends BulkNote {
  readonly item?: Item | undefined
  readonly existing?: Item | undefined
}

export interface BulkReports {
  readonly sequence: number
  readonly lines: Readonly<Record<BulkReport, readonly BulkReportLine[]>>
}

const folders: Readonly<Record<BulkReport, string>> = {
  ERROR: 'error',
  CONDITION_CHECK_FAILURE: 'condition-check-failure',
}

export async function writeBulkReports(
  objects: ObjectStore,
  record: BulkPutRecord,
  { sequence, lines }: BulkReports,
): Promise<void> {
  for (const report of record.details.output.reports) {
    if (lines[report].length === 0) continue
    const texts = lines[report].map((each) => `${JSON.stringify(lineOf(record, each))}\n`)
    await writeText(objects, record, reportName(report, sequence), texts.join(''))
  }
}

/** After a restart: says what is still known of records whose report may not have been written. */
export async function ensureBulkReports(
  objects: ObjectStore,
  record: BulkPutRecord,
): Promise<void> {
  const { unreported, output } = record.details
  if (unreported === undefined) return
  const { sequence, errors, conditions } = unreported
  const lines = { ERROR: errors, CONDITION_CHECK_FAILURE: conditions }
  for (const report of output.reports) {
    const key = keyOf(record, reportName(report, sequence))
    if ((await objects.stat(output.bucket, key)) !== undefined) lines[report] = []
  }
  await writeBulkReports(objects, record, { sequence, lines })
}

export async function writeBulkManifest(
  objects: ObjectStore,
  record: BulkPutRecord,
): Promise<void> {
  const { counts, input, output, tableArn } = record.details
  const manifest = {
    bulkOperationArn: arnOfBulkPut(record),
    tableArn,
    inputS3Bucket: input.bucket,
    inputS3KeyPrefix: input.prefix ?? null,
    writtenItemCount: counts.written,
    conditionCheckFailureCount: counts.conditionsFailed,
    failedItemCount: counts.failed,
    reports: output.reports.map((report) => keyOf(record, folders[report])),
  }
  await writeText(objects, record, 'manifest.json', `${JSON.stringify(manifest)}\n`)
}

function lineOf(
  { details }: BulkPutRecord,
  { key, index, message, item, existing }: BulkReportLine,
) {
  const pointer = { bucket: details.input.bucket, key, itemIndex: index }
  return { itemS3Pointer: pointer, errorMessage: message, item, existingItem: existing }
}

function reportName(report: BulkReport, sequence: number): string {
  return `${folders[report]}/${String(sequence).padStart(12, '0')}.json`
}

function keyOf(record: BulkPutRecord, name: string): string {
  const { prefix = '' } = record.details.output
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  return `${folder}AWSDynamoDB/${ticketOf(record)}/${name}`
}

async function writeText(
  objects: ObjectStore,
  record: BulkPutRecord,
  name: string,
  text: string,
): Promise<void> {
  const { bucket } = record.details.output
  const options = { contentType: 'application/json' }
  const writer = await objects.write(bucket, keyOf(record, name), options)
  try {
    await writer.write(Buffer.from(text))
    await writer.finish()
  } finally {
    await writer.abort()
  }
}
