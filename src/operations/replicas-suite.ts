/** Global tables for tests: a database in several regions, whose background work is done by hand. */
import { memoryEngine } from '../../test/support/engines.js'
import { Builder } from '../items/builder.js'
import type { GlobalTable, GroupMember } from '../replication/global-table.js'
import { GroupJob } from '../replication/group-job.js'
import { MemberSaga } from '../replication/member-saga.js'
import type { FillProgress, ReplicaFiller } from '../replication/replica-filler.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { openTestDatabase, type Json } from './database-suite.js'

export const account = '000000000000'

export function callerIn(region: string) {
  return { account, region, accessKeyId: 'test' }
}

/** Says what it is told to say, and copies nothing. */
export class TestFiller implements ReplicaFiller {
  progress: FillProgress = { kind: 'caught-up' }
  drained = true

  async step(_group: GlobalTable, _member: GroupMember): Promise<FillProgress> {
    return this.progress
  }

  async isDrained(): Promise<boolean> {
    return this.drained
  }
}

export interface ReplicasOptions {
  readonly transitionMs?: number
  readonly engine?: Engine
}

export function openReplicas({ transitionMs = 0, engine = memoryEngine() }: ReplicasOptions = {}) {
  const clock = new VirtualClock()
  const filler = new TestFiller()
  const { ask, database } = openTestDatabase(engine, { clock, tableTransitionMs: transitionMs })
  const { catalog } = database
  const openSaga = async () => {
    const { work } = await database.globalTables()
    const parts = { engine, catalog, clock, work, filler, log: silentLog, transitionMs }
    return new MemberSaga(parts)
  }
  const builder = new Builder({ catalog, items: database.items, clock, log: silentLog })
  const job = new GroupJob({ engine, clock, log: silentLog, openSaga })
  return {
    clock,
    filler,
    database,
    job,
    in: (region: string) => (operation: string, input: Json) =>
      ask(operation, input, callerIn(region)),
    /** Builds what a region's table has to build. */
    async build(region: string, name: string): Promise<void> {
      const table = { account, region, name }
      for (;;) {
        const found = await catalog.loadTable(table, name)
        if (found === undefined || found.building.length === 0) return
        await builder.step(table, unfenced)
      }
    },
    /** Steps of the job until none is due at this moment. */
    async work(): Promise<void> {
      for (let i = 0; i < 100; i++) {
        if ((await job.step(unfenced)) > clock.now()) return
      }
      throw new Error('the work does not end')
    },
  }
}
