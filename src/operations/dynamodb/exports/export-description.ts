/** An export as AWS describes it. */
import type {
  ExportDescription,
  ExportStatus,
  ExportSummary,
} from '../../../api/generated/dynamodb-types.js'
import { isEnded } from '../../../jobs/job-record.js'
import {
  arnOfExport,
  exportTime,
  shownMoment,
  type ExportRecord,
} from '../../../transfers/export-details.js'
import { shownSpecification } from './filter-specification.js'

/** AWS: every body has it, although no model knows it. */
const destinationType: object = { DestinationType: 'S3' }

export function exportDescription(record: ExportRecord): ExportDescription {
  const { details, createdAtMs } = record
  const { destination, filter } = details
  return {
    ExportArn: arnOfExport(record),
    ExportStatus: statusOf(record),
    StartTime: exportTime(record, createdAtMs) / 1000,
    TableArn: details.tableArn,
    TableId: details.tableId,
    ...extentMembers(record),
    ClientToken: details.clientToken,
    S3Bucket: destination.bucket,
    S3BucketOwner: destination.bucketOwner,
    S3Prefix: destination.prefix,
    S3SseAlgorithm: destination.encryption,
    S3SseKmsKeyId: destination.kmsKeyId,
    ExportFormat: details.format,
    ...(filter && { FilterSpecification: shownSpecification(filter) }),
    ...endMembers(record),
    ...destinationType,
  }
}

export function exportSummary(record: ExportRecord): ExportSummary {
  const isFull = record.details.extent.kind === 'full'
  return {
    ExportArn: arnOfExport(record),
    ExportStatus: statusOf(record),
    ExportType: isFull ? 'FULL_EXPORT' : 'INCREMENTAL_EXPORT',
  }
}

function statusOf(record: ExportRecord): ExportStatus {
  if (!isEnded(record)) return 'IN_PROGRESS'
  return record.state === 'done' ? 'COMPLETED' : 'FAILED'
}

/** AWS: the type of a full export is repeated only if it was sent. */
function extentMembers({ details, createdAtMs }: ExportRecord): ExportDescription {
  const { extent } = details
  if (extent.kind === 'full') {
    const named = extent.isNamed ? ({ ExportType: 'FULL_EXPORT' } as const) : {}
    return { ExportTime: shownMoment(extent, createdAtMs) / 1000, ...named }
  }
  return {
    ExportType: 'INCREMENTAL_EXPORT',
    IncrementalExportSpecification: {
      ExportFromTime: extent.fromMs / 1000,
      ExportToTime: extent.toMs / 1000,
      ExportViewType: extent.view,
    },
  }
}

function endMembers(record: ExportRecord): ExportDescription {
  const { details, state, code, reason, endedAtMs } = record
  if (!isEnded(record) || endedAtMs === undefined) return {}
  const EndTime = exportTime(record, endedAtMs) / 1000
  if (state !== 'done') return { EndTime, FailureCode: code, FailureMessage: reason }
  const { manifest, itemCount, billedBytes } = details.outcome!
  return {
    EndTime,
    ExportManifest: manifest,
    BilledSizeBytes: billedBytes,
    ItemCount: itemCount,
  }
}
