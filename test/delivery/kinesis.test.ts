/**
 * Delivery of changes to Kinesis: each change arrives, those of an item in order, whatever fails.
 */
import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch'
import { connect, testCredentials, type Json } from '../support/client.js'
import {
  KinesisStandIn,
  lendCredentials,
  streamArn,
  type DeliveredChange,
} from '../support/kinesis.js'
import { until } from '../support/until.js'
import { composite, partitionOnly, provisioned } from '../support/tables.js'

lendCredentials()
const kinesis = await KinesisStandIn.start('changes')
after(() => kinesis.stop())
const client = await connect({
  kinesisEndpoint: kinesis.url,
  shardDurationMs: 300,
  logLevel: 'silent',
})
const StreamArn = streamArn('changes')

const enable = (TableName: string, more: Json = {}) =>
  client.ask('EnableKinesisStreamingDestination', { TableName, StreamArn, ...more })
const disable = (TableName: string) =>
  client.ask('DisableKinesisStreamingDestination', { TableName, StreamArn })
const tableWith = async (shape: Json = partitionOnly(), more: Json = {}): Promise<string> => {
  const table = await client.createTable(shape)
  await enable(table, more)
  return table
}
const put = (TableName: string, pk: string, turn: number) =>
  client.ask('PutItem', { TableName, Item: { pk: { S: pk }, turn: { N: String(turn) } } })

/** Writes several items in parallel, each of them repeatedly. */
async function writeTurns(table: string, from: number, to: number): Promise<void> {
  for (let turn = from; turn <= to; turn++) {
    await Promise.all(items.map((pk) => put(table, pk, turn)))
  }
}

const items = ['a', 'b', 'c', 'd', 'e', 'f']

const keyOf = ({ dynamodb }: DeliveredChange) => dynamodb.Keys['pk']!['S'] as string
const turnOf = ({ dynamodb }: DeliveredChange) => Number(dynamodb.NewImage!['turn']!['N'])

function expectTurns(changes: readonly DeliveredChange[], turns: number): void {
  const expected = Array.from({ length: turns }, (_, i) => i + 1)
  for (const pk of items) {
    const seen = changes.filter((change) => keyOf(change) === pk).map(turnOf)
    assert.deepEqual(seen, expected, `the changes of ${pk}`)
  }
}

const { region, ...credentials } = testCredentials
const cloudwatch = new CloudWatchClient({ endpoint: client.url, region, credentials })
after(() => cloudwatch.destroy())

async function sumOf(table: string, MetricName: string): Promise<number> {
  const { Datapoints = [] } = await cloudwatch.send(
    new GetMetricStatisticsCommand({
      Namespace: 'AWS/DynamoDB',
      MetricName,
      Dimensions: [
        { Name: 'TableName', Value: table },
        { Name: 'DelegatedOperation', Value: 'ChangeDataCaptureForKinesisDataStreams' },
      ],
      StartTime: new Date(Date.now() - 600_000),
      EndTime: new Date(Date.now() + 60_000),
      Period: 60,
      Statistics: ['Sum'],
    }),
  )
  return Datapoints.reduce((sum, { Sum = 0 }) => sum + Sum, 0)
}

async function untilMeasured(table: string, sums: Readonly<Record<string, number>>): Promise<void> {
  for (const [metric, sum] of Object.entries(sums)) {
    await until(
      async () => (await sumOf(table, metric)) === sum,
      () => `${metric} is not ${sum}`,
    )
  }
}

afterEach(() => kinesis.takesAll())

describe('a record', () => {
  it('describes a change as AWS does', async () => {
    const table = await tableWith()
    const Key = { pk: { S: 'x' } }
    await client.ask('PutItem', { TableName: table, Item: { ...Key, n: { N: '1.0' } } })
    await client.ask('PutItem', { TableName: table, Item: { ...Key, n: { N: '1' } } })
    await client.ask('PutItem', { TableName: table, Item: { ...Key, n: { N: '22' } } })
    await client.ask('DeleteItem', { TableName: table, Key })
    await kinesis.untilTaken(table, 3)
    const records = kinesis.taken.filter(({ change }) => change.tableName === table)
    assert.equal(records.length, 3, 'putting the same item is not a change')
    const [inserted, modified, removed] = records.map(({ change }) => change)
    const { eventID, dynamodb, ...facts } = inserted!
    assert.match(eventID, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.deepEqual(facts, {
      awsRegion: client.region,
      eventName: 'INSERT',
      userIdentity: null,
      recordFormat: 'application/json',
      tableName: table,
      eventSource: 'aws:dynamodb',
    })
    const { ApproximateCreationDateTime, ...content } = dynamodb
    assert.equal(String(ApproximateCreationDateTime).length, 13)
    assert.deepEqual(content, { Keys: Key, NewImage: { ...Key, n: { N: '1' } }, SizeBytes: 9 })
    assert.deepEqual(modified!.dynamodb.OldImage, { ...Key, n: { N: '1' } })
    assert.deepEqual(modified!.dynamodb.NewImage, { ...Key, n: { N: '22' } })
    assert.equal(removed!.eventName, 'REMOVE')
    assert.equal(removed!.dynamodb.NewImage, undefined)
    assert.deepEqual(
      Object.keys(JSON.parse(records[0]!.text) as object),
      'awsRegion eventID eventName userIdentity recordFormat tableName dynamodb eventSource'.split(
        ' ',
      ),
    )
    assert.equal(new Set(records.map(({ change }) => change.eventID)).size, 3)
  })

  it('has a partition key that all changes of its item share', async () => {
    const table = await tableWith(composite())
    const [pk, sk] = [{ S: 'p' }, { S: 's' }]
    await client.ask('PutItem', { TableName: table, Item: { pk, sk } })
    await client.ask('DeleteItem', { TableName: table, Key: { sk, pk } })
    await client.ask('PutItem', { TableName: table, Item: { pk, sk: { S: 'other' } } })
    await kinesis.untilTaken(table, 3)
    const keys = kinesis.taken
      .filter(({ change }) => change.tableName === table)
      .map((record) => [record.change.dynamodb.Keys['sk']!['S'], record.partitionKey] as const)
    const own = new Set(keys.filter(([name]) => name === 's').map(([, key]) => key))
    assert.equal(own.size, 1)
    assert.equal(new Set(keys.map(([, key]) => key)).size, 2)
    assert.match([...own][0]!, /^[0-9A-F]{32}$/)
  })

  it('has microseconds that grow with every change if so configured', async () => {
    const precision = { ApproximateCreationDateTimePrecision: 'MICROSECOND' }
    const table = await tableWith(partitionOnly(), {
      EnableKinesisStreamingConfiguration: precision,
    })
    await writeTurns(table, 1, 10)
    const changes = await kinesis.untilTaken(table, 10 * items.length)
    for (const { dynamodb } of changes) {
      assert.equal(String(dynamodb.ApproximateCreationDateTime).length, 16)
      assert.equal(dynamodb.ApproximateCreationDateTimePrecision, 'MICROSECOND')
    }
    for (const pk of items) {
      const times = changes
        .filter((change) => keyOf(change) === pk)
        .map(({ dynamodb }) => dynamodb.ApproximateCreationDateTime)
      assert.ok(
        times.every((time, i) => i === 0 || time > times[i - 1]!),
        times.join(),
      )
    }
  })
})

describe('delivery', () => {
  it('begins with the first change after it is enabled, even if a stream was enabled before', async () => {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' }
    for (const shape of [partitionOnly(), { ...partitionOnly(), StreamSpecification }]) {
      const table = await client.createTable(shape)
      await put(table, 'before', 1)
      await enable(table)
      await put(table, 'after', 1)
      const [change] = await kinesis.untilTaken(table, 1)
      assert.equal(keyOf(change!), 'after')
      assert.equal(change!.dynamodb.NewImage!['turn']!['N'], '1', 'both images, whatever the view')
    }
  })

  it('keeps the order of each item when records are refused', async () => {
    let count = 0
    kinesis.refuse = () =>
      ++count % 3 === 0 ? 'ProvisionedThroughputExceededException' : undefined
    const table = await tableWith()
    await writeTurns(table, 1, 12)
    expectTurns(await kinesis.untilTaken(table, 12 * items.length), 12)
  })

  it('is measured', async () => {
    kinesis.refuse = ({ change }) =>
      count++ === 0 && keyOf(change) === 'a' ? 'ProvisionedThroughputExceededException' : undefined
    let count = 0
    kinesis.isInvalid = (change) => keyOf(change) === 'poison'
    const table = await tableWith()
    const long = { S: 'x'.repeat(1024) }
    await client.ask('PutItem', { TableName: table, Item: { pk: { S: 'a' }, long } })
    await kinesis.untilTaken(table, 1)
    await put(table, 'poison', 1)
    await put(table, 'b', 1)
    await kinesis.untilTaken(table, 2)
    await untilMeasured(table, { ThrottledPutRecordCount: 1, FailedToReplicateRecordCount: 1 })
    // Two units of the long item, one of each of the others.
    await untilMeasured(table, { ConsumedChangeDataCaptureUnits: 4 })
    assert.ok((await sumOf(table, 'AgeOfOldestUnreplicatedRecord')) >= 0)
    kinesis.isInvalid = () => false
  })

  it('resumes after an outage where it was, while shards roll over', async () => {
    kinesis.outage = { type: 'InternalFailure', status: 500 }
    const table = await tableWith()
    await writeTurns(table, 1, 5)
    const before = kinesis.requests.length
    await until(
      () => kinesis.requests.length > before + 2,
      () => 'no attempts',
    )
    kinesis.takesAll()
    await writeTurns(table, 6, 10)
    expectTurns(await kinesis.untilTaken(table, 10 * items.length), 10)
  })

  it('keeps the order of each item while the table is split', async () => {
    kinesis.outage = { type: 'ProvisionedThroughputExceededException', status: 400 }
    const { AttributeDefinitions, KeySchema } = partitionOnly()
    const table = await tableWith({ AttributeDefinitions, KeySchema, ...provisioned(5, 5) })
    await writeTurns(table, 1, 4)
    await client.ask('UpdateTable', { TableName: table, ...provisioned(5, 2500) })
    await writeTurns(table, 5, 8)
    await client.ask('UpdateTable', { TableName: table, ...provisioned(5, 6500) })
    await writeTurns(table, 9, 12)
    kinesis.takesAll()
    expectTurns(await kinesis.untilTaken(table, 12 * items.length), 12)
  })

  it('gives up only a record that Kinesis never accepts', async () => {
    kinesis.isInvalid = (change) => keyOf(change) === 'poison'
    const table = await tableWith()
    await put(table, 'poison', 1)
    await writeTurns(table, 1, 3)
    expectTurns(await kinesis.untilTaken(table, 3 * items.length), 3)
    kinesis.isInvalid = () => false
  })

  it('ends with the last change before it is disabled', async () => {
    for (const more of [
      {},
      { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } },
    ]) {
      kinesis.outage = { type: 'InternalFailure', status: 500 }
      const table = await tableWith({ ...partitionOnly(), ...more })
      await writeTurns(table, 1, 3)
      await disable(table)
      await writeTurns(table, 4, 5)
      kinesis.takesAll()
      expectTurns(await kinesis.untilTaken(table, 3 * items.length), 3)
      await enable(table)
      await put(table, 'last', 1)
      const changes = await kinesis.untilTaken(table, 3 * items.length + 1)
      assert.equal(keyOf(changes.at(-1)!), 'last', 'nothing in between was delivered')
      const ids = new Set(changes.map(({ eventID }) => eventID))
      assert.equal(ids.size, changes.length, 'no id means two changes')
    }
  })

  it('delivers the changes of a table that is then deleted', async () => {
    kinesis.outage = { type: 'InternalFailure', status: 500 }
    const table = await tableWith()
    await writeTurns(table, 1, 3)
    await client.ask('DeleteTable', { TableName: table })
    kinesis.takesAll()
    expectTurns(await kinesis.untilTaken(table, 3 * items.length), 3)
  })

  it('delivers every kind of write', async () => {
    const table = await tableWith()
    const Key = (pk: string) => ({ pk: { S: pk } })
    await client.ask('BatchWriteItem', {
      RequestItems: { [table]: [{ PutRequest: { Item: Key('batch') } }] },
    })
    await client.ask('TransactWriteItems', {
      TransactItems: [{ Put: { TableName: table, Item: Key('transaction') } }],
    })
    await client.ask('ExecuteStatement', {
      Statement: `INSERT INTO "${table}" VALUE {'pk': 'statement'}`,
    })
    await client.ask('UpdateItem', { TableName: table, Key: Key('update') })
    const changes = await kinesis.untilTaken(table, 4)
    assert.deepEqual(changes.map(keyOf).sort(), ['batch', 'statement', 'transaction', 'update'])
  })
})
