/** Alarms as CloudWatch writes them. AWS: settings that are absent are left out; lists never are. */
import type {
  Dimension,
  MetricAlarm,
  MetricDataQuery,
  StandardUnit,
} from '../../api/generated/cloudwatch-types.js'
import {
  alarmArn,
  type Alarm,
  type AlarmQuery,
  type AlarmSubject,
  type WatchedMetric,
} from '../../alarms/alarm.js'
import { simpleStatistics } from '../../metrics/statistics.js'

export function alarmShape(alarm: Alarm): MetricAlarm {
  const { scope, name, settings, state, reason, reasonData } = alarm
  const { description, datapointsToAlarm, treatMissing, lowSamples } = settings
  return {
    AlarmName: name,
    AlarmArn: alarmArn(scope, name),
    ...(description !== undefined && { AlarmDescription: description }),
    AlarmConfigurationUpdatedTimestamp: alarm.configuredAtMs / 1000,
    ActionsEnabled: settings.actionsEnabled,
    OKActions: settings.okActions,
    AlarmActions: settings.alarmActions,
    InsufficientDataActions: settings.insufficientDataActions,
    StateValue: state,
    StateReason: reason,
    ...(reasonData !== undefined && { StateReasonData: reasonData }),
    StateUpdatedTimestamp: alarm.stateUpdatedAtMs / 1000,
    ...subjectMembers(settings.subject),
    EvaluationPeriods: settings.evaluationPeriods,
    ...(datapointsToAlarm !== undefined && { DatapointsToAlarm: datapointsToAlarm }),
    Threshold: settings.threshold,
    ComparisonOperator: settings.comparison,
    ...(treatMissing !== undefined && { TreatMissingData: treatMissing }),
    ...(lowSamples !== undefined && { EvaluateLowSampleCountPercentile: lowSamples }),
    StateTransitionedTimestamp: alarm.stateChangedAtMs / 1000,
  }
}

function subjectMembers(subject: AlarmSubject): Partial<MetricAlarm> {
  if (subject.kind === 'math') return { Dimensions: [], Metrics: subject.queries.map(queryShape) }
  const { namespace, metric, periodSeconds, unit } = subject
  return {
    MetricName: metric,
    Namespace: namespace,
    ...statisticMembers(subject),
    Dimensions: dimensionShapes(subject),
    Period: periodSeconds,
    ...(unit !== undefined && { Unit: unit as StandardUnit }),
  }
}

function statisticMembers({ statistic }: WatchedMetric): Partial<MetricAlarm> {
  const simple = simpleStatistics.find((each) => each === statistic)
  return simple === undefined ? { ExtendedStatistic: statistic } : { Statistic: simple }
}

function dimensionShapes({ dimensions }: WatchedMetric): readonly Dimension[] {
  return dimensions.map(({ name, value }) => ({ Name: name, Value: value }))
}

function queryShape(query: AlarmQuery): MetricDataQuery {
  const { id, metric, expression, label, returnsData, periodSeconds } = query
  return {
    Id: id,
    ...(metric !== undefined && {
      MetricStat: {
        Metric: {
          Namespace: metric.namespace,
          MetricName: metric.metric,
          Dimensions: dimensionShapes(metric),
        },
        Period: metric.periodSeconds,
        Stat: metric.statistic,
        ...(metric.unit !== undefined && { Unit: metric.unit as StandardUnit }),
      },
    }),
    ...(expression !== undefined && { Expression: expression }),
    ...(label !== undefined && { Label: label }),
    ...(returnsData !== undefined && { ReturnData: returnsData }),
    ...(periodSeconds !== undefined && { Period: periodSeconds }),
  }
}
