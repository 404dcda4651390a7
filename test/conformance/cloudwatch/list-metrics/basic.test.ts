/** ListMetrics: which series there are, by filters and in pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ListMetricsCommand, type ListMetricsCommandInput } from '@aws-sdk/client-cloudwatch'
import {
  listedMetricsAgeMs,
  recentlyActiveMs,
} from '../../../../src/operations/cloudwatch/limits.js'
import {
  cloudwatchProtocols,
  dynamodbSeries,
  metricsNowMs,
  startCloudwatch,
  type CloudwatchProtocol,
} from '../../../support/cloudwatch.js'

const server = await startCloudwatch()
const { metrics } = server

function add(metric: string, dimensions: Readonly<Record<string, string>>, ageMs = 0): void {
  metrics.add(dynamodbSeries(metric, dimensions), metricsNowMs - ageMs, [1])
}

add('ConsumedReadCapacityUnits', { TableName: 'a' })
add('ConsumedReadCapacityUnits', { TableName: 'b' })
add('ConsumedReadCapacityUnits', { TableName: 'b', GlobalSecondaryIndexName: 'i' })
add('SuccessfulRequestLatency', { TableName: 'a', Operation: 'GetItem' }, recentlyActiveMs)
add('UserErrors', {}, recentlyActiveMs + 1)
add('SystemErrors', { TableName: 'a', Operation: 'Scan' }, listedMetricsAgeMs + 1)

async function list(input: ListMetricsCommandInput, protocol: CloudwatchProtocol = 'JSON 1.0') {
  return server.client(protocol).send(new ListMetricsCommand(input))
}

async function namesOf(input: ListMetricsCommandInput): Promise<readonly string[]> {
  const { Metrics = [] } = await list(input)
  return Metrics.map(({ MetricName, Dimensions = [] }) =>
    [MetricName, ...Dimensions.map(({ Value }) => Value)].join(' '),
  )
}

describe('ListMetrics', () => {
  for (const protocol of Object.keys(cloudwatchProtocols) as CloudwatchProtocol[]) {
    it(`answers in ${protocol}`, async () => {
      const { Metrics, NextToken, OwningAccounts } = await list(
        { MetricName: 'SuccessfulRequestLatency' },
        protocol,
      )
      assert.deepEqual(Metrics, [
        {
          Namespace: 'AWS/DynamoDB',
          MetricName: 'SuccessfulRequestLatency',
          Dimensions: [
            { Name: 'Operation', Value: 'GetItem' },
            { Name: 'TableName', Value: 'a' },
          ],
        },
      ])
      assert.equal(NextToken, undefined)
      assert.equal(OwningAccounts, undefined)
    })

    it(`answers an empty list in ${protocol}`, async () => {
      const { Metrics } = await list({ Namespace: 'Mine' }, protocol)
      assert.deepEqual(Metrics, [])
    })

    it(`refuses what breaks a constraint in ${protocol}`, async () => {
      const input = { RecentlyActive: 'PT4H' as 'PT3H' }
      await assert.rejects(list(input, protocol), (error: Error & { Code?: string }) => {
        assert.equal(error.Code ?? error.name, 'ValidationError')
        assert.equal(
          error.message,
          "1 validation error detected: Value 'PT4H' at 'recentlyActive' failed to satisfy constraint: Member must satisfy enum value set: [PT3H]",
        )
        return true
      })
    })
  }

  it('lists what had values within two weeks', async () => {
    assert.deepEqual(await namesOf({}), [
      'ConsumedReadCapacityUnits a',
      'ConsumedReadCapacityUnits b',
      'ConsumedReadCapacityUnits i b',
      'SuccessfulRequestLatency GetItem a',
      'UserErrors',
    ])
  })

  it('lists what had values within three hours', async () => {
    const names = await namesOf({ RecentlyActive: 'PT3H' })
    assert.deepEqual(names.slice(-1), ['SuccessfulRequestLatency GetItem a'])
  })

  it('filters by dimensions, with or without values', async () => {
    const index = [{ Name: 'GlobalSecondaryIndexName' }]
    assert.deepEqual(await namesOf({ Dimensions: index }), ['ConsumedReadCapacityUnits i b'])
    const table = [{ Name: 'TableName', Value: 'b' }]
    assert.deepEqual(await namesOf({ Dimensions: table }), [
      'ConsumedReadCapacityUnits b',
      'ConsumedReadCapacityUnits i b',
    ])
    assert.deepEqual(await namesOf({ Dimensions: [...table, { Name: 'Operation' }] }), [])
  })

  it('knows the account of each series, and no other accounts', async () => {
    const own = await list({ MetricName: 'UserErrors', IncludeLinkedAccounts: true })
    assert.deepEqual(own.OwningAccounts, ['000000000000'])
    const other = await list({ IncludeLinkedAccounts: true, OwningAccount: '111122223333' })
    assert.deepEqual(other.Metrics, [])
  })
})
