/** The settings of an alarm, from a request. */
import type { MetricDataQuery, MetricStat } from '../../api/generated/cloudwatch-types.js'
import type { InputOf } from '../../api/services.js'
import type {
  AlarmComparison,
  AlarmQuery,
  AlarmSettings,
  AlarmSubject,
  WatchedMetric,
} from '../../alarms/alarm.js'
import { validation } from '../../model/errors.js'
import { readAlarmQueries } from './alarm-queries.js'
import {
  requireBuilt,
  requireFewQueries,
  requireOneOf,
  requireOneSubject,
  requirePeriod,
  requirePeriods,
  requireSet,
  requireStatistic,
  unsupported,
} from './alarm-rules.js'

type Input = InputOf<'cloudwatch.PutMetricAlarm'>

const comparisons: readonly AlarmComparison[] = [
  'GreaterThanOrEqualToThreshold',
  'GreaterThanThreshold',
  'LessThanThreshold',
  'LessThanOrEqualToThreshold',
]
const treatments = ['breaching', 'notBreaching', 'ignore', 'missing'] as const

export function readAlarmSettings(input: Input): AlarmSettings {
  requireBuilt(input)
  requireOneSubject(input)
  const subject = readSubject(input)
  const comparison = readComparison(input)
  const evaluationPeriods = requireSet('EvaluationPeriods', input.EvaluationPeriods)
  const threshold = requireSet('Threshold', input.Threshold)
  if (!Number.isFinite(threshold)) throw validation('Threshold must be a finite number')
  const { DatapointsToAlarm: datapointsToAlarm, AlarmDescription: description } = input
  if (datapointsToAlarm !== undefined && datapointsToAlarm > evaluationPeriods) {
    throw validation('DatapointsToAlarm must be less than or equal to EvaluationPeriods')
  }
  requireFewQueries(subject)
  requirePeriods(subject, evaluationPeriods)
  return {
    ...(description !== undefined && { description }),
    actionsEnabled: input.ActionsEnabled ?? true,
    okActions: input.OKActions ?? [],
    alarmActions: input.AlarmActions ?? [],
    insufficientDataActions: input.InsufficientDataActions ?? [],
    subject,
    evaluationPeriods,
    ...(datapointsToAlarm !== undefined && { datapointsToAlarm }),
    threshold,
    comparison,
    ...readTreatments(input),
  }
}

function readComparison({ ComparisonOperator }: Input): AlarmComparison {
  const wanted = requireSet('ComparisonOperator', ComparisonOperator)
  const found = comparisons.find((each) => each === wanted)
  // The others compare with a band of expected values.
  if (found === undefined) throw unsupported(`The ComparisonOperator ${wanted}`)
  return found
}

function readTreatments(input: Input): Pick<AlarmSettings, 'treatMissing' | 'lowSamples'> {
  const { TreatMissingData: missing, EvaluateLowSampleCountPercentile: low } = input
  return {
    ...(missing !== undefined && {
      treatMissing: requireOneOf('TreatMissingData', missing, treatments),
    }),
    ...(low !== undefined && {
      lowSamples: requireOneOf('EvaluateLowSampleCountPercentile', low, [
        'evaluate',
        'ignore',
      ] as const),
    }),
  }
}

function readSubject(input: Input): AlarmSubject {
  if (input.Metrics !== undefined) {
    return { kind: 'math', queries: readAlarmQueries(input.Metrics.map(readQuery)) }
  }
  const metric = requireSet('MetricName', input.MetricName)
  const namespace = requireSet('Namespace', input.Namespace)
  const statistic = readStatistic(input)
  const periodSeconds = requirePeriod(requireSet('Period', input.Period))
  return {
    kind: 'metric',
    namespace,
    metric,
    dimensions: (input.Dimensions ?? []).map(({ Name, Value }) => ({ name: Name, value: Value })),
    periodSeconds,
    statistic,
    ...(input.Unit !== undefined && { unit: input.Unit }),
  }
}

function readStatistic({ Statistic, ExtendedStatistic }: Input): string {
  if (Statistic !== undefined && ExtendedStatistic !== undefined) {
    throw validation('Statistic and ExtendedStatistic must not both be set')
  }
  if (ExtendedStatistic === undefined) return requireSet('Statistic', Statistic)
  return requireStatistic('ExtendedStatistic', ExtendedStatistic)
}

function readQuery(query: MetricDataQuery): AlarmQuery {
  const { Id, MetricStat, Expression, Label, ReturnData, Period, AccountId } = query
  if (AccountId !== undefined) throw unsupported('AccountId')
  if ((MetricStat === undefined) === (Expression === undefined)) {
    throw validation(`Exactly one of MetricStat and Expression must be set for ${Id}`)
  }
  if (MetricStat !== undefined && Period !== undefined) {
    throw validation(`Period must not be set beside MetricStat for ${Id}`)
  }
  return {
    id: Id,
    ...(MetricStat !== undefined && { metric: readMetricStat(MetricStat) }),
    ...(Expression !== undefined && { expression: Expression }),
    ...(Label !== undefined && { label: Label }),
    ...(ReturnData !== undefined && { returnsData: ReturnData }),
    ...(Period !== undefined && { periodSeconds: requirePeriod(Period) }),
  }
}

function readMetricStat({ Metric, Period, Stat, Unit }: MetricStat): WatchedMetric {
  return {
    namespace: requireSet('Namespace', Metric.Namespace),
    metric: requireSet('MetricName', Metric.MetricName),
    dimensions: (Metric.Dimensions ?? []).map(({ Name, Value }) => ({ name: Name, value: Value })),
    periodSeconds: requirePeriod(Period),
    statistic: requireStatistic('Stat', Stat),
    ...(Unit !== undefined && { unit: Unit }),
  }
}
