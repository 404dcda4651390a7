/** What the operations on alarms declare that they touch. */
import type { AccessRow } from './statement-access-rows-suite.js'

const arn = 'arn:aws:cloudwatch:us-east-1:000000000000:alarm'
const settings = {
  AlarmName: 'a',
  MetricName: 'UserErrors',
  Namespace: 'AWS/DynamoDB',
  Statistic: 'Sum',
  Period: 60,
  EvaluationPeriods: 1,
  Threshold: 1,
  ComparisonOperator: 'GreaterThanThreshold',
}
const Tags = [{ Key: 'team', Value: 'a' }]
const ResourceARN = `${arn}:a`

const onBoth = (name: string): readonly AccessRow[] => [
  [{ AlarmNames: ['a', 'b'] }, `cloudwatch:${name} ${arn}:a`, `cloudwatch:${name} ${arn}:b`],
]

export const alarmAccessRows: Readonly<Record<string, readonly AccessRow[]>> = {
  'cloudwatch.DeleteAlarms': onBoth('DeleteAlarms'),
  'cloudwatch.DescribeAlarms': [
    ...onBoth('DescribeAlarms'),
    [{}, `cloudwatch:DescribeAlarms ${arn}:*`],
  ],
  'cloudwatch.DisableAlarmActions': onBoth('DisableAlarmActions'),
  'cloudwatch.EnableAlarmActions': onBoth('EnableAlarmActions'),
  'cloudwatch.ListTagsForResource': [[{ ResourceARN }, `cloudwatch:ListTagsForResource ${arn}:a`]],
  'cloudwatch.PutMetricAlarm': [
    [settings, `cloudwatch:PutMetricAlarm ${arn}:a`],
    [
      { ...settings, Tags },
      `cloudwatch:PutMetricAlarm ${arn}:a team=a`,
      `cloudwatch:TagResource ${arn}:a team=a`,
    ],
  ],
  'cloudwatch.SetAlarmState': [
    [{ AlarmName: 'a', StateValue: 'OK', StateReason: '' }, `cloudwatch:SetAlarmState ${arn}:a`],
  ],
  'cloudwatch.TagResource': [[{ ResourceARN, Tags }, `cloudwatch:TagResource ${arn}:a team=a`]],
  'cloudwatch.UntagResource': [
    [{ ResourceARN, TagKeys: ['team'] }, `cloudwatch:UntagResource ${arn}:a -team`],
  ],
}
