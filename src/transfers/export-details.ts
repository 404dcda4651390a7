/** What the record of an export says beyond what every long job says. Plain JSON. */
import type { LongJobRecord } from '../jobs/job-record.js'
import { ticketOf } from '../jobs/long-job.js'
import { ticketArn } from '../model/ticket-arn.js'
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
  /** Present once it is complete. */
  readonly outcome?: ExportOutcome
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
