/** Finds the tables that have something to do for a job: all of them from time to time, and at once those that it is notified of. */
import type { Catalog } from '../catalog/catalog.js'
import type { Clock } from '../stdx/clock.js'
import { surveyRestMs, type Job, type TableJob, type TableRef } from './job.js'
import { tableSurveyIntervalMs } from './limits.js'

export interface TableSurveyDependencies {
  readonly catalog: Catalog
  readonly clock: Clock
  readonly jobs: readonly TableJob[]
  /** Called with jobs that have a table to visit. */
  readonly hurry: (...jobs: readonly Job[]) => void
}

export class TableSurvey implements Job {
  readonly name = 'table survey'
  readonly #dependencies: TableSurveyDependencies

  constructor(dependencies: TableSurveyDependencies) {
    this.#dependencies = dependencies
  }

  /** A table was changed: saves the wait until the next survey. */
  announce(table: TableRef): void {
    const { jobs, hurry } = this.#dependencies
    for (const job of jobs) job.watch(table)
    hurry(...jobs)
  }

  async step(): Promise<number> {
    const { catalog, clock, jobs, hurry } = this.#dependencies
    const startedAtMs = clock.now()
    const wanted = new Set<Job>()
    for await (const table of catalog.allTables()) {
      for (const job of jobs) {
        if (!job.wants(table)) continue
        job.watch(table)
        wanted.add(job)
      }
    }
    hurry(...wanted)
    return startedAtMs + surveyRestMs(clock.now() - startedAtMs, tableSurveyIntervalMs)
  }
}
