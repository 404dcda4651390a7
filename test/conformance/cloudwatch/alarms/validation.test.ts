/** What an alarm cannot ask for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PutMetricAlarmCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch'
import { startCloudwatch } from '../../../support/cloudwatch.js'

const server = await startCloudwatch()
const client = server.client('JSON 1.0')

const good = {
  AlarmName: 'a',
  MetricName: 'UserErrors',
  Namespace: 'AWS/DynamoDB',
  Statistic: 'Sum',
  Period: 60,
  EvaluationPeriods: 1,
  Threshold: 1,
  ComparisonOperator: 'GreaterThanThreshold',
} as const

const metric = { Metric: { Namespace: 'n', MetricName: 'm' }, Period: 60, Stat: 'Sum' }
const { MetricName, Namespace, Statistic, Period, ...common } = good
const alone = { ...common, Metrics: [{ Id: 'm1', MetricStat: metric }] }

/** An alarm on an expression of the metric m1. */
function computed(Expression: string, expressionPeriod?: number): object {
  const m1 = { Id: 'm1', MetricStat: metric, ReturnData: false }
  return { ...common, Metrics: [{ Id: 'e1', Expression, Period: expressionPeriod }, m1] }
}

async function refusalOf(input: object): Promise<string> {
  const command = new PutMetricAlarmCommand(input as { AlarmName: string })
  return client.send(command).then(
    () => 'accepted',
    (error: unknown) => {
      assert.ok(error instanceof Error)
      return `${error.name}: ${error.message}`
    },
  )
}

const rows: readonly (readonly [name: string, input: object, expected: string | RegExp])[] = [
  ['good', good, 'accepted'],
  ['a metric in a list', alone, 'accepted'],
  ['no metric', { ...common }, 'MetricName must not be null'],
  ['no namespace', { ...common, MetricName }, 'Namespace must not be null'],
  ['no statistic', { ...common, MetricName, Namespace, Period }, 'Statistic must not be null'],
  ['no period', { ...common, MetricName, Namespace, Statistic }, 'Period must not be null'],
  [
    'a metric beside a list',
    { ...alone, Statistic },
    'Statistic should not be set if list of Metrics is set.',
  ],
  [
    'no comparison',
    { ...good, ComparisonOperator: undefined },
    'ComparisonOperator must not be null',
  ],
  ['no periods', { ...good, EvaluationPeriods: undefined }, 'EvaluationPeriods must not be null'],
  ['no threshold', { ...good, Threshold: undefined }, 'Threshold must not be null'],
  [
    'more points than periods',
    { ...good, DatapointsToAlarm: 2 },
    'DatapointsToAlarm must be less than or equal to EvaluationPeriods',
  ],
  ['a day', { ...good, EvaluationPeriods: 1440 }, 'accepted'],
  [
    'more than a day',
    { ...good, EvaluationPeriods: 1441 },
    'Metrics cannot be checked across more than a day (EvaluationPeriods * Period must be <= 86400).',
  ],
  ['a week', { ...good, Period: 3600, EvaluationPeriods: 168 }, 'accepted'],
  [
    'more than a week',
    { ...good, Period: 3600, EvaluationPeriods: 169 },
    'Metrics cannot be checked across more than a week (EvaluationPeriods * Period must be <= 604800).',
  ],
  ['half a minute', { ...good, Period: 30 }, 'Period must be a multiple of 60'],
  ['a text as action', { ...good, AlarmActions: ['x'] }, 'Invalid arn syntax: x'],
  [
    'an address as action',
    { ...good, AlarmActions: ['http://127.0.0.1/'] },
    'Invalid arn syntax: http://127.0.0.1/',
  ],
  [
    'an unknown treatment',
    { ...good, TreatMissingData: 'x' },
    'TreatMissingData must be one of [breaching, notBreaching, ignore, missing]',
  ],
  [
    'an unknown percentile',
    { ...good, Statistic: undefined, ExtendedStatistic: 'p101' },
    'The value p101 for parameter ExtendedStatistic is not supported.',
  ],
  ['a band', { ...good, ThresholdMetricId: 'x' }, 'ThresholdMetricId is not supported'],
  [
    'a comparison with a band',
    { ...good, ComparisonOperator: 'GreaterThanUpperThreshold' },
    'The ComparisonOperator GreaterThanUpperThreshold is not supported',
  ],
  [
    'two that return data',
    { ...alone, Metrics: [...alone.Metrics, { Id: 'm2', MetricStat: metric }] },
    'Exactly one element of the metrics list should return data.',
  ],
  ['an expression', computed('m1 * 100'), 'accepted'],
  ['an expression that fills gaps', computed('FILL(FIRST(METRICS()), 0)'), 'accepted'],
  [
    'a search',
    computed(`SUM(SEARCH('{AWS/DynamoDB,TableName} m', 'Sum', 60))`),
    'SEARCH is not supported on Metric Alarms',
  ],
  ['an unknown name', computed('m9 * 2'), "Error in expression 'e1': ID 'm9' not found"],
  [
    'a number',
    computed('2'),
    /^ValidationException: The expression 'e1' must return a time series/,
  ],
  ['an array', computed('METRICS()'), "The expression 'e1' must return a single time series."],
  ['what is no expression', computed('m1 *'), /^ValidationException: Error in expression 'e1': /],
  [
    'an expression and no period',
    { ...common, Metrics: [{ Id: 'e1', Expression: 'TIME_SERIES(1)' }] },
    'Period must not be null',
  ],
  [
    'an expression with its period',
    { ...common, Metrics: [{ Id: 'e1', Expression: 'TIME_SERIES(1)', Period: 60 }] },
    'accepted',
  ],
  [
    'several periods',
    computed('m1 + TIME_SERIES(1)', 300),
    'The metrics and expressions of an alarm must have the same Period',
  ],
  [
    'a period beside that of a metric',
    { ...common, Metrics: [{ Id: 'm1', MetricStat: metric, Period: 60 }] },
    'Period must not be set beside MetricStat for m1',
  ],
]

describe('PutMetricAlarm refuses', () => {
  for (const [name, input, expected] of rows) {
    it(name, async () => {
      const refusal = await refusalOf(input)
      if (expected instanceof RegExp) return assert.match(refusal, expected)
      const wanted = expected === 'accepted' ? expected : `ValidationException: ${expected}`
      assert.equal(refusal, wanted)
    })
  }

  it('more than ten expressions', async () => {
    const many = Array.from({ length: 11 }, (_, i) => ({
      Id: `e${i}`,
      Expression: `m1 + ${i}`,
      ReturnData: i === 0,
    }))
    const m1 = { Id: 'm1', MetricStat: metric, ReturnData: false }
    const Metrics = [m1, ...many.slice(0, 10)]
    assert.equal(await refusalOf({ ...common, Metrics }), 'accepted')
    assert.match(await refusalOf({ ...common, Metrics: [m1, ...many] }), /at most 10 expressions/)
  })

  it('more than ten metrics, five actions or fifty tags', async () => {
    const many = Array.from({ length: 11 }, (_, i) => ({
      Id: `m${i}`,
      MetricStat: metric,
      ReturnData: i === 0,
    }))
    assert.equal(await refusalOf({ ...alone, Metrics: many.slice(0, 10) }), 'accepted')
    assert.match(await refusalOf({ ...alone, Metrics: many }), /at most 10 metrics/)
    const actions = Array.from({ length: 6 }, (_, i) => `arn:aws:sns:::${i}`)
    assert.equal(await refusalOf({ ...good, AlarmActions: actions.slice(0, 5) }), 'accepted')
    assert.match(await refusalOf({ ...good, AlarmActions: actions }), /ValidationException/)
    const Tags = Array.from({ length: 51 }, (_, i) => ({ Key: `k${i}`, Value: '' }))
    assert.equal(await refusalOf({ ...good, Tags: Tags.slice(0, 50) }), 'accepted')
    assert.match(await refusalOf({ ...good, Tags }), /at most 50 tags/)
  })
})

describe('SetAlarmState refuses', () => {
  it('a state that there is not', async () => {
    const StateValue = 'INVALID' as 'OK'
    const command = new SetAlarmStateCommand({ AlarmName: 'a', StateValue, StateReason: '' })
    await assert.rejects(client.send(command), {
      name: 'ValidationException',
      message:
        "1 validation error detected: Value 'INVALID' at 'stateValue' failed to satisfy constraint: Member must satisfy enum value set: [INSUFFICIENT_DATA, ALARM, OK]",
    })
  })

  it('data that is not JSON', async () => {
    const command = new SetAlarmStateCommand({
      AlarmName: 'a',
      StateValue: 'OK',
      StateReason: '',
      StateReasonData: 'x',
    })
    await assert.rejects(client.send(command), { name: 'InvalidFormatFault' })
  })
})
