/**
 * What happens in a run: a table becomes a global table of three regions while clients write to it, everything goes
 * wrong that can, and in the end all regions have to be the same.
 */
import { below, oneOf } from '../../support/chance.js'
import type { Json } from '../../support/client.js'
import { requireConvergence } from './convergence.js'
import { earlyWrites } from './history.js'
import { someLink } from './link-controls.js'
import { regions, TableName } from './regions.js'
import type { World } from './world.js'

const [first, second, third] = regions

/** Throws what is wrong in the end. */
export async function runPlan(world: World, events: number): Promise<void> {
  await createTable(world)
  const early = await fillEarly(world)
  await askForReplica(world, second)
  await world.until(
    () => isActive(world, second),
    () => `the replica in ${second} does not become ACTIVE`,
  )
  for (let event = 0; event < events; event++) {
    if (event === Math.floor(events / 3)) await askForReplica(world, third)
    await happen(world)
  }
  await world.settle()
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

/** Another deployment may need a moment until it answers again. */
async function askForReplica(world: World, RegionName: string): Promise<void> {
  const input = { TableName, ReplicaUpdates: [{ Create: { RegionName } }] }
  let refusal: unknown
  await world.connect()
  await world.until(
    () =>
      world.ask('UpdateTable', input, first).then(
        () => true,
        (error: unknown) => {
          refusal = error
          return false
        },
      ),
    () => `no replica can be added in ${RegionName}: ${String(refusal)}`,
  )
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

async function happen(world: World): Promise<void> {
  const { chance } = world
  const dice = chance()
  if (dice < 0.45) world.write(oneOf(chance, regions))
  else if (dice < 0.8) world.work()
  else if (dice < 0.88) await world.pass(below(chance, chance() < 0.1 ? 20_000 : 300))
  else if (dice < 0.94) await world.control(someLink(chance))
  else if (dice < 0.97) world.skew(oneOf(chance, regions))
  else if (dice < 0.99) await world.kill(oneOf(chance, regions))
  await world.goOn()
}
