/**
 * What is stored about a restore beside what every job has, and which restores are under way: they
 * keep backups from being deleted, and their number has a limit.
 */
import type { FilledTableRef } from '../catalog/filled-tables.js'
import { decodeJob, isEnded, type LongJobRecord } from '../jobs/job-record.js'
import type { PastPoint } from '../past/past-point.js'
import type { PastState } from '../past/past-table.js'
import type { PastSource } from '../past/items-place.js'
import { backupKey, type BackupId } from '../storage/backup-keys.js'
import { systemSpace, type Range, type RangePage } from '../storage/engine.js'
import { allJobs } from '../storage/job-keys.js'
import { restoreRecordsMax } from './limits.js'

export interface RestoreDetails {
  readonly target: FilledTableRef
  readonly origin: RestoreOrigin
  /** Whether every item has been put into the target. */
  readonly isRead: boolean
  /** What was put so far. */
  readonly items: number
  readonly bytes: number
}

export type RestoreRecord = LongJobRecord<RestoreDetails>

/** Where the items come from, and how far they were read. Plain JSON. */
export type RestoreOrigin = PointOrigin | BackupOrigin

/** A table as it was at a point in time. */
export interface PointOrigin {
  readonly kind: 'point'
  readonly source: PastSource
  readonly point: PastPoint
  /** Absent before the first step. */
  readonly state?: PastState
  /** The last page that was put. */
  readonly after?: string
}

export interface BackupOrigin {
  readonly kind: 'backup'
  readonly backup: BackupId
  /** Where its files are, and what shows that they are the same. */
  readonly folder: string
  readonly manifestSha256?: string
  /** The data file that is read, counted from 0, and how many of its items were put. */
  readonly part: number
  readonly items: number
}

/** Every restore of the store, in any account and region. */
export const everyRestore: Range = {
  kind: 'range',
  space: systemSpace,
  ...allJobs('restore/'),
  entriesMax: restoreRecordsMax,
}

export function restoresUnderWay({ entries }: RangePage): readonly RestoreRecord[] {
  return entries
    .map(({ value }) => decodeJob(value) as RestoreRecord)
    .filter((record) => !isEnded(record))
}

/** Whether a restore under way reads the backup. */
export function isBackupUsed(id: BackupId, underWay: readonly RestoreRecord[]): boolean {
  const key = backupKey(id)
  return underWay.some(({ details: { origin } }) => {
    return origin.kind === 'backup' && backupKey(origin.backup).equals(key)
  })
}
