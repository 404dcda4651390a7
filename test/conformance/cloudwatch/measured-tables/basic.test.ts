/** What a running server has measured of its tables, as CloudWatch's operations show it at once. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  CloudWatchClient,
  GetMetricDataCommand,
  GetMetricStatisticsCommand,
  ListMetricsCommand,
} from '@aws-sdk/client-cloudwatch'
import { clientOf, connect, testCredentials, type Json } from '../../../support/client.js'
import { startServer } from '../../../support/server.js'
import { partitionOnly } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

const client = await connect({ ttlSweepIntervalMs: 20, ttlChangeIntervalMs: 0 })
const hourMs = 60 * 60 * 1000
const clients: CloudWatchClient[] = []
after(() => clients.forEach((each) => each.destroy()))

function cloudwatchAt(endpoint: string): CloudWatchClient {
  const { region, ...credentials } = testCredentials
  const opened = new CloudWatchClient({ endpoint, region, credentials })
  clients.push(opened)
  return opened
}

const cloudwatch = cloudwatchAt(client.url)

type Values = Readonly<Record<string, string>>

function query(MetricName: string, values: Values) {
  const Dimensions = Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
  return { Namespace: 'AWS/DynamoDB', MetricName, Dimensions }
}

function span() {
  const nowMs = Date.now()
  return { StartTime: new Date(nowMs - hourMs), EndTime: new Date(nowMs + hourMs) }
}

/** How many values there were, and their sum. */
async function measured(MetricName: string, values: Values = {}, from = cloudwatch) {
  const asked = { ...query(MetricName, values), ...span(), Period: 60 }
  const { Datapoints = [] } = await from.send(
    new GetMetricStatisticsCommand({ ...asked, Statistics: ['SampleCount', 'Sum'] }),
  )
  // AWS: a minute in which a table was not used has a point too, which is zero. The test may meet the end of a minute.
  const used = Datapoints.filter(({ Sum: units }) => units! > 0)
  const total = (statistic: 'SampleCount' | 'Sum') =>
    used.reduce((sum, point) => sum + point[statistic]!, 0)
  return { count: total('SampleCount'), sum: total('Sum') }
}

const ask = (operation: string, body: Json) => client.ask(operation, body)
const refused = async (operation: string, body: Json) =>
  assert.ok((await client.call(operation, body)).type)

describe('the metrics of a table', () => {
  it('are there as soon as a request is answered', async () => {
    const TableName = await client.createTable(partitionOnly())
    const T = { TableName }
    const Item = { pk: { S: 'a' }, text: { S: 'x'.repeat(1500) } }
    const before = await measured('UserErrors')
    await ask('PutItem', { ...T, Item })
    await ask('GetItem', { ...T, Key: { pk: { S: 'a' } } })
    await refused('PutItem', { ...T, Item, ConditionExpression: 'attribute_not_exists(pk)' })
    await refused('GetItem', { ...T, Key: {} })
    await ask('Query', {
      ...T,
      KeyConditionExpression: 'pk = :a',
      ExpressionAttributeValues: { ':a': { S: 'a' } },
    })
    const of = (Operation: string) => ({ ...T, Operation })
    assert.deepEqual(await measured('ConsumedWriteCapacityUnits', T), { count: 2, sum: 4 })
    assert.deepEqual(await measured('ConsumedReadCapacityUnits', T), { count: 2, sum: 1 })
    assert.deepEqual(await measured('ConditionalCheckFailedRequests', T), { count: 1, sum: 1 })
    assert.deepEqual(await measured('ReturnedItemCount', of('Query')), { count: 1, sum: 1 })
    for (const operation of ['PutItem', 'GetItem', 'Query']) {
      const { count, sum } = await measured('SuccessfulRequestLatency', of(operation))
      assert.equal(count, 1, operation)
      assert.ok(sum > 0, operation)
    }
    const after = await measured('UserErrors')
    assert.equal(after.sum - before.sum, 1)
    const units = { Metric: query('ConsumedWriteCapacityUnits', T), Period: 60, Stat: 'Sum' }
    const MetricDataQueries = [{ Id: 'units', MetricStat: units }]
    const { MetricDataResults = [] } = await cloudwatch.send(
      new GetMetricDataCommand({ MetricDataQueries, ...span() }),
    )
    const values = MetricDataResults.flatMap(({ Values }) => Values ?? [])
    assert.equal(
      values.reduce((sum, value) => sum + value, 0),
      4,
    )
  })

  it('have the items that expired', async () => {
    const TableName = await client.createTable(partitionOnly())
    const TimeToLiveSpecification = { AttributeName: 'end', Enabled: true }
    await ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
    const end = { N: String(Math.floor(Date.now() / 1000) - 60) }
    for (const pk of ['a', 'b']) await ask('PutItem', { TableName, Item: { pk: { S: pk }, end } })
    await until(
      async () => (await measured('TimeToLiveDeletedItemCount', { TableName })).sum >= 2,
      () => 'expired items were not counted',
    )
    assert.equal((await measured('TimeToLiveDeletedItemCount', { TableName })).sum, 2)
    // AWS: deleting what has expired uses no capacity.
    assert.equal((await measured('ConsumedWriteCapacityUnits', { TableName })).sum, 2)
  })

  it('have the progress of an index that is built', async () => {
    const TableName = await client.createTable(partitionOnly())
    await ask('PutItem', { TableName, Item: { pk: { S: 'a' }, g: { S: 'g' } } })
    const KeySchema = [{ AttributeName: 'g', KeyType: 'HASH' }]
    const Projection = { ProjectionType: 'ALL' }
    await ask('UpdateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'g', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [{ Create: { IndexName: 'index', KeySchema, Projection } }],
    })
    const values = { TableName, GlobalSecondaryIndexName: 'index' }
    await until(
      async () => (await measured('OnlineIndexPercentageProgress', values)).count > 0,
      () => 'the build of the index was not measured',
    )
  })
})

describe('a server that is not to measure', () => {
  it('has no metrics', async () => {
    const server = await startServer({ metrics: 'off' })
    try {
      const silent = clientOf(server, testCredentials)
      const TableName = await silent.createTable(partitionOnly())
      await silent.ask('PutItem', { TableName, Item: { pk: { S: 'a' } } })
      const there = cloudwatchAt(server.url)
      assert.deepEqual((await there.send(new ListMetricsCommand({}))).Metrics, [])
      const used = await measured('ConsumedWriteCapacityUnits', { TableName }, there)
      assert.deepEqual(used, { count: 0, sum: 0 })
    } finally {
      await server.stop()
    }
  })
})
