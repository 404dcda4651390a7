/** What the record of an import says beyond what every long job says. Plain JSON. */
import type { TableDraft } from '../catalog/table-draft.js'
import type { Compression } from '../interchange/decompress.js'
import type { FileFormat } from '../interchange/record-readers.js'
import type { LongJobRecord } from '../jobs/job-record.js'
import { ticketOf } from '../jobs/long-job.js'
import { tableArn, type Scope } from '../model/arn.js'
import { ticketArn } from '../model/ticket-arn.js'
import type { ReadingPosition } from './prefix-reader.js'

export interface ImportSource {
  readonly bucket: string
  /** Absent if the client has named none. */
  readonly bucketOwner?: string
  readonly prefix?: string
}

export interface ImportCsvOptions {
  readonly delimiter?: string
  readonly header?: readonly string[]
}

export interface ImportDetails {
  readonly tableArn: string
  readonly tableId: string
  readonly clientToken: string
  readonly source: ImportSource
  readonly format: FileFormat['kind']
  /** Present if the client has sent options, be they empty. */
  readonly csv?: ImportCsvOptions
  readonly compression: Compression
  /** What the client has asked for, to be repeated, and what that means. */
  readonly parameters: unknown
  readonly draft: TableDraft
  /** Present once the table exists. */
  readonly position?: ReadingPosition
  /** Whether every object has been read. */
  readonly isRead: boolean
  readonly counts: ImportCounts
}

/** What is asked for. */
export type ImportWish = Pick<
  ImportDetails,
  'clientToken' | 'source' | 'format' | 'csv' | 'compression' | 'parameters' | 'draft'
>

/** Of an import that has not begun. */
export function newImportDetails(wish: ImportWish, tableId: string): ImportDetails {
  return {
    tableArn: tableArn(wish.draft, wish.draft.name),
    tableId,
    ...wish,
    isRead: false,
    counts: { imported: 0, errors: 0, bytes: 0 },
  }
}

export interface ImportCounts {
  readonly imported: number
  readonly errors: number
  /** Of the text, not compressed, of the objects that were read. */
  readonly bytes: number
}

export type ImportRecord = LongJobRecord<ImportDetails>

export function arnOfImport(record: ImportRecord): string {
  return ticketArn(record.details.tableArn, 'import', ticketOf(record))
}

/** AWS: where the errors of imports are logged. There is no such service here; see `import-errors.ts`. */
export function logGroupArn({ account, region }: Scope): string {
  return `arn:aws:logs:${region}:${account}:log-group:/aws-dynamodb/imports:*`
}
