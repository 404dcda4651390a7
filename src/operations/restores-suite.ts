/** A database whose long jobs and index builds a test carries on by hand, on a virtual clock. */
import { pointPages } from '../backups/point-pages.js'
import { RestoreJob } from '../backups/restore-job.js'
import { changedRecovery } from '../catalog/rules/recovery.js'
import { Builder } from '../items/builder.js'
import { LongJobs } from '../jobs/long-jobs.js'
import { PastTable } from '../past/past-table.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import type { DatabaseDependencies } from './database.js'
import { openTestDatabase, type Json, type TestDatabase } from './database-suite.js'
import { testCaller } from './json-call-suite.js'

const { signal } = new AbortController()

export class RestoringDatabase {
  readonly clock: VirtualClock
  readonly engine: Engine
  readonly database: TestDatabase['database']
  readonly ask: TestDatabase['ask']
  readonly longJobs: LongJobs
  readonly builder: Builder

  constructor(
    engine: Engine,
    options: Partial<DatabaseDependencies> = {},
    startMs = Date.UTC(2026, 0, 1),
  ) {
    const clock = new VirtualClock(startMs)
    this.clock = clock
    this.engine = engine
    const { database, ask } = openTestDatabase(engine, { clock, ...options })
    this.database = database
    this.ask = ask
    const past = new PastTable(engine, () => Promise.resolve(undefined))
    const pages = { point: pointPages(past) }
    const kinds = [new RestoreJob({ ...database, pages })]
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

  async describe(TableName: string): Promise<Json> {
    return (await this.ask('DescribeTable', { TableName }))['Table'] as Json
  }
}
