/**
 * One run by seed: a table becomes a global table of three regions while clients write to it, everything goes
 * wrong that can, and in the end all regions have to be the same.
 */
import { below, chanceOf, oneOf } from '../../support/chance.js'
import { earlyWrites } from './history.js'
import { requireConvergence } from './convergence.js'
import { regions, TableName } from './regions.js'
import { controlSomeLink, releaseLinks } from './link-controls.js'
import { World } from './world.js'
import type { Fault } from './shaken-engine.js'
import type { Json } from '../../../src/operations/database-suite.js'

export interface RunOptions {
  readonly seed: number
  /** How many things happen. */
  readonly events?: number
  /** What is wrong on purpose. */
  readonly faultIn?: () => Fault
}

const eventsDefault = 400
const [first, second, third] = regions

/** Throws what is wrong in the end. */
export async function runSeed({
  seed,
  events = eventsDefault,
  faultIn,
}: RunOptions): Promise<void> {
  const world = new World(chanceOf(seed), faultIn?.() ?? {})
  await createTable(world)
  const early = await fillEarly(world)
  await addReplica(world, second)
  for (let event = 0; event < events; event++) {
    if (event === Math.floor(events / 3)) await askForReplica(world, third)
    await happen(world)
  }
  await settle(world)
  await requireConvergence(world, earlyWrites(early))
}

async function createTable(world: World): Promise<void> {
  await world.ask(
    'CreateTable',
    {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: ['pk', 'grp'].map((AttributeName) => {
        return { AttributeName, AttributeType: 'S' }
      }),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'groups',
          KeySchema: [{ AttributeName: 'grp', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    },
    first,
  )
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' }
  await world.ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification }, first)
}

/** Items from before there were other regions; none of them expires. */
async function fillEarly(world: World): Promise<readonly Json[]> {
  const items = ['k0', 'k1', 'k2', 'early'].map((name) => ({
    pk: { S: name },
    mark: { S: 'early' },
  }))
  for (const Item of items) await world.ask('PutItem', { TableName, Item }, first)
  return items
}

async function askForReplica(world: World, RegionName: string): Promise<void> {
  await world.ask('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName } }] }, first)
}

interface Described {
  readonly Table: {
    readonly TableStatus: string
    readonly Replicas?: readonly { readonly RegionName: string; readonly ReplicaStatus: string }[]
  }
}

async function isActive(world: World, region: string): Promise<boolean> {
  const { Table } = (await world.ask('DescribeTable', { TableName }, first)) as unknown as Described
  const found = Table.Replicas?.find(({ RegionName }) => RegionName === region)
  return Table.TableStatus === 'ACTIVE' && found?.ReplicaStatus === 'ACTIVE'
}

async function addReplica(world: World, region: string): Promise<void> {
  await askForReplica(world, region)
  for (let round = 0; !(await isActive(world, region)); round++) {
    if (round > roundsMax) throw new Error(`the replica in ${region} does not become ACTIVE`)
    world.pass(1_000)
    await workAll(world)
  }
}

async function happen(world: World): Promise<void> {
  const { chance } = world
  const dice = chance()
  if (dice < 0.45) world.write(oneOf(chance, regions))
  else if (dice < 0.8) world.work()
  else if (dice < 0.88) world.pass(below(chance, chance() < 0.1 ? 20_000 : 300))
  else if (dice < 0.94) await controlSomeLink(world)
  else if (dice < 0.97) world.skew(oneOf(chance, regions))
  else if (dice < 0.99) world.kill(oneOf(chance, regions))
  await world.turns.take(below(chance, 12))
}

const roundsMax = 400

/** Every job of every server makes a step, one after the other. */
async function workAll(world: World): Promise<void> {
  for (const region of regions) {
    for (const job of world.server(region).jobs) await world.turns.alone(() => job.step())
  }
}

/** Nothing is in the way any more: what is left to do gets done. */
async function settle(world: World): Promise<void> {
  await world.turns.drain()
  world.setClocks()
  await releaseLinks(world.engine)
  for (let round = 0; round < 60; round++) {
    world.pass(2_000)
    await workAll(world)
  }
}
