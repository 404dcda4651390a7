/** What an alarm may ask for, in the order in which it is checked. */
import type { InputOf } from '../../api/services.js'
import type { AlarmSubject } from '../../alarms/alarm.js'
import { metricsOf, periodSecondsOf } from '../../alarms/alarm.js'
import {
  alarmExpressionsMax,
  alarmMetricsMax,
  longRangeSecondsMax,
  shortPeriodSeconds,
  shortRangeSecondsMax,
} from '../../alarms/limits.js'
import { parseStatistic } from '../../metrics/statistics.js'
import { validation, type ServiceError } from '../../model/errors.js'

type Input = InputOf<'cloudwatch.PutMetricAlarm'>

/** Parameters of alarms that cannot be had here. */
const unbuilt = [
  'ThresholdMetricId',
  'EvaluationCriteria',
  'EvaluationInterval',
  'EvaluationWindow',
  'WarmUpConfiguration',
] as const

export function requireBuilt(input: Input): void {
  for (const name of unbuilt) if (input[name] !== undefined) throw unsupported(name)
}

export function unsupported(name: string): ServiceError {
  return validation(`${name} is not supported`)
}

/** AWS: a list of metrics takes the place of these. */
const ofOneMetric = [
  'MetricName',
  'Namespace',
  'Dimensions',
  'Period',
  'Unit',
  'Statistic',
  'ExtendedStatistic',
] as const

export function requireOneSubject(input: Input): void {
  if (input.Metrics === undefined) return
  for (const name of ofOneMetric) {
    const value = input[name]
    const isSet = Array.isArray(value) ? value.length > 0 : value !== undefined
    if (isSet) throw validation(`${name} should not be set if list of Metrics is set.`)
  }
}

export function requireSet<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw validation(`${name} must not be null`)
  return value
}

export function requireOneOf<T extends string>(
  name: string,
  value: string,
  values: readonly T[],
): T {
  const found = values.find((each) => each === value)
  if (found !== undefined) return found
  throw validation(`${name} must be one of [${values.join(', ')}]`)
}

export function requireStatistic(name: string, text: string): string {
  if (parseStatistic(text) !== undefined) return text
  throw validation(`The value ${text} for parameter ${name} is not supported.`)
}

/** AWS also has periods of 10, 20 and 30 seconds; what is measured here is measured by the minute. */
export function requirePeriod(seconds: number): number {
  if (seconds % 60 === 0) return seconds
  throw validation('Period must be a multiple of 60')
}

export function requirePeriods(subject: AlarmSubject, evaluationPeriods: number): void {
  const periodSeconds = periodSecondsOf(subject)
  const isShort = periodSeconds < shortPeriodSeconds
  const secondsMax = isShort ? shortRangeSecondsMax : longRangeSecondsMax
  if (periodSeconds * evaluationPeriods <= secondsMax) return
  const time = isShort ? 'a day' : 'a week'
  throw validation(
    `Metrics cannot be checked across more than ${time} (EvaluationPeriods * Period must be <= ${secondsMax}).`,
  )
}

/** AWS: as many metrics and as many expressions; which sentence it has for more is not known. */
export function requireFewQueries(subject: AlarmSubject): void {
  if (subject.kind === 'metric') return
  const metrics = metricsOf(subject).length
  if (metrics > alarmMetricsMax) {
    throw validation(`An alarm can have at most ${alarmMetricsMax} metrics`)
  }
  if (subject.queries.length - metrics <= alarmExpressionsMax) return
  throw validation(`An alarm can have at most ${alarmExpressionsMax} expressions`)
}
