/** What the job of a backup knows: plain JSON in its record. */
import type { LongJobRecord } from '../jobs/job-record.js'
import type { PastSource } from '../past/items-place.js'
import type { PastPoint } from '../past/past-point.js'
import type { PastState } from '../past/past-table.js'
import type { BackupId } from '../storage/backup-keys.js'

export interface BackupDetails {
  readonly backup: BackupId
  readonly source: PastSource
  /** Absent for the last state of a deleted table. */
  readonly point?: PastPoint
  /** Once the way through the log has begun. */
  readonly past?: PastState
  /** The last page that was written: see `PastPage`. */
  readonly after?: string
  readonly phase: 'items' | 'manifest' | 'end'
  /** What the table had when the backup was asked for: for the progress. */
  readonly expectedItems: number
  /** How many data files, items and bytes of items have been written. */
  readonly parts: number
  readonly items: number
  readonly itemBytes: number
}

export type BackupJobRecord = LongJobRecord<BackupDetails>

/** Of a job that has done nothing yet. */
export function newBackupDetails(
  given: Pick<BackupDetails, 'backup' | 'source' | 'point' | 'expectedItems'>,
): BackupDetails {
  return { ...given, phase: 'items', parts: 0, items: 0, itemBytes: 0 }
}
