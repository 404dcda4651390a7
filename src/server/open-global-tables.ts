/** The job that adds regions to global tables and removes them. Its code is loaded with the first global table. */
import type { Job } from '../jobs/job.js'
import { JobRecords } from '../jobs/job-records.js'
import type { Database } from '../operations/database.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { FillRecords } from '../replication/fill-records.js'
import { GroupJob } from '../replication/group-job.js'
import type { ReplicaFiller } from '../replication/replica-filler.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import type { Settings } from './options.js'

export interface OpenGlobalTablesParts {
  readonly engine: Engine
  readonly database: Database
  readonly log: Log
  readonly filler: () => Promise<ReplicaFiller>
  /** Judges nobody: the service acts by a right of its own. */
  readonly dispatcher: () => Dispatcher
}

export function openGlobalTables(
  { tableTransitionMs: transitionMs }: Pick<Settings, 'tableTransitionMs'>,
  { engine, database, log, filler, dispatcher }: OpenGlobalTablesParts,
): Job {
  const { catalog, clock } = database
  const openSaga = async () => {
    const { MemberSaga } = await import('../replication/member-saga.js')
    const { work, parts: found } = await database.globalTables()
    const { mirrorScaling } = await import('../operations/dynamodb/global-tables/mirror-scaling.js')
    const mirror = { database, dispatcher: dispatcher() }
    const { mayReplicate } = found
    const records = new FillRecords({ engine, clock, records: new JobRecords(engine) })
    const parts = { engine, catalog, clock, work, log, transitionMs, mayReplicate, records }
    return new MemberSaga({
      ...parts,
      filler: await filler(),
      mirrorScaling: (source, member) => mirrorScaling(mirror, source, member),
    })
  }
  return new GroupJob({ engine, clock, log, openSaga })
}
