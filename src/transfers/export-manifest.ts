/** The two manifests by which others find an export's data files. */
import { createHash } from 'node:crypto'
import {
  arnOfExport,
  exportTime,
  shownMoment,
  type ExportedFile,
  type ExportOutcome,
  type ExportRecord,
} from './export-details.js'
import type { ExportLayout } from './export-layout.js'

/** One line for each file. */
export function filesManifest(files: readonly ExportedFile[], layout: ExportLayout): string {
  return files
    .map(({ itemCount, md5 }, i) => {
      const etag = etagOf(md5)
      const line = { itemCount, md5Checksum: md5, etag, dataFileS3Key: layout.data(i) }
      return `${JSON.stringify(line)}\n`
    })
    .join('')
}

/** AWS: that of an upload in one part, the MD5 of the MD5's bytes. */
function etagOf(md5: string): string {
  return `${createHash('md5').update(Buffer.from(md5, 'base64')).digest('hex')}-1`
}

/** One line, in the order in which AWS has it. */
export function summaryManifest(
  record: ExportRecord,
  layout: ExportLayout,
  { itemCount, billedBytes, endedAtMs }: ExportOutcome & { readonly endedAtMs: number },
): string {
  const { details, createdAtMs } = record
  const { destination, extent, format } = details
  const isFull = extent.kind === 'full'
  const times = isFull
    ? { exportTime: isoTime(shownMoment(extent, createdAtMs)) }
    : { exportFromTime: isoTime(extent.fromMs), exportToTime: isoTime(extent.toMs) }
  return JSON.stringify({
    version: isFull ? '2020-06-30' : '2023-08-01',
    exportArn: arnOfExport(record),
    startTime: isoTime(exportTime(record, createdAtMs)),
    endTime: isoTime(exportTime(record, endedAtMs)),
    tableArn: details.tableArn,
    tableId: details.tableId,
    ...times,
    s3Bucket: destination.bucket,
    s3Prefix: destination.prefix ?? null,
    s3SseAlgorithm: destination.encryption,
    s3SseKmsKeyId: destination.kmsKeyId ?? null,
    manifestFilesS3Key: layout.files,
    billedSizeBytes: billedBytes,
    itemCount,
    outputFormat: format,
    ...(isFull ? {} : { outputView: extent.view, exportType: 'INCREMENTAL_EXPORT' }),
  })
}

/** The content of a checksum's file. */
export function md5Base64(text: string): string {
  return createHash('md5').update(text).digest('base64')
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString()
}
