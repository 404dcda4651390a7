/** What the record of bulk puts says beyond what every long job says. Plain JSON. */
import type { Compression } from '../interchange/decompress.js'
import type { LongJobRecord } from '../jobs/job-record.js'
import { ticketOf } from '../jobs/long-job.js'
import { ticketArn } from '../model/ticket-arn.js'
import type { ReadingPosition } from './prefix-reader.js'

export type BulkReport = 'ERROR' | 'CONDITION_CHECK_FAILURE'

export interface BulkInput {
  readonly bucket: string
  readonly bucketOwner?: string
  readonly prefix?: string
  readonly format: 'DYNAMODB_JSON' | 'ION'
  readonly compression: Compression
}

export interface BulkOutput {
  readonly bucket: string
  readonly bucketOwner?: string
  readonly prefix?: string
  readonly reports: readonly BulkReport[]
  readonly kmsKeyId?: string
}

export interface BulkPutDetails {
  readonly tableArn: string
  readonly tableId: string
  /** The names of the local indexes, which are described apart from the others. */
  readonly localIndexes: readonly string[]
  /** Absent if it had none, and in records of older versions. */
  readonly vectorIndexes?: readonly string[]
  readonly clientToken?: string
  readonly input: BulkInput
  readonly output: BulkOutput
  /** What the client has asked for, to be repeated. */
  readonly sent: {
    readonly input: unknown
    readonly output: unknown
    readonly performanceTier?: string
  }
  /** Units a second; absent if there is no ceiling. */
  readonly writeUnitsMax?: number
  /** Present once the objects were found. */
  readonly totalBytes?: number
  readonly position: ReadingPosition
  readonly isRead: boolean
  readonly counts: BulkCounts
  /** What happened in the last transaction and may not be in a report yet. */
  readonly unreported?: BulkUnreported
}

export interface BulkCounts {
  readonly written: number
  readonly conditionsFailed: number
  readonly failed: number
  /** Of the objects that were read to their end, as they lie in the bucket. */
  readonly inputBytes: number
  readonly tableBytes: number
  readonly indexBytes: Readonly<Record<string, number>>
}

/** A record of the input, and what is to be said about it. */
export interface BulkNote {
  readonly key: string
  readonly index: number
  readonly message: string
}

export interface BulkUnreported {
  /** Names the reports: how many records were handled before. */
  readonly sequence: number
  readonly errors: readonly BulkNote[]
  readonly conditions: readonly BulkNote[]
}

export type BulkPutRecord = LongJobRecord<BulkPutDetails>

/** AWS: the form of this ARN was not recorded. */
export function arnOfBulkPut(record: BulkPutRecord): string {
  return ticketArn(record.details.tableArn, 'bulk-operation', ticketOf(record))
}

export function handledRecords({ written, conditionsFailed, failed }: BulkCounts): number {
  return written + conditionsFailed + failed
}
