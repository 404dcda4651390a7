/**
 * The kinds of long jobs that a server carries on. The code of a kind is loaded with its first job: most
 * servers never have one, and all of them should start quickly.
 */
import type { OpenBackupPlace } from '../backups/backup-place.js'
import type { Catalog } from '../catalog/catalog.js'
import { findDepartedGuard } from '../catalog/departed-table.js'
import type { Items } from '../items/items.js'
import type { LongJobKind } from '../jobs/job-record.js'
import type { LongJob } from '../jobs/long-job.js'
import type { ObjectStore } from '../objects/object-store.js'
import { PastTable } from '../past/past-table.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'

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
  return [
    onUse('restore', async () => {
      const { BackupPages } = await import('../backups/backup-pages.js')
      const { pointPages } = await import('../backups/point-pages.js')
      const { RestoreJob } = await import('../backups/restore-job.js')
      const pages = { point: pointPages(past), backup: new BackupPages(openPlace) }
      return new RestoreJob({ ...parts, pages })
    }),
    onUse('backup', async () => {
      const { BackupJob } = await import('../backups/backup-job.js')
      return new BackupJob({ ...parts, past })
    }),
    onUse('bulk put', async () => {
      const { BulkPutJob } = await import('../transfers/bulk-job.js')
      return new BulkPutJob({ ...parts, random: systemRandom })
    }),
    onUse('import', async () => {
      const { ImportJob } = await import('../transfers/import-job.js')
      return new ImportJob({ ...parts, random: systemRandom })
    }),
    onUse('export', async () => {
      const { ExportJob } = await import('../transfers/export-job.js')
      return new ExportJob({ ...parts, past, random: systemRandom })
    }),
  ]
}

function onUse(kind: LongJobKind, load: () => Promise<LongJob>): LongJob {
  let loading: Promise<LongJob> | undefined
  const job = () => (loading ??= load())
  return {
    kind,
    step: async (record, fence, signal) => (await job()).step(record, fence, signal),
    clean: async (record, fence) => (await job()).clean?.(record, fence),
  }
}
