/** The kinds of long jobs that a server carries on. */
import { BackupJob } from '../backups/backup-job.js'
import { BackupPages } from '../backups/backup-pages.js'
import type { OpenBackupPlace } from '../backups/backup-place.js'
import { pointPages } from '../backups/point-pages.js'
import { RestoreJob } from '../backups/restore-job.js'
import type { Catalog } from '../catalog/catalog.js'
import { findDepartedGuard } from '../catalog/departed-table.js'
import type { Items } from '../items/items.js'
import type { LongJob } from '../jobs/long-job.js'
import type { ObjectStore } from '../objects/object-store.js'
import { PastTable } from '../past/past-table.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { ExportJob } from '../transfers/export-job.js'
import { BulkPutJob } from '../transfers/bulk-job.js'
import { ImportJob } from '../transfers/import-job.js'

export interface LongJobParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
  readonly objects: ObjectStore
  readonly log: Log
  readonly openPlace: OpenBackupPlace
  readonly recoveryDelayMs: number
}

export function longJobsOn(parts: LongJobParts): readonly LongJob[] {
  const { engine, openPlace } = parts
  const past = new PastTable(engine, (space) => findDepartedGuard(engine, space))
  const pages = { point: pointPages(past), backup: new BackupPages(openPlace) }
  return [
    new RestoreJob({ ...parts, pages }),
    new BackupJob({ ...parts, past }),
    new BulkPutJob({ ...parts, random: systemRandom }),
    new ImportJob({ ...parts, random: systemRandom }),
    new ExportJob({ ...parts, past, random: systemRandom }),
  ]
}
