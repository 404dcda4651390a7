/** Global tables with MultiRegionConsistency STRONG: one copy of the items for all regions. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TableDescription, UpdateTableInput } from '@aws-sdk/client-dynamodb'
import { connect, newTableName, type Client, type Json } from '../../../support/client.js'
import { checkRefusals, expectFault } from '../../../support/expect.js'
import { recordsOf, latestStream, notStreaming, streaming } from '../../../support/streams.js'
import {
  create,
  createStrongTable,
  remove,
  strongly,
  strongRegions,
  type StrongTable,
} from '../../../support/strong-tables.js'
import { attribute, hash, indexed, partitionOnly, projectAll } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

const client = await connect()
const [, ohio, oregon] = strongRegions
const inUse = 'The resource which you are attempting to change is in use.'
const count =
  'Unsupported replica count for global tables with MultiRegionConsistency set to STRONG.'
const onlyOne =
  'Deletion of only one table replica is not supported for global tables with MultiRegionConsistency set to STRONG.'
const key = { pk: { S: 'a' } }

type Change = Omit<UpdateTableInput, 'TableName'>

async function described(of: Client, TableName: string): Promise<TableDescription> {
  return (await of.sdk.describeTable({ TableName })).Table!
}

const witnessed = (region: string) => ({
  MultiRegionConsistency: 'STRONG' as const,
  ReplicaUpdates: [create(ohio)],
  GlobalTableWitnessUpdates: [create(region)],
})

describe('a request for a strongly consistent global table', async () => {
  const TableName = await client.createTable(partitionOnly())
  checkRefusals(client, 'UpdateTable', { TableName }, [
    ['for two regions', { ...strongly, ReplicaUpdates: [create(ohio)] }, count],
    [
      'for a region that is not offered',
      { ...strongly, ReplicaUpdates: [create(ohio), create('us-west-1')] },
      'Unsupported Region(s) specified for global tables with MultiRegionConsistency set to STRONG: [us-west-1].',
    ],
    [
      'for the own region',
      { ...strongly, ReplicaUpdates: [create('us-east-1'), create(ohio)] },
      /^Cannot add or delete the local region through ReplicaUpdates\./u,
    ],
    [
      'with a witness and without STRONG',
      { ...witnessed(oregon), MultiRegionConsistency: undefined },
      'MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is present.',
    ],
    [
      'with a witness in the region of a replica',
      witnessed(ohio),
      'Cannot target multiple regions with the same action',
    ],
    [
      'with a witness in the own region',
      witnessed('us-east-1'),
      'Cannot add a witness in the same region as an existing replica when creating a global table with MultiRegionConsistency set to STRONG.',
    ],
    [
      'with two witnesses',
      { ...strongly, GlobalTableWitnessUpdates: [create(ohio), create(oregon)] },
      /'globalTableWitnessUpdates' failed to satisfy constraint: Member must have length less than or equal to 1$/u,
    ],
    [
      'that removes',
      { ...strongly, ReplicaUpdates: [remove(ohio), create(oregon)] },
      'Only Replica Create actions are supported when MultiRegionConsistency parameter is provided.',
    ],
    [
      'with another change',
      { ...strongly, DeletionProtectionEnabled: true },
      'One or more parameter values were invalid: Replica modification must be the only operation in the request',
    ],
    [
      'with a witness and another change',
      { ...witnessed(oregon), DeletionProtectionEnabled: true },
      'One or more parameter values were invalid: Requests that modify replicas or witnesses must not also modify other fields',
    ],
    [
      'without replicas',
      { MultiRegionConsistency: 'STRONG' },
      /^At least one of .*ReplicaTransitRoleArn, DeletionProtectionEnabled, .* is required$/u,
    ],
    [
      'with a setting of a replica',
      {
        ...strongly,
        ReplicaUpdates: [
          create(ohio),
          { Create: { RegionName: oregon, TableClassOverride: 'STANDARD_INFREQUENT_ACCESS' } },
        ],
      },
      /^Replica settings are not supported by this server/u,
    ],
    [
      'for a table that does not exist',
      { ...strongly, TableName: 'nothing' },
      'Requested resource not found: Table: nothing not found',
      'ResourceNotFoundException',
    ],
  ])

  it('is refused for a table with a local index, with time to live or with items', async () => {
    const refused = async (
      shape: Json,
      message: RegExp,
      prepare?: (name: string) => Promise<unknown>,
    ) => {
      const name = await client.createTable(shape)
      await prepare?.(name)
      const answer = client.sdk.updateTable({ TableName: name, ...strongly })
      await expectFault(answer, 'ValidationException', message)
    }
    await refused(indexed, /^Local secondary indexes are not supported/u)
    await refused(partitionOnly(), /^The table must be empty/u, (name) =>
      client.sdk.putItem({ TableName: name, Item: key }),
    )
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'until' }
    await refused(partitionOnly(), /^Time to Live is not supported/u, (name) =>
      client.sdk.updateTimeToLive({ TableName: name, TimeToLiveSpecification }),
    )
  })

  it('is refused if a region has a table of that name', async () => {
    const name = newTableName()
    for (const region of ['us-east-1', oregon]) {
      const there = client.as({ region })
      await there.ask('CreateTable', { TableName: name, ...partitionOnly() })
      await there.untilActive(name)
    }
    const answer = client.sdk.updateTable({ TableName: name, ...strongly })
    await expectFault(
      answer,
      'ValidationException',
      `Failed to create a the new replica of table with name: ‘${name}’ because one or more replicas already existed as tables.`,
    )
  })
})

describe('a strongly consistent global table', () => {
  let strong: StrongTable
  let TableName: string
  before(async () => {
    strong = await createStrongTable([client.url], partitionOnly())
    TableName = strong.tableName
  })
  after(() => {
    for (const { sdk, streams } of strong.each) {
      sdk.destroy()
      streams.destroy()
    }
  })

  it('is described in each region with the others', async () => {
    const tables = await Promise.all(strong.each.map((each) => described(each, TableName)))
    for (const [i, table] of tables.entries()) {
      const others = strongRegions.filter((_, n) => n !== i)
      assert.deepEqual(
        table.Replicas!.map(({ RegionName, ReplicaStatus }) => [RegionName, ReplicaStatus]),
        others.map((region) => [region, 'ACTIVE']),
      )
      assert.equal(table.MultiRegionConsistency, 'STRONG')
      assert.equal(table.GlobalTableVersion, '2019.11.21')
      assert.equal(table.GlobalTableWitnesses, undefined)
      assert.ok(table.TableArn!.includes(`:${strongRegions[i]!}:`))
    }
    assert.equal(new Set(tables.map(({ TableId }) => TableId)).size, 3)
  })

  it('shows in every region at once what was written in one, and judges conditions by it', async () => {
    for (const [i, writer] of strong.each.entries()) {
      const Item = { ...key, n: { N: String(i) } }
      await writer.sdk.putItem({ TableName, Item })
      for (const reader of strong.each) {
        const answer = await reader.sdk.getItem({ TableName, Key: key, ConsistentRead: true })
        assert.deepEqual(answer.Item, Item)
        const ConditionExpression = 'attribute_not_exists(pk)'
        const again = reader.sdk.putItem({ TableName, Item, ConditionExpression })
        await expectFault(
          again,
          'ConditionalCheckFailedException',
          'The conditional request failed',
        )
      }
    }
  })

  it('refuses transactions, time to live and what would leave only some regions', async () => {
    const transactions = /^Transactions are not supported on global tables/u
    for (const each of strong.each) {
      const Put = { TableName, Item: key }
      const writing = each.sdk.transactWriteItems({ TransactItems: [{ Put }] })
      await expectFault(writing, 'ValidationException', transactions)
      const Get = { TableName, Key: key }
      const reading = each.sdk.transactGetItems({ TransactItems: [{ Get }] })
      await expectFault(reading, 'ValidationException', transactions)
      const Statement = `UPDATE "${TableName}" SET n = 1 WHERE pk = 'a'`
      const statements = each.sdk.executeTransaction({ TransactStatements: [{ Statement }] })
      await expectFault(statements, 'ValidationException', transactions)
      const TimeToLiveSpecification = { Enabled: true, AttributeName: 'until' }
      const expiring = each.sdk.updateTimeToLive({ TableName, TimeToLiveSpecification })
      await expectFault(expiring, 'ValidationException', /^Time to Live is not supported/u)
      await expectFault(each.sdk.deleteTable({ TableName }), 'ValidationException', onlyOne)
    }
    const update = (input: Change) => client.sdk.updateTable({ TableName, ...input })
    const refusals: readonly (readonly [Change, string])[] = [
      [{ ReplicaUpdates: [remove(ohio)] }, onlyOne],
      [
        { ReplicaUpdates: [create('eu-west-1')] },
        'Cannot add replicas to a global table with strong MultiRegionConsistency',
      ],
      [strongly, 'MultiRegionConsistency parameter is unsupported on existing global table'],
      [
        { ReplicaUpdates: [remove(ohio), remove('eu-west-1')] },
        'Update global table operation failed because one or more replicas were not part of the global table. Please retry the request without these replicas: [eu-west-1].',
      ],
      [
        {
          ReplicaUpdates: [remove(ohio), remove(oregon)],
          GlobalTableWitnessUpdates: [remove('eu-west-1')],
        },
        'Update global table operation failed because one or more witnesses were not part of the global table. Please retry the request without these witnesses: [eu-west-1].',
      ],
    ]
    for (const [input, message] of refusals) {
      await expectFault(update(input), 'ValidationException', message)
    }
  })

  it('has settings in common, and some of each region’s own', async () => {
    const [virginia, other] = strong.each as [Client, Client]
    await other.sdk.updateTable({ TableName, OnDemandThroughput: { MaxReadRequestUnits: 9 } })
    await other.sdk.updateTable({ TableName, DeletionProtectionEnabled: true })
    const { TableArn: ResourceArn } = await described(other, TableName)
    await other.sdk.tagResource({ ResourceArn, Tags: [{ Key: 'where', Value: 'ohio' }] })
    const here = await described(virginia, TableName)
    assert.equal(here.OnDemandThroughput!.MaxReadRequestUnits, 9)
    assert.equal(here.DeletionProtectionEnabled, false)
    const tags = await virginia.sdk.listTagsOfResource({ ResourceArn: here.TableArn })
    assert.deepEqual(tags.Tags, [])
    const ending = { TableName, ReplicaUpdates: [remove(ohio), remove(oregon)] }
    await expectFault(
      virginia.sdk.updateTable(ending),
      'ValidationException',
      `Cannot delete table ${TableName} in region us-east-2 because it has deletion protection enabled. Disable deletion protection first.`,
    )
    await other.sdk.updateTable({ TableName, DeletionProtectionEnabled: false })
  })

  it('gets an index in all regions from any', async () => {
    const [virginia, , west] = strong.each as [Client, Client, Client]
    await west.ask('UpdateTable', {
      TableName,
      AttributeDefinitions: [attribute('pk', 'S'), attribute('n', 'N')],
      GlobalSecondaryIndexUpdates: [
        { Create: { IndexName: 'by-n', KeySchema: [hash('n')], Projection: projectAll } },
      ],
    })
    const statuses = async () => {
      const tables = await Promise.all(strong.each.map((each) => described(each, TableName)))
      return tables.map((table) => table.GlobalSecondaryIndexes?.[0]?.IndexStatus)
    }
    await until(
      async () => (await statuses()).every((status) => status === 'ACTIVE'),
      () => 'the index is not ACTIVE everywhere',
    )
    await virginia.sdk.putItem({ TableName, Item: { pk: { S: 'b' }, n: { N: '77' } } })
    const query = {
      TableName,
      IndexName: 'by-n',
      KeyConditionExpression: 'n = :n',
      ExpressionAttributeValues: { ':n': { N: '77' } },
    }
    for (const each of strong.each) assert.equal((await each.sdk.query(query)).Count, 1)
  })

  it('has a stream in each region that wants one, with the same records', async () => {
    const [virginia, other] = strong.each as [Client, Client]
    await virginia.ask('UpdateTable', { TableName, ...streaming() })
    await virginia.untilActive(TableName)
    await virginia.sdk.putItem({ TableName, Item: { pk: { S: 's' }, n: { N: '1' } } })
    await other.ask('UpdateTable', { TableName, ...streaming() })
    await other.untilActive(TableName)
    await other.sdk.putItem({ TableName, Item: { pk: { S: 's' }, n: { N: '2' } } })
    await virginia.ask('UpdateTable', { TableName, ...notStreaming })
    await virginia.untilActive(TableName)
    await virginia.sdk.putItem({ TableName, Item: { pk: { S: 's' }, n: { N: '3' } } })
    const seen = async (from: Client) => {
      const records = await recordsOf(from, await latestStream(from, TableName))
      return records.map((record) => [record.eventName, record.dynamodb?.NewImage?.['n']?.N])
    }
    assert.deepEqual(await seen(virginia), [
      ['INSERT', '1'],
      ['MODIFY', '2'],
    ])
    assert.deepEqual(await seen(other), [
      ['MODIFY', '2'],
      ['MODIFY', '3'],
    ])
    assert.equal((await described(strong.each[2]!, TableName)).LatestStreamArn, undefined)
  })

  it('ends in any region, which keeps the items', async () => {
    const west = strong.each[2]!
    const { ItemCount } = await described(west, TableName)
    const { TableDescription } = await west.sdk.updateTable({
      TableName,
      ReplicaUpdates: [remove('us-east-1'), remove(ohio)],
    })
    assert.equal(TableDescription!.TableStatus, 'UPDATING')
    const left = await west.untilActive(TableName)
    assert.equal(left['Replicas'], undefined)
    assert.equal(left['MultiRegionConsistency'], undefined)
    assert.equal(left['ItemCount'], ItemCount)
    for (const gone of strong.each.slice(0, 2)) {
      await until(
        () =>
          gone.sdk.describeTable({ TableName }).then(
            () => false,
            () => true,
          ),
        () => 'the table is still there',
      )
    }
    await west.sdk.transactWriteItems({
      TransactItems: [{ Delete: { TableName, Key: key } }],
    })
    await west.sdk.deleteTable({ TableName })
  })
})

describe('a strongly consistent global table with a witness', () => {
  it('names it, lets its region have a table of that name, and ends with it', async () => {
    const TableName = await client.createTable(partitionOnly())
    const there = client.as({ region: oregon })
    await client.sdk.updateTable({ TableName, ...witnessed(oregon) })
    const table = await client.untilActive(TableName)
    assert.deepEqual(table['GlobalTableWitnesses'], [
      { RegionName: oregon, WitnessStatus: 'ACTIVE' },
    ])
    await expectFault(
      there.sdk.describeTable({ TableName }),
      'ResourceNotFoundException',
      `Requested resource not found: Table: ${TableName} not found`,
    )
    await there.sdk.createTable({ TableName, ...partitionOnly() })
    const ReplicaUpdates = [remove(ohio)]
    await expectFault(
      client.sdk.updateTable({ TableName, ReplicaUpdates }),
      'ValidationException',
      'Update table delete operation does not include all witnesses.',
    )
    const GlobalTableWitnessUpdates = [remove(oregon)]
    await client.sdk.updateTable({ TableName, ReplicaUpdates, GlobalTableWitnessUpdates })
    assert.equal((await client.untilActive(TableName))['GlobalTableWitnesses'], undefined)
    await there.untilActive(TableName)
  })
})

describe('a strongly consistent global table on a server whose changes take their time', async () => {
  // Long enough for a busy machine to see a table in between.
  const slow = await connect({ tableTransitionMs: 2000 })

  it('is CREATING in the other regions, and UPDATING where it was', async () => {
    const TableName = await slow.createTable(partitionOnly())
    const there = slow.as({ region: ohio })
    const { TableDescription } = await slow.sdk.updateTable({ TableName, ...witnessed(oregon) })
    assert.equal(TableDescription!.TableStatus, 'UPDATING')
    await expectFault(
      slow.sdk.updateTable({
        TableName,
        ReplicaUpdates: [remove(ohio)],
        GlobalTableWitnessUpdates: [remove(oregon)],
      }),
      'ResourceInUseException',
      inUse,
    )
    const table = await there.untilActive(TableName)
    assert.equal(table['MultiRegionConsistency'], 'STRONG')
    await slow.untilActive(TableName)
    await there.sdk.putItem({ TableName, Item: key })
    await there.sdk.updateTable({
      TableName,
      ReplicaUpdates: [remove('us-east-1')],
      GlobalTableWitnessUpdates: [remove(oregon)],
    })
    const going = slow.sdk.getItem({ TableName, Key: key })
    await assert.rejects(going, { name: 'ResourceNotFoundException' })
    await there.untilActive(TableName)
    const { Item } = await there.sdk.getItem({ TableName, Key: key, ConsistentRead: true })
    assert.deepEqual(Item, key)
  })
})
