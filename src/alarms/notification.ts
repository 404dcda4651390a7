/** What AWS sends when an alarm changes: to subscribers of a topic, and to functions. */
import {
  alarmArn,
  periodSecondsOf,
  type AlarmSettings,
  type AlarmSubject,
  type WatchedMetric,
} from './alarm.js'
import type { AlarmCall } from './alarm-actions.js'
import { longTime } from './state-reason.js'

/** The message of a notification. AWS: it is JSON, and absent settings are null or empty. */
export function notificationText({ alarm, before }: AlarmCall): string {
  const { scope, name, settings } = alarm
  return JSON.stringify({
    AlarmName: name,
    AlarmDescription: settings.description ?? null,
    AWSAccountId: scope.account,
    AlarmConfigurationUpdatedTimestamp: longTime(alarm.configuredAtMs),
    NewStateValue: alarm.state,
    NewStateReason: alarm.reason,
    StateChangeTime: longTime(alarm.stateChangedAtMs),
    Region: regionTitles[scope.region] ?? scope.region,
    AlarmArn: alarmArn(scope, name),
    OldStateValue: before.state,
    OKActions: settings.okActions,
    AlarmActions: settings.alarmActions,
    InsufficientDataActions: settings.insufficientDataActions,
    Trigger: triggerOf(settings),
  })
}

function triggerOf(settings: AlarmSettings): object {
  const { subject, evaluationPeriods, datapointsToAlarm, comparison, threshold } = settings
  return {
    ...subjectOf(subject),
    Period: periodSecondsOf(subject),
    EvaluationPeriods: evaluationPeriods,
    ...(datapointsToAlarm !== undefined && { DatapointsToAlarm: datapointsToAlarm }),
    ComparisonOperator: comparison,
    Threshold: threshold,
    TreatMissingData: settings.treatMissing ?? '',
    EvaluateLowSampleCountPercentile: settings.lowSamples ?? '',
  }
}

function subjectOf(subject: AlarmSubject): object {
  if (subject.kind === 'math') {
    return {
      Metrics: subject.queries.map(({ id, expression, label, metric, returnsData }) => ({
        ...(expression !== undefined && { Expression: expression }),
        Id: id,
        ...(label !== undefined && { Label: label }),
        ...(metric !== undefined && { MetricStat: statOf(metric) }),
        ReturnData: returnsData ?? true,
      })),
    }
  }
  const { metric, namespace, statistic, unit } = subject
  const isExtended = /\d/.test(statistic)
  return {
    MetricName: metric,
    Namespace: namespace,
    StatisticType: isExtended ? 'ExtendedStatistic' : 'Statistic',
    ...(isExtended ? { ExtendedStatistic: statistic } : { Statistic: statistic.toUpperCase() }),
    Unit: unit ?? null,
    Dimensions: dimensionsOf(subject),
  }
}

function statOf(metric: WatchedMetric): object {
  return {
    Metric: {
      Dimensions: dimensionsOf(metric),
      MetricName: metric.metric,
      Namespace: metric.namespace,
    },
    Period: metric.periodSeconds,
    Stat: metric.statistic,
  }
}

function dimensionsOf({ dimensions }: WatchedMetric): readonly object[] {
  return dimensions.map(({ name, value }) => ({ value, name }))
}

/** The event that a function gets. */
export function functionEventText({ alarm, before }: AlarmCall): string {
  const { scope, name, settings, state, reason, reasonData } = alarm
  const timestamp = longTime(alarm.stateChangedAtMs)
  return JSON.stringify({
    source: 'aws.cloudwatch',
    alarmArn: alarmArn(scope, name),
    accountId: scope.account,
    time: timestamp,
    region: scope.region,
    alarmData: {
      alarmName: name,
      state: { value: state, reason, reasonData, timestamp },
      previousState: {
        value: before.state,
        reason: before.reason,
        reasonData: before.reasonData,
        timestamp: longTime(before.atMs),
      },
      configuration: {
        description: settings.description,
        metrics: configuredMetrics(settings.subject),
      },
    },
  })
}

function configuredMetrics(subject: AlarmSubject): readonly object[] {
  if (subject.kind === 'metric') {
    return [{ id: 'm1', metricStat: eventStatOf(subject), returnData: true }]
  }
  return subject.queries.map(({ id, expression, label, metric, returnsData = true }) => ({
    id,
    expression,
    label,
    metricStat: metric && eventStatOf(metric),
    returnData: returnsData,
  }))
}

function eventStatOf({
  namespace,
  metric,
  dimensions,
  periodSeconds,
  statistic,
  unit,
}: WatchedMetric) {
  const named = Object.fromEntries(dimensions.map(({ name, value }) => [name, value]))
  return {
    metric: { namespace, name: metric, dimensions: named },
    period: periodSeconds,
    stat: statistic,
    unit,
  }
}

/** AWS: notifications have the long names of regions. */
const regionTitles: Readonly<Record<string, string>> = {
  'ap-east-1': 'Asia Pacific (Hong Kong)',
  'ap-northeast-1': 'Asia Pacific (Tokyo)',
  'ap-northeast-2': 'Asia Pacific (Seoul)',
  'ap-northeast-3': 'Asia Pacific (Osaka)',
  'ap-south-1': 'Asia Pacific (Mumbai)',
  'ap-southeast-1': 'Asia Pacific (Singapore)',
  'ap-southeast-2': 'Asia Pacific (Sydney)',
  'ca-central-1': 'Canada (Central)',
  'eu-central-1': 'EU (Frankfurt)',
  'eu-north-1': 'EU (Stockholm)',
  'eu-south-1': 'EU (Milan)',
  'eu-west-1': 'EU (Ireland)',
  'eu-west-2': 'EU (London)',
  'eu-west-3': 'EU (Paris)',
  'sa-east-1': 'South America (Sao Paulo)',
  'us-east-1': 'US East (N. Virginia)',
  'us-east-2': 'US East (Ohio)',
  'us-west-1': 'US West (N. California)',
  'us-west-2': 'US West (Oregon)',
}
