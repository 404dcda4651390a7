/** GetMetricData: points of metrics and expressions, labels, order and pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  GetMetricDataCommand,
  paginateGetMetricData,
  type GetMetricDataCommandInput,
  type MetricDataQuery,
  type MetricDataResult,
} from '@aws-sdk/client-cloudwatch'
import { dataPointsMax, dataQueriesMax } from '../../../../src/operations/cloudwatch/limits.js'
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
const startMs = metricsNowMs - 10 * minuteMs

function record(
  metric: string,
  dimensions: Readonly<Record<string, string>>,
  values: string,
): void {
  values.split(' ').forEach((value, minute) => {
    if (value === '-') return
    metrics.add(dynamodbSeries(metric, dimensions), startMs + minute * minuteMs, [Number(value)])
  })
}

record('ConsumedReadCapacityUnits', { TableName: 'a' }, '60 120 - 180 60 60 60 60 60 60')
record('ConsumedReadCapacityUnits', { TableName: 'b' }, '0 60 0 0 0 0 0 0 0 0')
record('ConsumedWriteCapacityUnits', { TableName: 'a' }, '5 5')
record(
  'ThrottledRequests',
  { TableName: 'a', Operation: 'ExecuteTransaction', OperationType: 'Write' },
  '1',
)
record('ThrottledRequests', { TableName: 'a', Operation: 'GetItem' }, '2')

type Dimensions = Readonly<Record<string, string>>

function metric(
  Id: string,
  MetricName: string,
  dimensions: Dimensions,
  {
    Stat = 'Sum',
    Period = 60,
    ...rest
  }: { Stat?: string; Period?: number } & Partial<MetricDataQuery> = {},
): MetricDataQuery {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }))
  const Metric = { Namespace: 'AWS/DynamoDB', MetricName, Dimensions }
  return { Id, MetricStat: { Metric, Period, Stat }, ...rest }
}

const reads = (Id: string, TableName: string, rest = {}) =>
  metric(Id, 'ConsumedReadCapacityUnits', { TableName }, rest)

type Changes = Partial<GetMetricDataCommandInput>

function inputOf(
  MetricDataQueries: MetricDataQuery[],
  changes: Changes = {},
): GetMetricDataCommandInput {
  return {
    MetricDataQueries,
    StartTime: new Date(startMs),
    EndTime: new Date(startMs + 4 * minuteMs),
    ScanBy: 'TimestampAscending',
    ...changes,
  }
}

function ask(
  queries: MetricDataQuery[],
  changes: Changes = {},
  protocol: CloudwatchProtocol = 'JSON 1.0',
) {
  return server.client(protocol).send(new GetMetricDataCommand(inputOf(queries, changes)))
}

function shown({ Id, Label, Timestamps = [], Values = [], StatusCode }: MetricDataResult): string {
  const points = Timestamps.map((time, nth) => `${time.toISOString().slice(14, 16)}=${Values[nth]}`)
  return [`${Id} "${Label}"`, ...points, StatusCode].join(' ')
}

async function resultsOf(
  queries: MetricDataQuery[],
  changes: Changes = {},
): Promise<readonly string[]> {
  const { MetricDataResults = [] } = await ask(queries, changes)
  return MetricDataResults.map(shown)
}

describe('GetMetricData', () => {
  for (const protocol of protocols) {
    it(`answers in ${protocol}`, async () => {
      const queries = [
        reads('m1', 'a', { ReturnData: false }),
        { Id: 'e1', Expression: 'm1 / PERIOD(m1)', Label: 'units per second' },
        reads('m2', 'nothing'),
      ]
      const { MetricDataResults, Messages, NextToken } = await ask(queries, {}, protocol)
      assert.deepEqual(MetricDataResults, [
        {
          Id: 'e1',
          Label: 'units per second',
          Timestamps: [0, 1, 3].map((minute) => new Date(startMs + minute * minuteMs)),
          Values: [1, 2, 3],
          StatusCode: 'Complete',
        },
        {
          Id: 'm2',
          Label: 'nothing',
          Timestamps: [],
          Values: [],
          StatusCode: 'Complete',
        },
      ])
      assert.deepEqual(Messages, [])
      assert.equal(NextToken, undefined)
    })
  }

  it('begins with the newest points unless it is told otherwise', async () => {
    assert.deepEqual(await resultsOf([reads('m1', 'a')], { ScanBy: undefined }), [
      'm1 "ConsumedReadCapacityUnits" 53=180 51=120 50=60 Complete',
    ])
  })

  it('rounds the start down to a minute, and excludes the end', async () => {
    const StartTime = new Date(startMs + minuteMs + 59_000)
    const EndTime = new Date(startMs + 3 * minuteMs)
    const expected = ['m1 "ConsumedReadCapacityUnits" 51=120 Complete']
    assert.deepEqual(await resultsOf([reads('m1', 'a')], { StartTime, EndTime }), expected)
  })

  it('has periods that are multiples of their length', async () => {
    const queries = [reads('m1', 'a', { Period: 300 })]
    const EndTime = new Date(metricsNowMs)
    const expected = ['m1 "ConsumedReadCapacityUnits" 50=420 55=300 Complete']
    assert.deepEqual(await resultsOf(queries, { EndTime }), expected)
  })

  it('has one result for each series that a search finds', async () => {
    const Expression =
      "SEARCH('{AWS/DynamoDB,TableName} MetricName=\"ConsumedReadCapacityUnits\"', 'Sum', 300)"
    assert.deepEqual(await resultsOf([{ Id: 'e1', Expression, Label: 'all' }]), [
      'e1 "all a" 50=420 Complete',
      'e1 "all b" 50=60 Complete',
    ])
  })

  it('has no points of other accounts', async () => {
    const { MetricDataResults } = await ask([reads('m1', 'a', { AccountId: '111122223333' })])
    assert.equal(MetricDataResults?.[0]?.StatusCode, 'Forbidden')
    assert.deepEqual(MetricDataResults[0].Values, [])
    assert.equal(MetricDataResults[0].Messages?.[0]?.Code, 'Forbidden')
  })
})

describe('labels that are not given', () => {
  const throttled = (Id: string, dimensions: Dimensions) =>
    metric(Id, 'ThrottledRequests', { TableName: 'T', ...dimensions })
  const rows: readonly (readonly [string, MetricDataQuery[], ...labels: string[]])[] = [
    ['a metric alone', [reads('m1', 'a')], 'ConsumedReadCapacityUnits'],
    [
      'statistics',
      [reads('m1', 'a'), reads('m2', 'a', { Stat: 'Minimum' })],
      'ConsumedReadCapacityUnits Sum',
      'ConsumedReadCapacityUnits Minimum',
    ],
    [
      'periods',
      [reads('m1', 'a'), reads('m2', 'a', { Period: 120 })],
      'ConsumedReadCapacityUnits 60',
      'ConsumedReadCapacityUnits 120',
    ],
    ['dimensions', [reads('m1', 'a'), reads('m2', 'b')], 'a', 'b'],
    [
      'sets of dimensions',
      [
        throttled('m1', { Operation: 'ExecuteTransaction', OperationType: 'Write' }),
        throttled('m2', { Operation: 'GetItem', TableName: 'U' }),
      ],
      'ExecuteTransaction Write T',
      'GetItem U',
    ],
    [
      'names',
      [reads('m1', 'a'), metric('m2', 'ConsumedWriteCapacityUnits', { TableName: 'a' })],
      'ConsumedReadCapacityUnits',
      'ConsumedWriteCapacityUnits',
    ],
    ['an expression', [{ Id: 'e1', Expression: 'TIME_SERIES(1)' }], 'e1'],
    [
      'a given one beside',
      [reads('m1', 'a', { Label: 'mine' }), reads('m2', 'b')],
      'mine',
      'ConsumedReadCapacityUnits',
    ],
    [
      'live values',
      [
        reads('m1', 'a', {
          Label: "${PROP('Dim.TableName')} ${MAX} of ${DATAPOINT_COUNT} ${LAST}",
        }),
      ],
      'a 180 of 3 180',
    ],
  ]
  for (const [what, queries, ...expected] of rows) {
    it(`tell what differs: ${what}`, async () => {
      const { MetricDataResults = [] } = await ask(queries)
      assert.deepEqual(
        MetricDataResults.map(({ Label }) => Label),
        expected,
      )
    })
  }
})

describe('pages of GetMetricData', () => {
  const queries = [
    reads('m1', 'a'),
    { Id: 'e1', Expression: 'FILL([m1, m2], 0)' },
    reads('m2', 'b'),
  ]

  for (const ScanBy of ['TimestampAscending', 'TimestampDescending'] as const) {
    for (const MaxDatapoints of [1, 3, 4, 7, 16, 17]) {
      it(`of ${MaxDatapoints} slots have all points, ${ScanBy}`, async () => {
        const whole = new Map<string, string[]>()
        const input = inputOf(queries, { ScanBy, MaxDatapoints })
        for await (const page of paginateGetMetricData(
          { client: server.client('JSON 1.0') },
          input,
        )) {
          for (const { Id, Label, Timestamps = [], Values = [] } of page.MetricDataResults ?? []) {
            const points = Timestamps.map((time, nth) => `${time.toISOString()} ${Values[nth]}`)
            const key = `${Id} ${Label}`
            whole.set(key, [...(whole.get(key) ?? []), ...points])
          }
        }
        const { MetricDataResults = [] } = await ask(queries, { ScanBy })
        const expected = MetricDataResults.map(({ Id, Label, Timestamps = [], Values = [] }) => [
          `${Id} ${Label}`,
          Timestamps.map((time, nth) => `${time.toISOString()} ${Values[nth]}`),
        ])
        assert.deepEqual([...whole], expected)
      })
    }
  }

  it('say which results go on', async () => {
    const { MetricDataResults = [], NextToken } = await ask(queries, { MaxDatapoints: 3 })
    assert.deepEqual(
      MetricDataResults.map(({ Id, StatusCode }) => `${Id} ${StatusCode}`),
      ['m1 PartialData'],
    )
    assert.ok(NextToken !== undefined)
  })

  it('are refused to another request', async () => {
    const { NextToken } = await ask(queries, { MaxDatapoints: 3 })
    await assert.rejects(ask([reads('m1', 'a')], { NextToken }), { name: 'InvalidNextToken' })
    await assert.rejects(ask(queries, { NextToken: 'x' }), { name: 'InvalidNextToken' })
  })
})

describe('GetMetricData refuses', () => {
  const one = [reads('m1', 'a')]
  const many = (count: number) => Array.from({ length: count }, (_, nth) => reads(`m${nth}`, 'a'))
  const rows: readonly (readonly [string, MetricDataQuery[], Changes, message: string])[] = [
    [
      'no range',
      one,
      { EndTime: new Date(startMs) },
      'The parameter StartTime must not equal parameter EndTime.',
    ],
    [
      'a range in reverse',
      one,
      { EndTime: new Date(0) },
      'The parameter EndTime must be greater than StartTime.',
    ],
    ['no queries', [], {}, 'The parameter MetricDataQueries is required.'],
    [
      'too many queries',
      many(dataQueriesMax + 1),
      {},
      'The collection MetricDataQueries must not have a size greater than 500.',
    ],
    [
      'an id twice',
      [...one, ...one],
      {},
      'The values for parameter id in MetricDataQueries are not unique.',
    ],
    [
      'an id in capitals',
      [reads('M1', 'a')],
      {},
      'The value for parameter MetricDataQueries.member.1.Id is not matching the expected pattern ^[a-z][a-zA-Z0-9_]*$.',
    ],
    [
      'a metric and an expression',
      [reads('m1', 'a', { Expression: '1' })],
      {},
      'The parameters MetricDataQueries.member.1.Expression and MetricDataQueries.member.1.MetricStat are mutually exclusive and you have specified both.',
    ],
    [
      'two periods',
      [{ ...reads('m1', 'a'), Period: 60 }],
      {},
      'The parameters MetricDataQueries.member.1.Period and MetricDataQueries.member.1.MetricStat are mutually exclusive and you have specified both.',
    ],
    [
      'neither',
      [{ Id: 'm1' }],
      {},
      'The parameter MetricDataQueries.member.1.MetricStat or MetricDataQueries.member.1.Expression is required.',
    ],
    [
      'an unknown statistic',
      [reads('m1', 'a', { Stat: 'Median' })],
      {},
      'The value Median for parameter MetricDataQueries.member.1.MetricStat.Stat is not supported.',
    ],
    [
      'a period of a second and a half minute',
      [reads('m1', 'a', { Period: 31 })],
      {},
      'The parameter MetricDataQueries.member.1.MetricStat.Period must be a value in the set [1, 5, 10, 20, 30] or a multiple of 60.',
    ],
    [
      'more points than there can be',
      one,
      { MaxDatapoints: dataPointsMax + 1 },
      'The parameter MaxDatapoints must be between 1 and 100800.',
    ],
    [
      'a circle',
      [
        { Id: 'e1', Expression: 'e2' },
        { Id: 'e2', Expression: 'e1' },
      ],
      {},
      "Error in expression 'e1': The expression depends on itself",
    ],
    [
      'an unknown id',
      [{ Id: 'e1', Expression: 'm9' }],
      {},
      "Error in expression 'e1': ID 'm9' not found",
    ],
    [
      'a number as a result',
      [{ Id: 'e1', Expression: '1 + 1' }],
      {},
      "The expression 'e1' must return a time series or an array of time series.",
    ],
    [
      'a label that is not built',
      [reads('m1', 'a', { Label: '${MAX_TIME}' })],
      {},
      "The dynamic label '${MAX_TIME}' is not supported.",
    ],
    [
      'an unknown timezone',
      one,
      { LabelOptions: { Timezone: 'Berlin' } },
      'The value for parameter LabelOptions.Timezone is invalid.',
    ],
  ]
  for (const [what, queries, changes, message] of rows) {
    it(what, async () => {
      await assert.rejects(ask(queries, changes), (error: Error & { Code?: string }) => {
        assert.deepEqual([error.Code, error.message], ['ValidationError', message])
        return true
      })
    })
  }

  it('nothing at the limits', async () => {
    const { MetricDataResults = [] } = await ask(many(dataQueriesMax), {
      MaxDatapoints: dataPointsMax,
    })
    assert.equal(MetricDataResults.length, dataQueriesMax)
  })
})
