/** What DAX does is measured: under AWS's names by CloudWatch's API, and on the page for Prometheus. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CloudWatch } from '@aws-sdk/client-cloudwatch'
import { testCredentials, type Client } from '../support/client.js'
import { until } from '../support/until.js'
import { DaxClient } from '../concurrency/dax-client.js'
import { withDaxServer } from './dax-server.js'
import { daxCluster, manageDax } from './manage.js'

const { ClusterName } = daxCluster

async function createTable(client: Client): Promise<string> {
  return client.createTable({
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
}

/** Reads an item until it was answered from memory twice, and asks for one thing that is refused. */
async function useDax(dax: DaxClient): Promise<void> {
  await dax.put('a', 'text')
  for (let i = 0; i < 5; i++) await dax.get('a')
  await assert.rejects(dax.get(''), /ValidationException/)
}

describe('metrics of DAX', () => {
  it('are read by the AWS SDK, of the account, the cluster and its node', async () => {
    await withDaxServer(async ({ client, port }) => {
      await manageDax(client.url, 'CreateCluster', daxCluster)
      const cloudwatch = new CloudWatch({
        endpoint: client.url,
        region: testCredentials.region,
        credentials: testCredentials,
      })
      using dax = await DaxClient.connect(port, await createTable(client), testCredentials)
      const sumOf = async (metric: string, Dimensions: { Name: string; Value: string }[]) => {
        const { Datapoints = [] } = await cloudwatch.getMetricStatistics({
          ...{ Namespace: 'AWS/DAX', MetricName: metric, Dimensions, Period: 3600 },
          StartTime: new Date(Date.now() - 3_600_000),
          EndTime: new Date(Date.now() + 3_600_000),
          Statistics: ['Sum'],
        })
        return Datapoints.reduce((sum, point) => sum + (point.Sum ?? 0), 0)
      }
      const ofCluster = [{ Name: 'ClusterId', Value: ClusterName }]
      const ofNode = [...ofCluster, { Name: 'NodeId', Value: `${ClusterName}-a` }]
      // The first round may not know of the cluster yet.
      await until(
        async () => {
          await useDax(dax)
          return (await sumOf('ItemCacheHits', ofNode)) > 0
        },
        () => 'the node never had a hit',
      )
      for (const metric of [
        'ItemCacheHits',
        'ItemCacheMisses',
        'GetItemRequestCount',
        'PutItemRequestCount',
        'TotalRequestCount',
        'ErrorRequestCount',
        'FailedRequestCount',
        'ClientConnections',
        'EstimatedDbSize',
        'CacheMemoryUtilization',
      ]) {
        for (const dimensions of [[], ofCluster, ofNode]) {
          await until(
            async () => (await sumOf(metric, dimensions)) > 0,
            () => `${metric} has no point with ${JSON.stringify(dimensions)}`,
          )
        }
      }
      // AWS: what never happened has no points.
      const { Metrics = [] } = await cloudwatch.listMetrics({ Namespace: 'AWS/DAX' })
      const names = new Set(Metrics.map(({ MetricName }) => MetricName))
      for (const never of ['ScanCacheHits', 'FaultRequestCount', 'EvictedSize']) {
        assert.ok(!names.has(never), never)
      }
      cloudwatch.destroy()
    })
  })

  it('are on the page for Prometheus', async () => {
    await withDaxServer(async ({ client, port }) => {
      using dax = await DaxClient.connect(port, await createTable(client), testCredentials)
      let page = ''
      const shown = [
        /^gramme_dax_requests_total\{operation="GetItem"\} [1-9]\d*$/m,
        /^gramme_dax_requests_total\{operation="PutItem"\} [1-9]\d*$/m,
        /^gramme_dax_failed_requests_total\{fault="client"\} [1-9]\d*$/m,
        /^gramme_dax_cache_hits_total\{cache="item"\} [1-9]\d*$/m,
        /^gramme_dax_request_duration_seconds_count\{operation="GetItem"\} [1-9]\d*$/m,
        /^gramme_dax_request_duration_seconds_bucket\{operation="GetItem",le="10"\} [1-9]\d*$/m,
        /^gramme_dax_connections 1$/m,
        /^gramme_dax_cached_bytes [1-9]\d*$/m,
        /^gramme_dax_cached_bytes_max [1-9]\d*$/m,
      ]
      const missing = () => shown.filter((line) => !line.test(page))
      await until(
        async () => {
          // Where servers share a store, the first reads are not remembered.
          await useDax(dax)
          page = await (await fetch(`${client.url}/metrics`)).text()
          return missing().length === 0
        },
        () => `${missing().join(', ')} not in\n${page}`,
      )
      dax[Symbol.dispose]()
      await until(
        async () =>
          /^gramme_dax_connections 0$/m.test(await (await fetch(`${client.url}/metrics`)).text()),
        () => 'the connection is still counted',
      )
    })
  })

  it('are not measured if nothing is, and not shown without a door', async () => {
    await withDaxServer(
      async ({ client, port }) => {
        using dax = await DaxClient.connect(port, await createTable(client), testCredentials)
        await useDax(dax)
        assert.equal((await fetch(`${client.url}/metrics`)).status, 404)
      },
      { metrics: 'off' },
    )
  })
})
