/**
 * The unmodified AWS SDK for JavaScript v3: a table from creation to deletion, through the plain
 * and the document client.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeEndpointsCommand,
  DescribeLimitsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  ResourceNotFoundException,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  paginateListTables,
  waitUntilTableExists,
  waitUntilTableNotExists,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { connect, newTableName } from '../../support/client.js'

const { sdk } = await connect()
const waiting = { client: sdk, maxWaitTime: 30, minDelay: 1, maxDelay: 1 }

const orders = (TableName: string): CreateTableCommandInput => ({
  TableName,
  AttributeDefinitions: [
    { AttributeName: 'customer', AttributeType: 'S' },
    { AttributeName: 'order', AttributeType: 'N' },
    { AttributeName: 'state', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'customer', KeyType: 'HASH' },
    { AttributeName: 'order', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-state',
      KeySchema: [{ AttributeName: 'state', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
})

async function newTable(): Promise<string> {
  const TableName = newTableName('sdk')
  await sdk.send(new CreateTableCommand(orders(TableName)))
  await waitUntilTableExists(waiting, { TableName })
  return TableName
}

describe('the plain client', () => {
  it('creates, uses and deletes a table', async () => {
    const TableName = newTableName('sdk')
    const { TableDescription } = await sdk.send(new CreateTableCommand(orders(TableName)))
    assert.equal(TableDescription?.TableStatus, 'CREATING')
    assert.ok(TableDescription.CreationDateTime instanceof Date)
    const { state } = await waitUntilTableExists(waiting, { TableName })
    assert.equal(state, 'SUCCESS')

    const { Table } = await sdk.send(new DescribeTableCommand({ TableName }))
    assert.equal(Table?.TableStatus, 'ACTIVE')
    assert.equal(Table.GlobalSecondaryIndexes?.[0]?.IndexStatus, 'ACTIVE')

    const Key = { customer: { S: 'ada' }, order: { N: '1' } }
    const ConditionExpression = 'attribute_not_exists(customer)'
    const Item = { ...Key, state: { S: 'open' }, parcels: { L: [{ M: { sku: { S: 'x' } } }] } }
    const { $metadata } = await sdk.send(
      new PutItemCommand({ TableName, Item, ConditionExpression }),
    )
    assert.equal($metadata.httpStatusCode, 200)
    assert.match($metadata.requestId ?? '', /^[A-Z0-9]{52}$/)
    await assert.rejects(
      sdk.send(new PutItemCommand({ TableName, Item, ConditionExpression })),
      ConditionalCheckFailedException,
    )

    const { Attributes } = await sdk.send(
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #state = :paid, parcels[0].#count = :two ADD revision :one',
        ConditionExpression: '#state = :open',
        ExpressionAttributeNames: { '#state': 'state', '#count': 'count' },
        ExpressionAttributeValues: {
          ':paid': { S: 'paid' },
          ':open': { S: 'open' },
          ':two': { N: '2' },
          ':one': { N: '1' },
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    )
    assert.deepEqual(Attributes, {
      state: { S: 'paid' },
      parcels: { L: [{ M: { count: { N: '2' } } }] },
      revision: { N: '1' },
    })

    const got = await sdk.send(
      new GetItemCommand({
        TableName,
        Key,
        ProjectionExpression: '#state, parcels[0].sku',
        ExpressionAttributeNames: { '#state': 'state' },
        ConsistentRead: true,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    assert.deepEqual(got.Item, {
      state: { S: 'paid' },
      parcels: { L: [{ M: { sku: { S: 'x' } } }] },
    })
    assert.equal(got.ConsumedCapacity?.CapacityUnits, 1)

    const gone = await sdk.send(new DeleteItemCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }))
    assert.equal(gone.Attributes?.['state']?.S, 'paid')
    assert.equal((await sdk.send(new GetItemCommand({ TableName, Key }))).Item, undefined)

    await sdk.send(new DeleteTableCommand({ TableName }))
    assert.equal((await waitUntilTableNotExists(waiting, { TableName })).state, 'SUCCESS')
    await assert.rejects(
      sdk.send(new GetItemCommand({ TableName, Key })),
      ResourceNotFoundException,
    )
  })

  it('shows the item that failed a condition', async () => {
    const TableName = await newTable()
    const Item = { customer: { S: 'bob' }, order: { N: '7' } }
    await sdk.send(new PutItemCommand({ TableName, Item }))
    await assert.rejects(
      sdk.send(
        new PutItemCommand({
          TableName,
          Item,
          ConditionExpression: 'attribute_not_exists(customer)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
      (error) => {
        assert.ok(error instanceof ConditionalCheckFailedException)
        assert.equal(error.message, 'The conditional request failed')
        assert.deepEqual(error.Item, Item)
        return true
      },
    )
  })

  it('sends and receives binaries of every byte', async () => {
    const TableName = await newTable()
    const Key = { customer: { S: 'bytes' }, order: { N: '0' } }
    const B = Uint8Array.from({ length: 256 }, (_, n) => n)
    await sdk.send(new PutItemCommand({ TableName, Item: { ...Key, B: { B } } }))
    const { Item } = await sdk.send(new GetItemCommand({ TableName, Key }))
    assert.deepEqual(Uint8Array.from(Item?.['B']?.B ?? []), B)
  })

  it('pages through the names of tables', async () => {
    const made = await Promise.all([newTable(), newTable(), newTable()])
    const found: string[] = []
    for await (const page of paginateListTables({ client: sdk, pageSize: 1 }, {})) {
      found.push(...(page.TableNames ?? []))
    }
    for (const name of made) assert.equal(found.filter((other) => other === name).length, 1)
  })

  it('changes settings, tags and time to live', async () => {
    const TableName = await newTable()
    const updated = await sdk.send(
      new UpdateTableCommand({ TableName, TableClass: 'STANDARD_INFREQUENT_ACCESS' }),
    )
    assert.equal(updated.TableDescription?.TableName, TableName)
    await waitUntilTableExists(waiting, { TableName })

    const ResourceArn = updated.TableDescription.TableArn
    await sdk.send(new TagResourceCommand({ ResourceArn, Tags: [{ Key: 'team', Value: 'core' }] }))
    const { Tags } = await sdk.send(new ListTagsOfResourceCommand({ ResourceArn }))
    assert.deepEqual(Tags, [{ Key: 'team', Value: 'core' }])
    await sdk.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['team'] }))

    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
    await sdk.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    const ttl = await sdk.send(new DescribeTimeToLiveCommand({ TableName }))
    assert.equal(ttl.TimeToLiveDescription?.AttributeName, 'expires')
  })

  it('asks for limits and endpoints', async () => {
    const limits = await sdk.send(new DescribeLimitsCommand({}))
    assert.ok((limits.AccountMaxReadCapacityUnits ?? 0) > 0)
    const { Endpoints } = await sdk.send(new DescribeEndpointsCommand({}))
    assert.equal(Endpoints?.length, 1)
  })

  it('gets errors with a name, a fault and a message', async () => {
    await assert.rejects(sdk.send(new DescribeTableCommand({ TableName: 'nobody' })), {
      name: 'ResourceNotFoundException',
      $fault: 'client',
      message: 'Requested resource not found: Table: nobody not found',
    })
    await assert.rejects(sdk.send(new DescribeTableCommand({ TableName: 'x' })), {
      name: 'ValidationException',
    })
  })
})

describe('the document client', () => {
  it('writes and reads plain objects', async () => {
    const TableName = await newTable()
    const documents = DynamoDBDocumentClient.from(sdk)
    const Key = { customer: 'eve', order: 42 }
    const Item = {
      ...Key,
      state: 'open',
      amount: 12.5,
      paid: false,
      note: null,
      empty: '',
      tags: new Set(['a', 'b']),
      numbers: new Set([1, 2]),
      parcels: [{ sku: 'x', price: 3 }, []],
      address: { city: 'Paris', geo: { lat: 48.85, lon: 2.35 } },
      bytes: Uint8Array.of(1, 2, 255),
    }
    await documents.send(new PutCommand({ TableName, Item }))
    const got = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
    const { bytes, ...rest } = got.Item as typeof Item
    const { bytes: sent, ...expected } = Item
    assert.deepEqual(rest, expected)
    assert.deepEqual(Uint8Array.from(bytes), sent)

    const { Attributes } = await documents.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET amount = amount + :more, address.geo.lat = :lat REMOVE note',
        ExpressionAttributeValues: { ':more': 7.5, ':lat': 0 },
        ReturnValues: 'ALL_NEW',
      }),
    )
    assert.equal(Attributes?.['amount'], 20)
    assert.deepEqual(Attributes['address'], { city: 'Paris', geo: { lat: 0, lon: 2.35 } })
    assert.equal('note' in Attributes, false)

    await documents.send(new DeleteCommand({ TableName, Key }))
    assert.equal((await documents.send(new GetCommand({ TableName, Key }))).Item, undefined)
  })
})
