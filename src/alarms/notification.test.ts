import assert from 'node:assert/strict'
import test from 'node:test'
import type { AlarmCall } from './alarm-actions.js'
import { alarmSettings, firstMinuteMs } from './alarm-suite.js'
import { functionEventText, notificationText } from './notification.js'

const call: AlarmCall = {
  alarm: {
    scope: { account: '123456789012', region: 'eu-west-1' },
    name: 'writes',
    settings: alarmSettings({ alarmActions: ['http://here/'], treatMissing: 'notBreaching' }),
    tags: [],
    configuredAtMs: firstMinuteMs,
    state: 'ALARM',
    reason: 'because',
    reasonData: '{}',
    stateUpdatedAtMs: firstMinuteMs + 1000,
    stateChangedAtMs: firstMinuteMs + 1000,
  },
  before: { state: 'OK', reason: 'before', atMs: firstMinuteMs },
  action: 'http://here/',
}

test('a notification has what AWS sends', () => {
  assert.deepEqual(JSON.parse(notificationText(call)), {
    AlarmName: 'writes',
    AlarmDescription: null,
    AWSAccountId: '123456789012',
    AlarmConfigurationUpdatedTimestamp: '2026-11-08T11:20:00.000+0000',
    NewStateValue: 'ALARM',
    NewStateReason: 'because',
    StateChangeTime: '2026-11-08T11:20:01.000+0000',
    Region: 'EU (Ireland)',
    AlarmArn: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:writes',
    OldStateValue: 'OK',
    OKActions: [],
    AlarmActions: ['http://here/'],
    InsufficientDataActions: [],
    Trigger: {
      MetricName: 'ConsumedWriteCapacityUnits',
      Namespace: 'AWS/DynamoDB',
      StatisticType: 'Statistic',
      Statistic: 'SUM',
      Unit: null,
      Dimensions: [{ value: 'Music', name: 'TableName' }],
      Period: 60,
      EvaluationPeriods: 3,
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 5,
      TreatMissingData: 'notBreaching',
      EvaluateLowSampleCountPercentile: '',
    },
  })
})

test('a function gets AWS’s event', () => {
  assert.deepEqual(JSON.parse(functionEventText(call)), {
    source: 'aws.cloudwatch',
    alarmArn: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:writes',
    accountId: '123456789012',
    time: '2026-11-08T11:20:01.000+0000',
    region: 'eu-west-1',
    alarmData: {
      alarmName: 'writes',
      state: {
        value: 'ALARM',
        reason: 'because',
        reasonData: '{}',
        timestamp: '2026-11-08T11:20:01.000+0000',
      },
      previousState: {
        value: 'OK',
        reason: 'before',
        timestamp: '2026-11-08T11:20:00.000+0000',
      },
      configuration: {
        metrics: [
          {
            id: 'm1',
            metricStat: {
              metric: {
                namespace: 'AWS/DynamoDB',
                name: 'ConsumedWriteCapacityUnits',
                dimensions: { TableName: 'Music' },
              },
              period: 60,
              stat: 'Sum',
            },
            returnData: true,
          },
        ],
      },
    },
  })
})
