/** The jobs of a server, and the worker that does them. */
import type { Catalog } from '../catalog/catalog.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { Builder } from '../items/builder.js'
import type { Table } from '../catalog/table.js'
import { countLargeTables } from '../items/count-large-tables.js'
import { collectionsSurveyIntervalMs } from '../items/limits.js'
import type { Items } from '../items/items.js'
import { BuildRecords } from '../jobs/build-records.js'
import { IndexBuilds } from '../jobs/index-builds.js'
import { periodicJob, surveyJob, type Job, type TableRef } from '../jobs/job.js'
import { JobRecords } from '../jobs/job-records.js'
import { Lease } from '../jobs/lease.js'
import type { LongJob } from '../jobs/long-job.js'
import { LongJobs } from '../jobs/long-jobs.js'
import { jobRecordsIntervalMs, transitionsIntervalMs } from '../jobs/limits.js'
import { TableSurvey } from '../jobs/table-survey.js'
import { Worker } from '../jobs/worker.js'
import { type Clock, monotonicClock, type TimeSource } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { FillRecords } from '../replication/fill-records.js'
import { ExpirySweep } from '../ttl/expiry-sweep.js'
import type { Settings } from './options.js'

export interface BackgroundParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
  /** By which background work deletes; the clock if there is no other. */
  readonly time?: TimeSource
  readonly log: Log
  /** Jobs beside those that every server has. */
  readonly jobs?: readonly (Job | undefined)[]
  /** The kinds of long jobs that this server can carry on. */
  readonly longJobs?: readonly LongJob[]
  readonly settings?: Partial<Pick<Settings, 'shardDurationMs' | 'ttlSweepIntervalMs'>>
  /** Expired items were deleted. */
  readonly onExpired?: ((table: Table, deleted: number) => void) | undefined
  /** How far the build of a global index has got, from 0 to 1. */
  readonly onBuilding?: ((table: Table, indexName: string, progress: number) => void) | undefined
  /** A shared store has one anyway. */
  readonly lease?: Lease | undefined
  /** Called when this server has announced work to others that share its store. */
  readonly onAnnounced?: (() => void) | undefined
}

export interface BackgroundWork {
  readonly worker: Worker
  /** A table has something to do for some job. */
  readonly announce: (table: TableRef) => void
  /** A long job was started or cancelled. */
  readonly announceJob: () => void
}

/** The worker is not started yet. */
export function assembleBackgroundWork(parts: BackgroundParts): BackgroundWork {
  const { engine, catalog, clock, log, settings, lease = leaseOn(engine) } = parts
  const records = new JobRecords(engine)
  const buildRecords = new BuildRecords({ ...parts, records })
  const builder = new Builder({
    ...parts,
    onProgress: (progress, fence) => buildRecords.note(progress, fence),
  })
  // What was built may be the list that the sweep has been waiting for.
  const onBuilt = (table: TableRef) => {
    expiry.watch(table)
    worker.hurry(expiry)
  }
  const builds = new IndexBuilds({ builder, clock, log, onBuilt })
  const expiry = new ExpirySweep({ ...parts, intervalMs: settings?.ttlSweepIntervalMs })
  const survey = new TableSurvey({
    catalog,
    clock,
    jobs: [builds, expiry],
    hurry: (...jobs) => worker.hurry(...jobs),
  })
  const longJobs = new LongJobs({ ...parts, kinds: parts.longJobs ?? [] })
  const others = (parts.jobs ?? []).filter((job) => job !== undefined)
  const recordJob = recordUpkeepJob(records, buildRecords, parts)
  const usual = [transitionJob(parts), survey, changeLogJob(parts), builds, expiry, recordJob]
  const jobs = [...usual, collectionsJob(parts), longJobs, ...others]
  const { onAnnounced } = parts
  const worker = new Worker({ jobs, clock, log, lease, onAnnounced })
  return {
    worker,
    announce: (table) => survey.announce(table),
    announceJob: () => worker.hurry(longJobs),
  }
}

function transitionJob({ catalog, clock }: BackgroundParts): Job {
  const work = (fence: Fence) => catalog.finishTransitions(fence)
  return surveyJob('table transitions', work, { clock, intervalMs: transitionsIntervalMs })
}

function collectionsJob({ catalog, clock }: BackgroundParts): Job {
  const intervalMs = collectionsSurveyIntervalMs
  return surveyJob('item collections', () => countLargeTables(catalog), { clock, intervalMs })
}

function changeLogJob({ engine, clock, time = clock, settings }: BackgroundParts): Job {
  const { shardDurationMs } = settings ?? {}
  const upkeep = new ChangeUpkeep(engine, time, shardDurationMs ? { shardDurationMs } : {})
  const { intervalMs } = upkeep
  return periodicJob('change log upkeep', (fence) => upkeep.step(fence), { clock, intervalMs })
}

function recordUpkeepJob(
  records: JobRecords,
  builds: BuildRecords,
  { engine, clock, time = clock }: BackgroundParts,
): Job {
  const fills = new FillRecords({ engine, records, clock })
  const work = async (fence: Fence) => {
    await builds.endAbandoned(fence)
    await fills.endAbandoned(fence)
    await records.trim(await time.now(), fence)
  }
  return periodicJob('job records', work, { clock, intervalMs: jobRecordsIntervalMs })
}

function leaseOn(engine: Engine): Lease | undefined {
  if (!engine.shared) return undefined
  return new Lease({ engine, clock: monotonicClock, random: systemRandom })
}
