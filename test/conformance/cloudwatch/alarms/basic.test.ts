/** Alarms over the wire, with the AWS SDK, in each of CloudWatch's protocols. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  DeleteAlarmsCommand,
  DescribeAlarmsCommand,
  DisableAlarmActionsCommand,
  EnableAlarmActionsCommand,
  ListTagsForResourceCommand,
  PutMetricAlarmCommand,
  SetAlarmStateCommand,
  TagResourceCommand,
  UntagResourceCommand,
  type CloudWatchClient,
  type PutMetricAlarmCommandInput,
} from '@aws-sdk/client-cloudwatch'
import {
  cloudwatchProtocols,
  metricsNowMs,
  startCloudwatch,
  type CloudwatchProtocol,
} from '../../../support/cloudwatch.js'

const server = await startCloudwatch()
const arnOf = (name: string) => `arn:aws:cloudwatch:us-east-1:000000000000:alarm:${name}`

const settings = {
  AlarmDescription: 'too many writes',
  MetricName: 'ConsumedWriteCapacityUnits',
  Namespace: 'AWS/DynamoDB',
  Statistic: 'Sum',
  Dimensions: [{ Name: 'TableName', Value: 'Music' }],
  Period: 60,
  Unit: 'Count',
  EvaluationPeriods: 3,
  DatapointsToAlarm: 2,
  Threshold: 41,
  ComparisonOperator: 'GreaterThanThreshold',
  TreatMissingData: 'notBreaching',
  AlarmActions: ['arn:aws:sns:us-east-1:000000000000:topic'],
} as const

function put(
  client: CloudWatchClient,
  AlarmName: string,
  changes: Partial<PutMetricAlarmCommandInput> = {},
) {
  const input = { ...structuredClone(settings), ...changes } as object
  return client.send(new PutMetricAlarmCommand({ AlarmName, ...input }))
}

async function describeOne(client: CloudWatchClient, name: string) {
  const { MetricAlarms } = await client.send(new DescribeAlarmsCommand({ AlarmNames: [name] }))
  return MetricAlarms?.[0]
}

for (const protocol of Object.keys(cloudwatchProtocols) as CloudwatchProtocol[]) {
  const client = server.client(protocol)
  const named = (name: string) => `${protocol.slice(0, 3)} ${name}`

  describe(`alarms, ${protocol}`, () => {
    it('are described as they were put', async () => {
      const name = named('put')
      await put(client, name, { Tags: [{ Key: 'team', Value: 'blue' }] })
      const createdAt = new Date(metricsNowMs)
      assert.deepEqual(await describeOne(client, name), {
        ...settings,
        AlarmName: name,
        AlarmArn: arnOf(name),
        AlarmConfigurationUpdatedTimestamp: createdAt,
        ActionsEnabled: true,
        OKActions: [],
        InsufficientDataActions: [],
        StateValue: 'INSUFFICIENT_DATA',
        StateReason: 'Unchecked: Initial alarm creation',
        StateUpdatedTimestamp: createdAt,
        StateTransitionedTimestamp: createdAt,
      })
      const ResourceARN = arnOf(name)
      const listed = await client.send(new ListTagsForResourceCommand({ ResourceARN }))
      assert.deepEqual(listed.Tags, [{ Key: 'team', Value: 'blue' }])
    })

    it('are described with their expression', async () => {
      const name = named('math')
      const { AlarmDescription, EvaluationPeriods, Threshold, ComparisonOperator } = settings
      const Metrics = [
        { Id: 'share', Expression: '100 * used / 50', Label: 'percent', ReturnData: true },
        {
          Id: 'used',
          MetricStat: {
            Metric: {
              Namespace: settings.Namespace,
              MetricName: settings.MetricName,
              Dimensions: [...settings.Dimensions],
            },
            Period: 60,
            Stat: 'Sum',
            Unit: 'Count' as const,
          },
          ReturnData: false,
        },
      ]
      const rest = { AlarmDescription, EvaluationPeriods, Threshold, ComparisonOperator }
      await client.send(new PutMetricAlarmCommand({ AlarmName: name, ...rest, Metrics }))
      const alarm = await describeOne(client, name)
      assert.deepEqual(alarm?.Metrics, Metrics)
      assert.deepEqual(
        [alarm.MetricName, alarm.Period, alarm.Dimensions],
        [undefined, undefined, []],
      )
    })

    it('leave out what was not set', async () => {
      const name = named('little')
      await client.send(
        new PutMetricAlarmCommand({
          AlarmName: name,
          MetricName: 'SuccessfulRequestLatency',
          Namespace: 'AWS/DynamoDB',
          ExtendedStatistic: 'p99',
          Period: 300,
          EvaluationPeriods: 1,
          Threshold: 0.5,
          ComparisonOperator: 'LessThanOrEqualToThreshold',
        }),
      )
      const alarm = await describeOne(client, name)
      assert.equal(alarm?.ExtendedStatistic, 'p99')
      assert.deepEqual(alarm.Dimensions, [])
      const absent = [
        'Statistic',
        'DatapointsToAlarm',
        'TreatMissingData',
        'Unit',
        'Metrics',
      ] as const
      for (const member of absent) assert.equal(alarm[member], undefined, member)
    })

    it('change their state by hand, once', async () => {
      const name = named('set')
      await put(client, name)
      const set = (StateValue: 'ALARM' | 'OK', StateReason: string) =>
        client.send(new SetAlarmStateCommand({ AlarmName: name, StateValue, StateReason }))
      await set('ALARM', 'a test')
      await set('ALARM', 'another one')
      const alarm = await describeOne(client, name)
      assert.deepEqual([alarm?.StateValue, alarm?.StateReason], ['ALARM', 'a test'])
      const unknown = new SetAlarmStateCommand({
        AlarmName: named('nothing'),
        StateValue: 'OK',
        StateReason: '',
      })
      await assert.rejects(client.send(unknown), (error: Error & { $metadata: object }) => {
        assert.equal(error.name, 'ResourceNotFound')
        return true
      })
    })

    it('stop and begin to call their actions', async () => {
      const name = named('actions')
      await put(client, name)
      await client.send(new DisableAlarmActionsCommand({ AlarmNames: [name, 'unknown'] }))
      assert.equal((await describeOne(client, name))?.ActionsEnabled, false)
      await client.send(new EnableAlarmActionsCommand({ AlarmNames: [name] }))
      assert.equal((await describeOne(client, name))?.ActionsEnabled, true)
    })

    it('are tagged and untagged', async () => {
      const name = named('tags')
      await put(client, name)
      const ResourceARN = arnOf(name)
      const Tags = [
        { Key: 'a', Value: '1' },
        { Key: 'b', Value: '' },
      ]
      await client.send(new TagResourceCommand({ ResourceARN, Tags }))
      await client.send(new UntagResourceCommand({ ResourceARN, TagKeys: ['a', 'z'] }))
      const listed = await client.send(new ListTagsForResourceCommand({ ResourceARN }))
      assert.deepEqual(listed.Tags, [{ Key: 'b', Value: '' }])
      await assert.rejects(
        client.send(new TagResourceCommand({ ResourceARN: arnOf('nothing'), Tags })),
        { name: 'ResourceNotFoundException' },
      )
    })

    it('are gone once they are deleted', async () => {
      const name = named('gone')
      await put(client, name, { Tags: [{ Key: 'team', Value: 'blue' }] })
      await client.send(new DeleteAlarmsCommand({ AlarmNames: [name, 'unknown'] }))
      const answer = await client.send(new DescribeAlarmsCommand({ AlarmNames: [name] }))
      assert.deepEqual(
        [answer.MetricAlarms, answer.CompositeAlarms, answer.LogAlarms],
        [[], [], []],
      )
      const ResourceARN = arnOf(name)
      const listed = await client.send(new ListTagsForResourceCommand({ ResourceARN }))
      assert.deepEqual(listed.Tags, [])
    })
  })
}

describe('lists of alarms', () => {
  const client = server.client('JSON 1.0')
  const namesOf = async (input: object) => {
    const { MetricAlarms, NextToken } = await client.send(new DescribeAlarmsCommand(input))
    return { names: MetricAlarms!.map(({ AlarmName }) => AlarmName), NextToken }
  }

  it('are filtered, in the order of names and in pages', async () => {
    for (const name of ['list 3', 'list 1', 'list 2']) await put(client, name)
    await put(client, 'list 4', { OKActions: ['arn:aws:lambda:us-east-1:000000000000:function:f'] })
    const filter = { AlarmNamePrefix: 'list ' }
    await client.send(
      new SetAlarmStateCommand({ AlarmName: 'list 2', StateValue: 'OK', StateReason: '' }),
    )
    const first = await namesOf({ ...filter, MaxRecords: 3 })
    assert.deepEqual(first.names, ['list 1', 'list 2', 'list 3'])
    const rest = await namesOf({ ...filter, MaxRecords: 3, NextToken: first.NextToken })
    assert.deepEqual([rest.names, rest.NextToken], [['list 4'], undefined])
    assert.deepEqual((await namesOf({ ...filter, StateValue: 'OK' })).names, ['list 2'])
    const byAction = { ...filter, ActionPrefix: 'arn:aws:lambda:' }
    assert.deepEqual((await namesOf(byAction)).names, ['list 4'])
    const byName = { AlarmNames: ['list 3', 'list 1', 'list 3'] }
    assert.deepEqual((await namesOf(byName)).names, ['list 1', 'list 3'])
    assert.deepEqual((await namesOf({ ...filter, AlarmTypes: ['CompositeAlarm'] })).names, [])
    await assert.rejects(namesOf({ ...filter, NextToken: 'x' }), { name: 'InvalidNextToken' })
    await assert.rejects(namesOf({ NextToken: first.NextToken }), { name: 'InvalidNextToken' })
  })

  it('have at most a hundred alarms', async () => {
    await assert.rejects(namesOf({ MaxRecords: 101 }), { name: 'ValidationException' })
    await assert.rejects(namesOf({ MaxRecords: 0 }), { name: 'ValidationException' })
  })
})
