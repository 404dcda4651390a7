/** What the record of an export says beyond what every long job says. Plain JSON. */
import type { LongJobRecord } from '../jobs/job-record.js'
import { ticketOf } from '../jobs/long-job.js'
import { ticketArn } from '../model/ticket-arn.js'
import type { NetState } from '../past/net-changes.js'
import type { PastState } from '../past/past-table.js'
import type { ExportFilterText } from './export-filter.js'

export type ExportFormat = 'DYNAMODB_JSON' | 'ION'
export type ExportView = 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES'

/** What of the table's history is exported. */
export type ExportExtent = FullExtent | IncrementalExtent

export interface FullExtent {
  readonly kind: 'full'
  readonly atMs: number
  /** Whether the client has named the type of export, which is repeated only then. */
  readonly isNamed: boolean
  /** AWS: shown as the time at which the export began, whatever fraction of a second lies between. */
  readonly isNow?: boolean
}

export interface IncrementalExtent {
  readonly kind: 'incremental'
  readonly fromMs: number
  /** Not included. */
  readonly toMs: number
  readonly view: ExportView
}

export interface ExportDestination {
  readonly bucket: string
  readonly bucketOwner?: string
  readonly prefix?: string
  readonly encryption: 'AES256' | 'KMS'
  readonly kmsKeyId?: string
}

export interface ExportDetails {
  readonly tableArn: string
  readonly tableId: string
  readonly clientToken?: string
  readonly destination: ExportDestination
  readonly format: ExportFormat
  readonly extent: ExportExtent
  readonly filter?: ExportFilterText
  /** Present from its first file until its end. */
  readonly work?: ExportWork
  /** Present once it is complete. */
  readonly outcome?: ExportOutcome
}

/** How far it has come. A file is listed here once it is complete. */
export interface ExportWork {
  readonly source: SourceState
  /** Whether all that the source has to know beforehand is collected. */
  readonly isReady: boolean
  /** In how many equal parts the table's hashes are divided. Each has files of its own. */
  readonly partitions: number
  /** The partition that the next file belongs to. */
  readonly partition: number
  /** The last key that the files so far cover, in base64. */
  readonly cursor?: string
  readonly files: readonly ExportedFile[]
  readonly billedBytes: number
}

/** What the source of the lines remembers: the first of a full export, the second of an incremental one. */
export type SourceState = PastState | NetState

export interface ExportedFile {
  readonly itemCount: number
  /** Of the compressed bytes, in base64. */
  readonly md5: string
}

export interface ExportOutcome {
  /** The key of the summary. */
  readonly manifest: string
  readonly itemCount: number
  readonly billedBytes: number
}

export type ExportRecord = LongJobRecord<ExportDetails>

export function arnOfExport(record: ExportRecord): string {
  return ticketArn(record.details.tableArn, 'export', ticketOf(record))
}

/** AWS: the times of incremental exports are whole seconds. */
export function exportTime({ details }: ExportRecord, atMs: number): number {
  return details.extent.kind === 'full' ? atMs : wholeSeconds(atMs)
}

export function wholeSeconds(atMs: number): number {
  return Math.floor(atMs / 1000) * 1000
}

/** The moment of a full export as it is shown. */
export function shownMoment({ isNow, atMs }: FullExtent, createdAtMs: number): number {
  return isNow === true ? createdAtMs : atMs
}
