/** Replicas of a table, by clients in several regions of one server: added, used, changed and removed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue, CreateGlobalSecondaryIndexAction } from '@aws-sdk/client-dynamodb'
import { connect, newTableName, type Client } from '../../../support/client.js'
import { expectFault } from '../../../support/expect.js'
import { partitionOnly } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

const east = await connect()
const west = east.as({ region: 'us-west-2' })
const ireland = east.as({ region: 'eu-west-1' })

const onReplica = (action: 'Create' | 'Delete', RegionName: string) => ({
  ReplicaUpdates: [{ [action]: { RegionName } }],
})

async function replicasOf(client: Client, TableName: string): Promise<readonly string[]> {
  const { Table } = await client.sdk.describeTable({ TableName })
  const { Replicas = [] } = Table!
  return Replicas.map(({ RegionName, ReplicaStatus }) => `${RegionName} ${ReplicaStatus}`)
}

async function untilReplicas(
  client: Client,
  TableName: string,
  wanted: readonly string[],
): Promise<void> {
  const isSo = async () => String(await replicasOf(client, TableName)) === String(wanted)
  await until(
    isSo,
    async () => `${String(await replicasOf(client, TableName))} instead of ${String(wanted)}`,
  )
}

type Item = Readonly<Record<string, AttributeValue>>

async function untilItem(client: Client, TableName: string, Item: Item | undefined): Promise<void> {
  const Key = { pk: { S: 'a' } }
  const found = async () => (await client.sdk.getItem({ TableName, Key })).Item
  const isSo = async () => JSON.stringify(await found()) === JSON.stringify(Item)
  await until(isSo, async () => `${JSON.stringify(await found())} in ${client.region}`)
}

/** A table with items that has a replica. */
async function createPair(): Promise<string> {
  const TableName = await east.createTable(partitionOnly())
  const item = { pk: { S: 'a' }, n: { N: '1' } }
  await east.sdk.putItem({ TableName, Item: item })
  const { TableDescription } = await east.sdk.updateTable({
    TableName,
    ...onReplica('Create', 'us-west-2'),
  })
  const { TableStatus, GlobalTableVersion } = TableDescription!
  assert.deepEqual([TableStatus, GlobalTableVersion], ['UPDATING', '2019.11.21'])
  await untilReplicas(east, TableName, ['us-west-2 ACTIVE'])
  return TableName
}

describe('a table with replicas', () => {
  it('has the same items in every region, whoever writes them', async () => {
    const TableName = await createPair()
    await untilItem(west, TableName, { pk: { S: 'a' }, n: { N: '1' } })
    const second = { pk: { S: 'a' }, n: { N: '2' } }
    await west.sdk.putItem({ TableName, Item: second })
    await untilItem(east, TableName, second)
    await east.sdk.deleteItem({ TableName, Key: { pk: { S: 'a' } } })
    await untilItem(west, TableName, undefined)
  })

  it('gets a third region from any of them, with what both have', async () => {
    const TableName = await createPair()
    await west.sdk.updateTable({ TableName, ...onReplica('Create', 'eu-west-1') })
    await untilReplicas(west, TableName, ['us-east-1 ACTIVE', 'eu-west-1 ACTIVE'])
    assert.deepEqual(await replicasOf(east, TableName), ['us-west-2 ACTIVE', 'eu-west-1 ACTIVE'])
    assert.deepEqual(await replicasOf(ireland, TableName), ['us-east-1 ACTIVE', 'us-west-2 ACTIVE'])
    const item = { pk: { S: 'a' }, by: { S: 'ireland' } }
    await ireland.sdk.putItem({ TableName, Item: item })
    await untilItem(east, TableName, item)
    await untilItem(west, TableName, item)
  })

  it('is removed region by region; the last is a table as any other', async () => {
    const TableName = await createPair()
    await expectFault(
      west.sdk.updateTable({ TableName, ...onReplica('Delete', 'us-east-1') }),
      'ValidationException',
      'Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table in the last 24 hours.',
    )
    await east.sdk.updateTable({ TableName, ...onReplica('Delete', 'us-west-2') })
    await untilReplicas(east, TableName, [])
    await expectFault(
      west.sdk.describeTable({ TableName }),
      'ResourceNotFoundException',
      `Requested resource not found: Table: ${TableName} not found`,
    )
    const { Table } = await east.sdk.describeTable({ TableName })
    assert.equal(Table!.GlobalTableVersion, undefined)
    await east.sdk.updateTable({ TableName, ...onReplica('Create', 'us-west-2') })
    await untilReplicas(east, TableName, ['us-west-2 ACTIVE'])
    await untilItem(west, TableName, { pk: { S: 'a' }, n: { N: '1' } })
  })

  it('gets an index in every region', async () => {
    const TableName = await createPair()
    const Create: CreateGlobalSecondaryIndexAction = {
      IndexName: 'by-n',
      KeySchema: [{ AttributeName: 'n', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    }
    await west.sdk.updateTable({
      TableName,
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'n', AttributeType: 'N' },
      ],
      GlobalSecondaryIndexUpdates: [{ Create }],
    })
    for (const client of [east, west]) {
      const query = {
        TableName,
        IndexName: 'by-n',
        KeyConditionExpression: 'n = :n',
        ExpressionAttributeValues: { ':n': { N: '1' } },
      }
      await until(
        // The index may not be there yet.
        () =>
          client.sdk.query(query).then(
            ({ Count }) => Count === 1,
            () => false,
          ),
        () => `no index in ${client.region}`,
      )
    }
  })

  it('is encrypted in the same way everywhere, with a key of each region', async () => {
    const TableName = await createPair()
    await west.sdk.updateTable({ TableName, SSESpecification: { Enabled: true, SSEType: 'KMS' } })
    for (const { sdk, region } of [east, west]) {
      const keyOf = async () => {
        const { Table } = await sdk.describeTable({ TableName })
        return Table!.SSEDescription?.KMSMasterKeyArn
      }
      await until(
        async () => (await keyOf())?.startsWith(`arn:aws:kms:${region}:`) === true,
        async () => `${region} has the key ${await keyOf()}`,
      )
    }
    const Update = { RegionName: 'us-west-2', KMSMasterKeyId: 'alias/aws/dynamodb' }
    await expectFault(
      east.sdk.updateTable({ TableName, ReplicaUpdates: [{ Update }] }),
      'ValidationException',
      'One or more parameter values were invalid: KMSMasterKeyId must be specified for each replica.',
    )
  })

  it('is no other table of that name in the region', async () => {
    const TableName = await east.createTable(partitionOnly())
    await west.ask('CreateTable', { TableName, ...partitionOnly() })
    await expectFault(
      east.sdk.updateTable({ TableName, ...onReplica('Create', 'us-west-2') }),
      'ValidationException',
      `Failed to create a the new replica of table with name: ‘${TableName}’ because one or more replicas already existed as tables.`,
    )
  })

  it('has to exist', async () => {
    const TableName = newTableName()
    await expectFault(
      east.sdk.updateTable({ TableName, ...onReplica('Create', 'us-west-2') }),
      'ResourceNotFoundException',
      `Requested resource not found: Table: ${TableName} not found`,
    )
  })
})
