/** The AWS SDK's client of a service that uses CBOR: CloudWatch. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  CloudWatchClient,
  GetMetricStatisticsCommand,
  ListDashboardsCommand,
  ListMetricsCommand,
} from '@aws-sdk/client-cloudwatch'
import { AwsSmithyRpcV2CborProtocol } from '@aws-sdk/core/protocols'
import { noQuirks } from '../../../src/api/quirks.js'
import { createService } from '../../../src/api/service.js'
import { ServiceError } from '../../../src/model/errors.js'
import type { Call } from '../../../src/operations/dispatcher.js'
import { systemClock } from '../../../src/stdx/clock.js'
import { systemRandom } from '../../../src/stdx/random.js'
import { createHandler } from '../../../src/wire/http/handle.js'
import { HttpListener } from '../../../src/wire/http/listener.js'
import { dispatchedOnly, keptLog, muchMemory } from '../../../src/wire/wire-suite.js'
import { connect, testCredentials } from '../../support/client.js'

function cloudWatchAt(endpoint: string): CloudWatchClient {
  const { region, ...credentials } = testCredentials
  const protocol = AwsSmithyRpcV2CborProtocol
  return new CloudWatchClient({ endpoint, region, credentials, protocol, maxAttempts: 1 })
}

const { url } = await connect()

describe('an operation that this server does not have', () => {
  it('is refused in the protocol it was called in', async () => {
    await assert.rejects(cloudWatchAt(url).send(new ListDashboardsCommand({})), {
      name: 'InvalidAction',
      $fault: 'client',
    })
  })
})

/** The part of CloudWatch that the tests call. */
const service = createService(
  'cloudwatch',
  {
    name: 'CloudWatch',
    version: '2010-08-01',
    signingName: 'monitoring',
    protocols: ['rpc-v2-cbor'],
    targetPrefix: 'GraniteServiceVersion20100801',
    queryCompatible: true,
    operations: {
      GetMetricStatistics: { input: 'Input', output: 'Output' },
      ListMetrics: { input: 'Input', output: 'Output' },
    },
    errors: { LimitExceededFault: { code: 'LimitExceeded', status: 400 } },
    shapesJson: JSON.stringify({
      Input: {
        kind: 'structure',
        members: { MetricName: 'Text', StartTime: 'Time', Period: 'Whole', Statistics: 'Texts' },
      },
      Output: { kind: 'structure', members: { Label: 'Text', Datapoints: 'Points' } },
      Points: { kind: 'list', element: 'Point' },
      Point: {
        kind: 'structure',
        members: { Timestamp: 'Time', Average: 'Real', ExtendedStatistics: 'Reals' },
      },
      Reals: { kind: 'map', key: 'Text', value: 'Real' },
      Texts: { kind: 'list', element: 'Text' },
      Text: { kind: 'string' },
      Time: { kind: 'timestamp' },
      Whole: { kind: 'integer' },
      Real: { kind: 'double' },
    }),
  },
  noQuirks,
)

const inputs: unknown[] = []

async function dispatch({ operation, input }: Call): Promise<unknown> {
  inputs.push(input)
  if (operation.definition.name === 'ListMetrics') {
    throw new ServiceError('LimitExceededFault', 'Too many.')
  }
  const point = { Timestamp: 1_700_000_000.5, Average: 0.25, ExtendedStatistics: { p99: 3 } }
  return { Label: 'é', Datapoints: [point, { Timestamp: 1_700_000_060 }] }
}

const listener = new HttpListener({ host: '127.0.0.1', port: 0 }, keptLog(), muchMemory)
await listener.bind()
after(() => listener.drain(100))
listener.serve({
  handle: createHandler({
    dispatcher: {
      operations: [...service.operations.values()].map(dispatchedOnly),
      dispatch,
      isPermitted: async () => true,
    },
    random: systemRandom,
    clock: systemClock,
    flight: muchMemory,
    log: keptLog(),
    health: async () => ({ ready: true, status: 'ready' }),
  }),
})
const cloudWatch = cloudWatchAt(listener.address.url)

describe('CBOR', () => {
  it('carries inputs and outputs', async () => {
    const { Label, Datapoints } = await cloudWatch.send(
      new GetMetricStatisticsCommand({
        Namespace: 'AWS/DynamoDB',
        MetricName: 'ConsumedReadCapacityUnits',
        StartTime: new Date(1_600_000_000_250),
        EndTime: new Date(1_600_000_060_000),
        Period: 60,
        Statistics: ['Average', 'Sum'],
      }),
    )
    assert.deepEqual(inputs, [
      {
        MetricName: 'ConsumedReadCapacityUnits',
        StartTime: 1_600_000_000.25,
        Period: 60,
        Statistics: ['Average', 'Sum'],
      },
    ])
    assert.equal(Label, 'é')
    assert.deepEqual(Datapoints, [
      {
        Timestamp: new Date(1_700_000_000_500),
        Average: 0.25,
        ExtendedStatistics: { p99: 3 },
      },
      { Timestamp: new Date(1_700_000_060_000) },
    ])
  })

  it('carries errors, with the code that the query protocol had for them', async () => {
    await assert.rejects(cloudWatch.send(new ListMetricsCommand({})), {
      name: 'LimitExceededFault',
      message: 'Too many.',
      Code: 'LimitExceeded',
    })
  })
})
