/** A database whose long jobs and index builds a test carries on by hand, on a virtual clock. */
import { BackupJob } from '../backups/backup-job.js'
import { BackupPages } from '../backups/backup-pages.js'
import { pointPages } from '../backups/point-pages.js'
import { RestoreJob } from '../backups/restore-job.js'
import { findDepartedGuard } from '../catalog/departed-table.js'
import { changedRecovery } from '../catalog/rules/recovery.js'
import { Builder } from '../items/builder.js'
import { LongJobs } from '../jobs/long-jobs.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import type { ObjectStore } from '../objects/object-store.js'
import { PastTable } from '../past/past-table.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import type { DatabaseDependencies } from './database.js'
import { openTestDatabase, type Json, type TestDatabase } from './database-suite.js'
import { testCaller } from './json-call-suite.js'

const bucket = 'backups'
const { signal } = new AbortController()

export class RestoringDatabase {
  readonly clock: VirtualClock
  readonly engine: Engine
  readonly database: TestDatabase['database']
  readonly ask: TestDatabase['ask']
  readonly longJobs: LongJobs
  readonly builder: Builder
  /** Where backups are. */
  readonly store: ObjectStore

  /** A second server on the same engine needs the clock of the first. */
  constructor(
    engine: Engine,
    options: Partial<DatabaseDependencies> = {},
    clock = new VirtualClock(Date.UTC(2026, 0, 1)),
  ) {
    this.clock = clock
    this.engine = engine
    const { database, ask } = openTestDatabase(engine, { clock, ...options })
    this.database = database
    this.ask = ask
    const past = new PastTable(engine, (space) => findDepartedGuard(engine, space))
    const store = new MemoryObjectStore(clock)
    this.store = store
    const openPlace = async () => {
      if (!(await store.hasBucket(bucket))) await store.createBucket(bucket)
      return { store, bucket, prefix: '' }
    }
    const pages = { point: pointPages(past), backup: new BackupPages(openPlace) }
    const kinds = [
      new RestoreJob({ ...database, pages }),
      new BackupJob({ engine, ...database, past, openPlace }),
    ]
    this.longJobs = new LongJobs({ engine, clock, ticks: clock, log: silentLog, kinds })
    this.builder = new Builder({ ...database, log: silentLog })
  }

  async recover(tableName: string, enabled = true): Promise<void> {
    await this.database.catalog.changeSetting(testCaller, tableName, (definition, nowMs) => ({
      ...definition,
      pointInTimeRecovery: changedRecovery(definition.pointInTimeRecovery, { enabled }, nowMs),
    }))
  }

  /** Carries everything on until a table is in service. */
  async finish(tableName: string, meanwhile = () => Promise.resolve()): Promise<void> {
    const { catalog } = this.database
    while ((await catalog.findTable(testCaller, tableName)) === undefined) {
      await this.longJobs.step(unfenced, signal)
      await this.builder.step({ ...testCaller, name: tableName }, unfenced)
      await meanwhile()
      this.clock.advance(1_000)
    }
  }

  /** Makes a backup, and returns its ARN. */
  async backUp(TableName: string): Promise<string> {
    const BackupName = `of-${TableName}`
    const { BackupDetails } = await this.ask('CreateBackup', { TableName, BackupName })
    const { BackupArn } = BackupDetails as { readonly BackupArn: string }
    for (;;) {
      const { BackupDescription } = await this.ask('DescribeBackup', { BackupArn })
      const shown = (BackupDescription as Json)['BackupDetails'] as Json
      if (shown['BackupStatus'] === 'AVAILABLE') return BackupArn
      await this.longJobs.step(unfenced, signal)
      this.clock.advance(1_000)
    }
  }

  async describe(TableName: string): Promise<Json> {
    return (await this.ask('DescribeTable', { TableName }))['Table'] as Json
  }
}
