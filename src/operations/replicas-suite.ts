/** Global tables for tests: a database in several regions, whose background work is done by hand. */
import assert from 'node:assert/strict'
import { memoryEngine } from '../../test/support/engines.js'
import { Builder } from '../items/builder.js'
import type { GlobalTable, GroupMember } from '../replication/global-table.js'
import { GroupJob } from '../replication/group-job.js'
import { MemberSaga } from '../replication/member-saga.js'
import type { FillProgress, ReplicaFiller } from '../replication/replica-filler.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import type { TableKeys } from '../storage/table-keys.js'
import { unfenced } from '../storage/fence.js'
import { openTestDatabase, type Json } from './database-suite.js'
import { createDispatcher } from './dispatch.js'
import { mirrorScaling } from './dynamodb/global-tables/mirror-scaling.js'

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
  readonly judgesCallers?: boolean
  readonly tableKeys?: TableKeys
}

export function openReplicas(options: ReplicasOptions = {}) {
  const { transitionMs = 0, engine = memoryEngine(), judgesCallers = false } = options
  const clock = new VirtualClock()
  const filler = new TestFiller()
  const { tableKeys } = options
  const { ask, database } = openTestDatabase(engine, {
    ...{ clock, judgesCallers, tableTransitionMs: transitionMs },
    ...(tableKeys && { tableKeys }),
  })
  const { catalog } = database
  const openSaga = async () => {
    const { work, parts: found } = await database.globalTables()
    const { mayReplicate } = found
    const common = { engine, catalog, clock, work, filler, log: silentLog, transitionMs }
    const parts = { ...common, mayReplicate }
    const mirror = { database, dispatcher: createDispatcher(database) }
    return new MemberSaga({
      ...parts,
      mirrorScaling: (source, member) => mirrorScaling(mirror, source, member),
    })
  }
  const builder = new Builder({ catalog, items: database.items, clock, log: silentLog })
  const job = new GroupJob({ engine, clock, log: silentLog, openSaga })
  /** Builds what a region's table has to build. */
  const build = async (region: string, name: string): Promise<void> => {
    const table = { account, region, name }
    for (;;) {
      const found = await catalog.loadTable(table, name)
      if (found === undefined || found.building.length === 0) return
      await builder.step(table, unfenced)
    }
  }
  /** Steps of the job until none is due at this moment. */
  const work = async (): Promise<void> => {
    for (let i = 0; i < 100; i++) {
      if ((await job.step(unfenced)) > clock.now()) return
    }
    throw new Error('the work does not end')
  }
  return {
    clock,
    filler,
    ask,
    database,
    job,
    in: (region: string) => (operation: string, input: Json) =>
      ask(operation, input, callerIn(region)),
    build,
    work,
  }
}

export const schema = {
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  BillingMode: 'PAY_PER_REQUEST',
}

export const create = (region: string, overrides: Json = {}) => ({
  ReplicaUpdates: [{ Create: { RegionName: region, ...overrides } }],
})
export const remove = (region: string) => ({ ReplicaUpdates: [{ Delete: { RegionName: region } }] })

export interface Described {
  readonly TableStatus: string
  readonly TableId: string
  readonly GlobalTableVersion?: string
  readonly Replicas?: readonly { readonly RegionName: string; readonly ReplicaStatus: string }[]
  readonly StreamSpecification?: Json
  readonly LatestStreamLabel?: string
  readonly [member: string]: unknown
}

/** A table in us-east-1, and how to ask about it in every region. */
export async function openPair(transitionMs = 0, more: Json = {}, tableKeys?: TableKeys) {
  const replicas = openReplicas({ transitionMs, ...(tableKeys && { tableKeys }) })
  const east = replicas.in('us-east-1')
  const west = replicas.in('us-west-2')
  const here = { TableName: 'things' }
  await east('CreateTable', { ...here, ...schema, ...more })
  replicas.clock.advance(transitionMs)
  const describeIn = async (region: string) => {
    const { Table } = await replicas.in(region)('DescribeTable', here)
    return Table as Described
  }
  const statesIn = async (region: string) => {
    const { TableStatus, Replicas } = await describeIn(region)
    const entries = Replicas?.map((entry) => `${entry.RegionName} ${entry.ReplicaStatus}`)
    return [TableStatus, entries?.join(' ') ?? 'none']
  }
  const refusal = async (region: string, operation: string, input: Json) => {
    const asked = replicas.in(region)(operation, { ...here, ...input })
    return asked.then(
      () => 'accepted',
      (error: unknown) => String(error),
    )
  }
  const update = (region: string, input: Json) => refusal(region, 'UpdateTable', input)
  const tables = { describeIn, statesIn, refusal, update }
  return { ...replicas, ...tables, east, west, here }
}

/** The table has a replica in us-west-2. */
export async function openGroup(transitionMs = 0, more: Json = {}) {
  const pair = await openPair(transitionMs, more)
  assert.equal(await pair.update('us-east-1', create('us-west-2')), 'accepted')
  for (let i = 0; i < 3; i++) {
    pair.clock.advance(transitionMs + 1)
    await pair.work()
  }
  return pair
}
