/** The items of a global table: what a write in one region is in the others, with the SDK. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
import { connect, testCredentials } from '../../../support/client.js'
import { until } from '../../../support/until.js'

const { region: home, ...credentials } = { ...testCredentials, region: 'us-east-1' }
const [near, far] = ['us-east-2', 'eu-west-1'] as const
const regions = [home, near, far]
const TableName = 'worldwide'

const server = await connect()
const database = new Map(
  regions.map((region) => {
    const client = new DynamoDBClient({ endpoint: server.url, region, credentials })
    return [region, DynamoDBDocument.from(client)] as const
  }),
)
after(() => database.forEach((each) => each.destroy()))

const inRegion = (region: string) => server.as({ region })
const itemIn = async (region: string, id: string) => {
  const { Item } = await database.get(region)!.get({ TableName, Key: { id }, ConsistentRead: true })
  return Item
}

async function everywhere(id: string, expected: object | undefined): Promise<void> {
  for (const region of regions) {
    let found: unknown
    await until(
      async () => {
        found = await itemIn(region, id)
        return JSON.stringify(sorted(found)) === JSON.stringify(sorted(expected))
      },
      () => `${region} has ${JSON.stringify(found)} as ${id}`,
    )
  }
}

function sorted(item: unknown): unknown {
  return item && Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function addReplica(RegionName: string): Promise<void> {
  const updates = [{ Create: { RegionName } }]
  await inRegion(home).sdk.updateTable({ TableName, ReplicaUpdates: updates })
  await until(
    async () => {
      const { Table } = await inRegion(home).sdk.describeTable({ TableName })
      const { TableStatus, Replicas = [] } = Table!
      const replica = Replicas.find((each) => each.RegionName === RegionName)
      return TableStatus === 'ACTIVE' && replica?.ReplicaStatus === 'ACTIVE'
    },
    () => `the replica in ${RegionName} did not become ACTIVE`,
  )
}

await inRegion(home).sdk.createTable({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: ['id', 'team'].map((AttributeName) => {
    return { AttributeName, AttributeType: 'S' as const }
  }),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-team',
      KeySchema: [{ AttributeName: 'team', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
})
await database.get(home)!.put({ TableName, Item: { id: 'early', team: 'core' } })
await addReplica(near)
await addReplica(far)

describe('items of a global table', () => {
  it('from before are in new replicas, and in their indexes', async () => {
    await everywhere('early', { id: 'early', team: 'core' })
    const { Items } = await database.get(far)!.query({
      TableName,
      IndexName: 'by-team',
      KeyConditionExpression: 'team = :team',
      ExpressionAttributeValues: { ':team': 'core' },
    })
    assert.deepEqual(Items, [{ id: 'early', team: 'core' }])
  })

  it('arrive from every region, as put, updated and deleted', async () => {
    for (const region of regions) {
      const client = database.get(region)!
      const id = `from-${region}`
      await client.put({ TableName, Item: { id, n: 1 } })
      await everywhere(id, { id, n: 1 })
      await client.update({
        TableName,
        Key: { id },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
      })
      await everywhere(id, { id, n: 2 })
      await client.delete({ TableName, Key: { id } })
      await everywhere(id, undefined)
    }
  })

  it('win as a whole: attributes are not merged', async () => {
    await database.get(home)!.put({ TableName, Item: { id: 'whole', a: 1, b: 2 } })
    await everywhere('whole', { id: 'whole', a: 1, b: 2 })
    await database.get(far)!.put({ TableName, Item: { id: 'whole', c: 3 } })
    await everywhere('whole', { id: 'whole', c: 3 })
  })

  it('of batches and transactions arrive', async () => {
    const ids = ['t1', 't2', 't3']
    await database.get(near)!.transactWrite({
      TransactItems: ids.map((id) => ({ Put: { TableName, Item: { id } } })),
    })
    await database.get(far)!.batchWrite({
      RequestItems: { [TableName]: [{ PutRequest: { Item: { id: 'b1' } } }] },
    })
    for (const id of [...ids, 'b1']) await everywhere(id, { id })
  })

  it('are checked by conditions of their own region alone', async () => {
    await database.get(home)!.put({ TableName, Item: { id: 'taken' } })
    const again = {
      TableName,
      Item: { id: 'taken', again: true },
      ConditionExpression: 'attribute_not_exists(id)',
    }
    await assert.rejects(database.get(home)!.put(again), {
      name: 'ConditionalCheckFailedException',
    })
    await everywhere('taken', { id: 'taken' })
    await assert.rejects(database.get(far)!.put(again), { name: 'ConditionalCheckFailedException' })
  })

  it('have no attributes of the service', async () => {
    const { Items = [] } = await database.get(far)!.scan({ TableName })
    const names = new Set(Items.flatMap((item) => Object.keys(item)))
    assert.ok(![...names].some((name) => name.startsWith('aws:')), [...names].join(' '))
  })
})

describe('the stream of a replica', () => {
  it('shows a first arrival as an INSERT, without the region it came from', async () => {
    const id = 'streamed'
    await database.get(home)!.put({ TableName, Item: { id, n: 1 } })
    await everywhere(id, { id, n: 1 })
    const { Table } = await inRegion(far).sdk.describeTable({ TableName })
    const { LatestStreamArn: StreamArn } = Table!
    const { streams } = inRegion(far)
    const { StreamDescription } = await streams.describeStream({ StreamArn })
    const found: _Record[] = []
    for (const { ShardId } of StreamDescription!.Shards!) {
      const place = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
      const { ShardIterator } = await streams.getShardIterator(place)
      const { Records = [] } = await streams.getRecords({ ShardIterator })
      found.push(...Records.filter(({ dynamodb }) => dynamodb!.Keys!['id']!.S === id))
    }
    assert.equal(found.length, 1)
    const { eventName, awsRegion, userIdentity } = found[0]!
    assert.deepEqual([eventName, awsRegion, userIdentity], ['INSERT', far, undefined])
  })
})
