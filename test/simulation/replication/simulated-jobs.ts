/** The background work of a simulated server, a step at a time. */
import { ChangeUpkeep } from '../../../src/changes/upkeep.js'
import { Builder } from '../../../src/items/builder.js'
import type { Database } from '../../../src/operations/database.js'
import { GroupJob } from '../../../src/replication/group-job.js'
import { MemberSaga } from '../../../src/replication/member-saga.js'
import { assembleReplication } from '../../../src/replication/replication.js'
import type { Clock } from '../../../src/stdx/clock.js'
import { silentLog } from '../../../src/stdx/log.js'
import type { Engine } from '../../../src/storage/engine.js'
import { unfenced } from '../../../src/storage/fence.js'
import { ExpirySweep } from '../../../src/ttl/expiry-sweep.js'
import { regions, TableName } from './regions.js'

export interface SimulatedJob {
  readonly name: string
  step(): Promise<unknown>
}

export interface JobParts {
  readonly engine: Engine
  readonly database: Database
  readonly clock: Clock
}

const tables = regions.map((region) => ({ account: '000000000000', region, name: TableName }))
const { signal } = new AbortController()

/** What a server does beside its requests. Each takes its turn by chance, whatever it is due. */
export function simulatedJobs(parts: JobParts): readonly SimulatedJob[] {
  const { engine, database, clock } = parts
  const { catalog, items } = database
  const common = { engine, catalog, items, clock, log: silentLog }
  const { job: replication, filler } = assembleReplication(common)
  const openSaga = async () => {
    const { work } = await database.globalTables()
    return new MemberSaga({ ...common, work, filler, transitionMs: 0 })
  }
  const groups = new GroupJob({ ...common, openSaga })
  const builder = new Builder(common)
  const expiry = new ExpirySweep({ ...common, intervalMs: 1_000 })
  const upkeep = new ChangeUpkeep(engine, clock, { shardEntriesMax: 200 })
  return [
    { name: 'groups', step: () => groups.step(unfenced) },
    { name: 'replication', step: () => replicate() },
    {
      name: 'builds',
      async step() {
        for (const table of tables) await builder.step(table, unfenced)
      },
    },
    {
      name: 'expiry',
      async step() {
        for (const table of tables) expiry.watch(table)
        await expiry.step(unfenced, signal)
      },
    },
    { name: 'change log', step: () => upkeep.step(unfenced) },
  ]

  /** As if a write had been noticed. */
  async function replicate(): Promise<void> {
    replication.look()
    await replication.step(unfenced, signal)
  }
}
