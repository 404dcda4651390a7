/** Removes the files of backups that were deleted or have expired, and looks after deleted tables. */
import { periodicJob, type Job } from '../jobs/job.js'
import type { Log } from '../stdx/log.js'
import type { Clock, TimeSource } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import type { OpenBackupPlace } from './backup-place.js'
import { deleteBackupRecord, findBackup } from './backup-record.js'
import { deleteRemoval, dueRemovals, removeFiles, type BackupRemoval } from './backup-removal.js'
import type { DepartedTables } from './departed-tables.js'
import { backupUpkeepIntervalMs } from './limits.js'
import { everyRestore, isBackupUsed, restoresUnderWay } from './restore-record.js'

export interface BackupUpkeepDependencies {
  readonly engine: Engine
  readonly clock: Clock
  /** By which backups expire. */
  readonly time: TimeSource
  readonly log: Log
  readonly openPlace: OpenBackupPlace
  readonly departed: DepartedTables
}

export function backupUpkeepJob(dependencies: BackupUpkeepDependencies): Job {
  const { clock, departed } = dependencies
  const work = async (fence: Fence) => {
    await departed.step(fence)
    await removeDue(dependencies, fence)
  }
  const intervalMs = backupUpkeepIntervalMs
  return { ...periodicJob('backup upkeep', work, { clock, intervalMs }), runsAside: true }
}

async function removeDue(own: BackupUpkeepDependencies, fence: Fence): Promise<void> {
  const nowMs = await own.time.now()
  for await (const removal of dueRemovals(own.engine, nowMs)) {
    try {
      await remove(own, removal, fence)
    } catch (error) {
      own.log.warn('files of a backup could not be removed', { folder: removal.folder, error })
    }
  }
}

/** The record first: what is described as AVAILABLE has files. */
async function remove(
  { engine, openPlace }: BackupUpkeepDependencies,
  removal: BackupRemoval,
  fence: Fence,
): Promise<void> {
  // A system backup that has expired is kept for the restore that reads it.
  const [restores] = await engine.read([everyRestore])
  if (isBackupUsed(removal.backup, restoresUnderWay(restores))) return
  const record = await findBackup(engine, removal.backup)
  if (record !== undefined) await writeFenced(engine, fence, [deleteBackupRecord(record)])
  await removeFiles(await openPlace(), removal.folder)
  await writeFenced(engine, fence, [deleteRemoval(removal)])
}
