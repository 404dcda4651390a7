/** GetMetricStatistics: which points, which statistics, and what is refused. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  GetMetricStatisticsCommand,
  type Datapoint,
  type GetMetricStatisticsCommandInput,
} from '@aws-sdk/client-cloudwatch'
import { statisticsPointsMax } from '../../../../src/operations/cloudwatch/limits.js'
import {
  cloudwatchProtocols,
  dynamodbSeries,
  metricsNowMs,
  minuteMs,
  startCloudwatch,
  type CloudwatchProtocol,
} from '../../../support/cloudwatch.js'

const server = await startCloudwatch()
const { metrics } = server
const protocols = Object.keys(cloudwatchProtocols) as CloudwatchProtocol[]
const hourAgo = metricsNowMs - 60 * minuteMs

const units = dynamodbSeries('ConsumedReadCapacityUnits', { TableName: 'a' })
const latency = dynamodbSeries('SuccessfulRequestLatency', { TableName: 'a', Operation: 'GetItem' })
for (let minute = 0; minute < 60; minute += 2) {
  metrics.add(units, hourAgo + minute * minuteMs, [1, 2, 3])
}
metrics.add(latency, hourAgo, [4], 'Milliseconds')

type Changes = Partial<GetMetricStatisticsCommandInput>

async function ask(changes: Changes, protocol: CloudwatchProtocol = 'JSON 1.0') {
  return server.client(protocol).send(
    new GetMetricStatisticsCommand({
      Namespace: 'AWS/DynamoDB',
      MetricName: 'ConsumedReadCapacityUnits',
      Dimensions: [{ Name: 'TableName', Value: 'a' }],
      StartTime: new Date(hourAgo),
      EndTime: new Date(metricsNowMs),
      Period: 300,
      Statistics: ['Sum'],
      ...changes,
    }),
  )
}

function shown(points: readonly Datapoint[] | undefined): readonly string[] {
  return (points ?? []).map(
    ({ Timestamp, Sum }) => `${Timestamp!.toISOString().slice(11, 16)} ${Sum}`,
  )
}

describe('GetMetricStatistics', () => {
  for (const protocol of protocols) {
    it(`answers in ${protocol}`, async () => {
      const Statistics = ['SampleCount', 'Average', 'Sum', 'Minimum', 'Maximum'] as const
      const { Label, Datapoints } = await ask(
        { Period: 3600, Statistics: [...Statistics] },
        protocol,
      )
      assert.equal(Label, 'ConsumedReadCapacityUnits')
      assert.deepEqual(Datapoints, [
        {
          Timestamp: new Date(hourAgo),
          Unit: 'Count',
          SampleCount: 90,
          Average: 2,
          Sum: 180,
          Minimum: 1,
          Maximum: 3,
        },
      ])
    })

    it(`answers percentiles in ${protocol}`, async () => {
      const { Datapoints } = await ask(
        {
          MetricName: latency.metric,
          Dimensions: latency.dimensions.map(({ name, value }) => ({ Name: name, Value: value })),
          Statistics: undefined,
          ExtendedStatistics: ['p99.9', 'tm90'],
        },
        protocol,
      )
      const ExtendedStatistics = { 'p99.9': 4, tm90: 4 }
      const Timestamp = new Date(hourAgo)
      assert.deepEqual(Datapoints, [{ Timestamp, Unit: 'Milliseconds', ExtendedStatistics }])
    })
  }

  it('includes the start and excludes the end', async () => {
    const range = { StartTime: new Date(hourAgo), EndTime: new Date(hourAgo + 4 * minuteMs) }
    const { Datapoints } = await ask({ Period: 60, ...range })
    assert.deepEqual(shown(Datapoints), ['11:00 6', '11:02 6'])
  })

  it('counts periods from the start, which is rounded down to a minute', async () => {
    const StartTime = new Date(hourAgo + 3 * minuteMs + 59_999)
    const { Datapoints } = await ask({ StartTime, Period: 1800 })
    assert.deepEqual(shown(Datapoints), ['11:03 90', '11:33 78'])
  })

  it('has no point for a period without values', async () => {
    const { Datapoints } = await ask({ Period: 60, EndTime: new Date(hourAgo + 3 * minuteMs) })
    assert.deepEqual(shown(Datapoints), ['11:00 6', '11:02 6'])
  })

  it('finds nothing for a part of the dimensions, or another unit', async () => {
    const input = { MetricName: latency.metric, Statistics: ['Sum' as const] }
    assert.deepEqual((await ask(input)).Datapoints, [])
    assert.deepEqual((await ask({ Unit: 'Bytes' })).Datapoints, [])
    assert.equal((await ask({ Unit: 'Count' })).Datapoints?.length, 12)
  })

  it('answers as many points as allowed', async () => {
    const StartTime = new Date(metricsNowMs - statisticsPointsMax * minuteMs)
    assert.equal((await ask({ Period: 60, StartTime })).Datapoints?.length, 30)
  })

  const refused: readonly (readonly [string, Changes, code: string, message: string])[] = [
    [
      'one point too many',
      { Period: 60, StartTime: new Date(metricsNowMs - (statisticsPointsMax + 1) * minuteMs) },
      'InvalidParameterCombination',
      'You have requested up to 1441 datapoints, which exceeds the limit of 1440. You may reduce the datapoints requested by increasing Period, or decreasing the time range.',
    ],
    [
      'a range that ends before it starts',
      { StartTime: new Date(metricsNowMs), EndTime: new Date(metricsNowMs) },
      'InvalidParameterValue',
      'The parameter StartTime must be less than the parameter EndTime.',
    ],
    [
      'a period of a minute and a half',
      { Period: 90 },
      'InvalidParameterValue',
      'The parameter Period must be a value in the set [1, 5, 10, 20, 30] or a multiple of 60.',
    ],
    [
      'no statistics',
      { Statistics: undefined },
      'InvalidParameterCombination',
      'At least one of the parameters Statistics and ExtendedStatistics must be specified.',
    ],
    [
      'both kinds of statistics',
      { ExtendedStatistics: ['p50'] },
      'InvalidParameterCombination',
      'The parameters Statistics and ExtendedStatistics are mutually exclusive and you have specified both.',
    ],
    [
      'an unknown statistic',
      { Statistics: undefined, ExtendedStatistics: ['p50', 'p101'] },
      'InvalidParameterValue',
      'The value p101 for parameter ExtendedStatistics.member.2 is not supported.',
    ],
  ]
  for (const [what, changes, code, message] of refused) {
    for (const protocol of protocols) {
      it(`refuses ${what} in ${protocol}`, async () => {
        await assert.rejects(ask(changes, protocol), (error: Error & { Code?: string }) => {
          assert.deepEqual([error.Code ?? error.name, error.message], [code, message])
          return true
        })
      })
    }
  }
})
