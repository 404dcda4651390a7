/** What ExportTableToPointInTime asks for. Everything that needs no table is checked here. */
import type {
  ExportTableToPointInTimeInput,
  IncrementalExportSpecification,
} from '../../../api/generated/dynamodb-types.js'
import { requestNotValid } from '../../../model/recovery-errors.js'
import type { ExportDestination, ExportFormat } from '../../../transfers/export-details.js'
import type { ExtentWish } from '../../../transfers/export-extent.js'
import type { RequestContext } from '../../operation.js'
import { requestDigest } from '../../request-digest.js'
import { readTransferredTable, type TransferredTable } from './transferred-table.js'
import { readFilterSpecification, type FilterWish } from './filter-specification.js'

export interface ExportWish {
  readonly table: TransferredTable
  readonly token: { readonly token: string; readonly digest: string } | undefined
  readonly destination: ExportDestination
  readonly format: ExportFormat
  readonly extent: ExtentWish
  readonly filter: FilterWish | undefined
}

/** In the order in which AWS reports them. */
export function readExport(
  input: ExportTableToPointInTimeInput,
  { caller }: RequestContext,
): ExportWish {
  const table = readTransferredTable(caller, input.TableArn)
  const destination = readDestination(input)
  const extent = readExtent(input)
  const filter = readFilterSpecification(input.FilterSpecification)
  return {
    table,
    token: readToken(input),
    destination,
    format: input.ExportFormat ?? 'DYNAMODB_JSON',
    extent,
    filter,
  }
}

function readDestination(input: ExportTableToPointInTimeInput): ExportDestination {
  const encryption = input.S3SseAlgorithm ?? 'AES256'
  const kmsKeyId = input.S3SseKmsKeyId
  if (kmsKeyId !== undefined) checkKmsKey(encryption, kmsKeyId)
  return {
    bucket: input.S3Bucket,
    bucketOwner: input.S3BucketOwner,
    prefix: input.S3Prefix,
    encryption,
    kmsKeyId,
  }
}

/** An id, an alias or the ARN of either. AWS: the pattern of its sentence was not recorded whole. */
const kmsKeyPattern = '[a-zA-Z0-9:/_-]+'
const kmsKeyRegExp = new RegExp(`^${kmsKeyPattern}$`)

function checkKmsKey(encryption: string, kmsKeyId: string): void {
  if (encryption !== 'KMS') {
    throw requestNotValid('KMS Key Id is not supported for this encryption type')
  }
  if (kmsKeyRegExp.test(kmsKeyId)) return
  throw requestNotValid(
    `1 validation error detected: Value '${kmsKeyId}' at 's3SseKmsKeyId' failed to satisfy constraint: ` +
      `Member must satisfy regular expression pattern: ${kmsKeyPattern}`,
  )
}

function readExtent(input: ExportTableToPointInTimeInput): ExtentWish {
  const { ExportType, ExportTime, IncrementalExportSpecification: specification } = input
  if (ExportType === 'INCREMENTAL_EXPORT') return readIncrement(specification, ExportTime)
  if (specification !== undefined) {
    throw requestNotValid(
      ExportType === undefined
        ? 'Export Type expected to be Incremental Export when incremental export specification is provided'
        : 'When Export Type is Full Export , Incremental Export Specification should not be provided',
    )
  }
  return { kind: 'full', atMs: milliseconds(ExportTime), isNamed: ExportType !== undefined }
}

function readIncrement(
  specification: IncrementalExportSpecification | undefined,
  exportTime: number | undefined,
): ExtentWish {
  if (specification === undefined) {
    throw requestNotValid(
      'Incremental Export Specification expected when export type is set as Incremental Export',
    )
  }
  const { ExportFromTime, ExportToTime, ExportViewType } = specification
  if (ExportFromTime === undefined) {
    throw requestNotValid('ExportFromTime must be provided in IncrementalExportSpecification')
  }
  return {
    kind: 'incremental',
    fromMs: ExportFromTime * 1000,
    toMs: milliseconds(ExportToTime),
    view: ExportViewType,
    hasTime: exportTime !== undefined,
  }
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

function readToken({ ClientToken: token, ...rest }: ExportTableToPointInTimeInput) {
  if (token === undefined) return undefined
  return { token, digest: requestDigest(rest).toString('base64') }
}
