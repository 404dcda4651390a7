/** An import as AWS describes it. */
import type {
  ImportStatus,
  ImportSummary,
  ImportTableDescription,
  InputFormatOptions,
  S3BucketSource,
  TableCreationParameters,
} from '../../../api/generated/dynamodb-types.js'
import { isEnded } from '../../../jobs/job-record.js'
import { arnOfImport, logGroupArn, type ImportRecord } from '../../../transfers/import-details.js'

export function importDescription(record: ImportRecord): ImportTableDescription {
  const { details } = record
  return {
    ...importSummary(record),
    TableId: details.tableId,
    ClientToken: details.clientToken,
    InputFormatOptions: formatOptions(record),
    InputCompressionType: details.compression,
    TableCreationParameters: details.parameters as TableCreationParameters,
    ...countMembers(record),
    ...failureMembers(record),
  }
}

export function importSummary(record: ImportRecord): ImportSummary {
  const { details, table, createdAtMs, endedAtMs } = record
  return {
    ImportArn: arnOfImport(record),
    ImportStatus: statusOf(record),
    TableArn: details.tableArn,
    S3BucketSource: bucketSource(record),
    CloudWatchLogGroupArn: logGroupArn(table),
    InputFormat: details.format,
    StartTime: createdAtMs / 1000,
    ...(endedAtMs !== undefined && { EndTime: endedAtMs / 1000 }),
  }
}

/** AWS: the owner is filled in. */
function bucketSource({ details: { source }, table }: ImportRecord): S3BucketSource {
  return {
    S3Bucket: source.bucket,
    S3BucketOwner: source.bucketOwner ?? table.account,
    ...(source.prefix !== undefined && { S3KeyPrefix: source.prefix }),
  }
}

function formatOptions({ details: { csv } }: ImportRecord): InputFormatOptions | undefined {
  if (csv === undefined) return undefined
  return { Csv: { Delimiter: csv.delimiter, HeaderList: csv.header } }
}

function statusOf(record: ImportRecord): ImportStatus {
  if (!isEnded(record)) return 'IN_PROGRESS'
  return record.state === 'done' ? 'COMPLETED' : 'FAILED'
}

/** AWS: nothing is counted before the end. */
function countMembers(record: ImportRecord): ImportTableDescription {
  if (!isEnded(record)) return { ProcessedItemCount: 0, ImportedItemCount: 0, ErrorCount: 0 }
  const { imported, errors, bytes } = record.details.counts
  return {
    ProcessedSizeBytes: bytes,
    ProcessedItemCount: imported + errors,
    ImportedItemCount: imported,
    ErrorCount: errors,
  }
}

function failureMembers({ state, code, reason }: ImportRecord): ImportTableDescription {
  return state === 'failed' ? { FailureCode: code, FailureMessage: reason } : {}
}
