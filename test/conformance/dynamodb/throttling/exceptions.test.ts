/** What requests get that are beyond the throughput of a table or index. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  GetItemCommand,
  ProvisionedThroughputExceededException,
  PutItemCommand,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { onDemand, partitionOnly, provisioned } from '../../../support/tables.js'
import {
  expectThrottled,
  groupedTable,
  largeText,
  useUpReads,
} from '../../../support/throttled-tables.js'

const client = await connect({ throttle: 'on' })
const plain = (throughput: Json): Json => ({
  ...partitionOnly(),
  BillingMode: 'PROVISIONED',
  ...throughput,
})
const maximum = (units: Json): Json => ({ OnDemandThroughput: units })
const key = (pk: string) => ({ pk: { S: pk } })
const put = (TableName: string, Item: Json) => client.ask('PutItem', { TableName, Item })
const inTable = (TableName: string, Item: Json): Json => ({
  TransactItems: [{ Put: { TableName, Item } }],
})

const units = {
  type: 'ProvisionedThroughputExceededException',
  sentence: /^The level of configured provisioned throughput for the table was exceeded\. Consider/,
}
const indexUnits = {
  type: 'ProvisionedThroughputExceededException',
  sentence: /^The level of .* for one or more global secondary indexes of the table was exceeded/,
}
const configured = {
  type: 'ThrottlingException',
  sentence: /^Throughput exceeds the maximum OnDemandThroughput configured on table or index$/,
}

describe('a table without write units', async () => {
  const TableName = await client.createTable(plain(provisioned(1, 1)))
  const reason = 'TableWriteProvisionedThroughputExceeded'
  // Larger than all that is left: it is let in, and charged in full.
  await put(TableName, { ...key('a'), text: largeText })
  const Statement = `INSERT INTO "${TableName}" VALUE {'pk': 'b'}`
  const writes: readonly (readonly [string, Json])[] = [
    ['PutItem', { TableName, Item: key('b') }],
    ['UpdateItem', { TableName, Key: key('b') }],
    ['DeleteItem', { TableName, Key: key('a') }],
    ['BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item: key('b') } }] } }],
    ['TransactWriteItems', inTable(TableName, key('b'))],
    ['ExecuteStatement', { Statement }],
    ['ExecuteTransaction', { TransactStatements: [{ Statement }] }],
  ]
  for (const [operation, body] of writes) {
    it(`refuses ${operation}`, async () => {
      expectThrottled(await client.call(operation, body), { ...units, reason })
    })
  }

  it('answers for each statement of a batch', async () => {
    const { status, body } = await client.call('BatchExecuteStatement', {
      Statements: [{ Statement }, { Statement: Statement.replace("'b'", "'c'") }],
    })
    assert.equal(status, 200)
    for (const { Error } of body['Responses'] as { Error: Json }[]) {
      assert.equal(Error['Code'], 'ProvisionedThroughputExceeded')
      assert.match(Error['Message'] as string, units.sentence)
    }
  })

  it('is still read, and was not changed', async () => {
    const { Count } = await client.ask('Scan', { TableName, ProjectionExpression: 'pk' })
    assert.equal(Count, 1)
  })

  it('is described as it is', async () => {
    const { Table } = await client.ask('DescribeTable', { TableName })
    const { ProvisionedThroughput } = Table as { ProvisionedThroughput: Json }
    assert.deepEqual(ProvisionedThroughput, {
      ReadCapacityUnits: 1,
      WriteCapacityUnits: 1,
      NumberOfDecreasesToday: 0,
    })
  })

  it('is the error that an SDK knows', async () => {
    const sent = client.sdk.send(new PutItemCommand({ TableName, Item: key('b') }))
    const error: unknown = await sent.catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ProvisionedThroughputExceededException)
    assert.equal(error.ThrottlingReasons?.[0]?.reason, reason)
    assert.match(error.ThrottlingReasons[0].resource ?? '', /:table\//)
  })
})

describe('a table without read units', async () => {
  const TableName = await client.createTable(plain(provisioned(1, 1000)))
  await put(TableName, { ...key('a'), text: largeText })
  const reason = 'TableReadProvisionedThroughputExceeded'
  const query = {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': { S: 'a' } },
  }
  const spent = await useUpReads(client, query)
  const Statement = `SELECT * FROM "${TableName}" WHERE pk = 'a'`
  const Keys = [key('a')]
  const reads: readonly (readonly [string, Json])[] = [
    ['GetItem', { TableName, Key: key('b') }],
    ['Scan', { TableName, Limit: 1 }],
    ['BatchGetItem', { RequestItems: { [TableName]: { Keys } } }],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key: key('a') } }] }],
    ['ExecuteStatement', { Statement }],
    ['ExecuteTransaction', { TransactStatements: [{ Statement }] }],
  ]

  it('refuses Query', () => expectThrottled(spent, { ...units, reason }))
  for (const [operation, body] of reads) {
    it(`refuses ${operation}`, async () => {
      expectThrottled(await client.call(operation, body), { ...units, reason })
    })
  }

  it('is still written to', async () => {
    await put(TableName, key('b'))
  })
})

describe('a global index without units', async () => {
  const shape = groupedTable(provisioned(1000, 1000), provisioned(1, 1))
  const TableName = await client.createTable(shape)
  await put(TableName, { ...key('a'), grp: { S: 'g' }, text: largeText })

  it('holds back every write to its table', async () => {
    const reason = 'IndexWriteProvisionedThroughputExceeded'
    for (const Item of [key('b'), { ...key('b'), grp: { S: 'g' } }]) {
      const answer = await client.call('PutItem', { TableName, Item })
      expectThrottled(answer, { ...indexUnits, reason })
    }
    const answer = await client.call('TransactWriteItems', inTable(TableName, key('b')))
    expectThrottled(answer, { ...indexUnits, reason })
  })

  it('is not read, though its table is', async () => {
    const answer = await useUpReads(client, {
      TableName,
      IndexName: 'by-group',
      KeyConditionExpression: 'grp = :g',
      ExpressionAttributeValues: { ':g': { S: 'g' } },
    })
    expectThrottled(answer, { ...indexUnits, reason: 'IndexReadProvisionedThroughputExceeded' })
    await client.ask('GetItem', { TableName, Key: key('b') })
  })
})

describe('an on-demand table with a maximum', async () => {
  const shape = {
    ...partitionOnly(),
    ...maximum({ MaxReadRequestUnits: 1, MaxWriteRequestUnits: 1 }),
  }
  const TableName = await client.createTable(shape)
  await put(TableName, { ...key('a'), text: largeText })

  it('refuses writes beyond it', async () => {
    const reason = 'TableWriteMaxOnDemandThroughputExceeded'
    const answer = await client.call('PutItem', { TableName, Item: key('b') })
    expectThrottled(answer, { ...configured, reason })
    const transacted = await client.call('TransactWriteItems', inTable(TableName, key('b')))
    expectThrottled(transacted, { ...configured, reason })
  })

  it('refuses reads beyond it, with the error that an SDK knows', async () => {
    await client.ask('GetItem', { TableName, Key: key('a') })
    const sent = client.sdk.send(new GetItemCommand({ TableName, Key: key('a') }))
    const error: unknown = await sent.catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ThrottlingException)
    const reason = 'TableReadMaxOnDemandThroughputExceeded'
    assert.equal(error.throttlingReasons?.[0]?.reason, reason)
    const answer = await client.call('GetItem', { TableName, Key: key('a') })
    expectThrottled(answer, { ...configured, reason })
  })

  it('answers ThrottlingError for a statement of a batch', async () => {
    const Statement = `INSERT INTO "${TableName}" VALUE {'pk': 'b'}`
    const { Responses } = await client.ask('BatchExecuteStatement', { Statements: [{ Statement }] })
    assert.equal((Responses as [{ Error: Json }])[0].Error['Code'], 'ThrottlingError')
  })
})

describe('a global index with a maximum', async () => {
  const TableName = await client.createTable(
    groupedTable(onDemand, maximum({ MaxReadRequestUnits: 1, MaxWriteRequestUnits: 1 })),
  )
  await put(TableName, { ...key('a'), grp: { S: 'g' }, text: largeText })

  it('refuses single writes in the words for units, and transactions in its own', async () => {
    const reason = 'IndexWriteMaxOnDemandThroughputExceeded'
    const answer = await client.call('PutItem', { TableName, Item: key('b') })
    expectThrottled(answer, { ...indexUnits, reason })
    const transacted = await client.call('TransactWriteItems', inTable(TableName, key('b')))
    expectThrottled(transacted, { ...configured, reason })
  })

  it('refuses reads', async () => {
    const answer = await useUpReads(client, {
      TableName,
      IndexName: 'by-group',
      KeyConditionExpression: 'grp = :g',
      ExpressionAttributeValues: { ':g': { S: 'g' } },
    })
    expectThrottled(answer, { ...configured, reason: 'IndexReadMaxOnDemandThroughputExceeded' })
  })
})
