/** A server in this process whose metrics are given, and the AWS SDK's clients of it, one for each protocol. */
import { after } from 'node:test'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import {
  AwsJson1_0Protocol,
  AwsQueryProtocol,
  AwsSmithyRpcV2CborProtocol,
} from '@aws-sdk/core/protocols'
import { FixedMetrics } from '../../src/metrics/reader-suite.js'
import { sortedDimensions, type SeriesId } from '../../src/metrics/series.js'
import { openTestDatabase } from '../../src/operations/database-suite.js'
import { createDispatcher } from '../../src/operations/dispatch.js'
import { systemClock, VirtualClock } from '../../src/stdx/clock.js'
import { systemRandom } from '../../src/stdx/random.js'
import { createHandler } from '../../src/wire/http/handle.js'
import { HttpListener } from '../../src/wire/http/listener.js'
import { keptLog, muchMemory } from '../../src/wire/wire-suite.js'
import { testCredentials } from './client.js'
import { memoryEngine } from './engines.js'

export const cloudwatchProtocols = {
  'JSON 1.0': AwsJson1_0Protocol,
  'RPC v2 CBOR': AwsSmithyRpcV2CborProtocol,
  query: AwsQueryProtocol,
} as const

export type CloudwatchProtocol = keyof typeof cloudwatchProtocols

/** 2026-11-16T12:00:00Z. */
export const metricsNowMs = 1_794_830_400_000
export const minuteMs = 60_000

export interface CloudwatchServer {
  readonly url: string
  readonly metrics: FixedMetrics
  readonly clock: VirtualClock
  client(protocol: CloudwatchProtocol): CloudWatchClient
}

/** Runs until the last test of the file. */
export async function startCloudwatch(): Promise<CloudwatchServer> {
  const metrics = new FixedMetrics()
  const clock = new VirtualClock(metricsNowMs)
  const { database } = openTestDatabase(memoryEngine(), { metrics, clock })
  const log = keptLog()
  const listener = new HttpListener({ host: '127.0.0.1', port: 0 }, log, muchMemory)
  await listener.bind()
  listener.serve({
    handle: createHandler({
      dispatcher: createDispatcher(database),
      random: systemRandom,
      clock: systemClock,
      flight: muchMemory,
      log,
      health: async () => ({ ready: true, status: 'ready' }),
    }),
  })
  const { url } = listener.address
  const clients = new Map(
    Object.entries(cloudwatchProtocols).map(([name, protocol]) => [name, clientAt(url, protocol)]),
  )
  after(async () => {
    for (const client of clients.values()) client.destroy()
    await listener.drain(100)
  })
  return { url, metrics, clock, client: (protocol) => clients.get(protocol)! }
}

function clientAt(
  endpoint: string,
  protocol: (typeof cloudwatchProtocols)[CloudwatchProtocol],
): CloudWatchClient {
  const { region, ...credentials } = testCredentials
  return new CloudWatchClient({ endpoint, region, credentials, protocol, maxAttempts: 1 })
}

/** A series of AWS/DynamoDB in the account of the tests' credentials. */
export function dynamodbSeries(
  metric: string,
  dimensions: Readonly<Record<string, string>>,
): SeriesId {
  const listed = Object.entries(dimensions).map(([name, value]) => ({ name, value }))
  const scope = { account: '000000000000', region: testCredentials.region }
  return { scope, namespace: 'AWS/DynamoDB', metric, dimensions: sortedDimensions(listed) }
}
