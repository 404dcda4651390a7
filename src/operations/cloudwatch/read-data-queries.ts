/** The queries of GetMetricData, checked in order. */
import type { MetricDataQuery, MetricStat } from '../../api/generated/cloudwatch-types.js'
import { isPeriod, type MetricQuery, type MetricSource } from '../../metrics/metric-query.js'
import { sortedDimensions } from '../../metrics/series.js'
import { parseStatistic } from '../../metrics/statistics.js'
import type { Scope } from '../../model/arn.js'
import { invalidQuery } from './errors.js'

/** The list, as sentences spell it. */
const place = 'MetricDataQueries'

export function readDataQueries(
  queries: readonly MetricDataQuery[],
  { account, region }: Scope,
): readonly MetricQuery[] {
  const ids = new Set<string>()
  return queries.map((query, index) => {
    const member = `${place}.member.${index + 1}`
    checkId(query.Id, ids, member)
    return readQuery(query, { account, region }, member)
  })
}

function checkId(id: string, ids: Set<string>, member: string): void {
  if (!/^[a-z][a-zA-Z0-9_]*$/.test(id)) {
    throw invalidQuery(
      `The value for parameter ${member}.Id is not matching the expected pattern ^[a-z][a-zA-Z0-9_]*$.`,
    )
  }
  if (ids.has(id)) throw invalidQuery(`The values for parameter id in ${place} are not unique.`)
  ids.add(id)
}

function readQuery(query: MetricDataQuery, scope: Scope, member: string): MetricQuery {
  const { Id: id, Label: label, Expression, MetricStat, Period } = query
  if (Expression !== undefined && MetricStat !== undefined) throw bothOf(member, 'Expression')
  if (Period !== undefined && MetricStat !== undefined) throw bothOf(member, 'Period')
  if (Period !== undefined) checkPeriod(Period, `${member}.Period`)
  if (MetricStat !== undefined) {
    const source = sourceOf(MetricStat, scope, `${member}.MetricStat`)
    return { kind: 'metric', id, label, source }
  }
  if (Expression === undefined) {
    throw invalidQuery(`The parameter ${member}.MetricStat or ${member}.Expression is required.`)
  }
  return { kind: 'expression', id, label, expression: Expression, periodSeconds: Period }
}

function bothOf(member: string, name: string) {
  return invalidQuery(
    `The parameters ${member}.${name} and ${member}.MetricStat are mutually exclusive and you have specified both.`,
  )
}

function checkPeriod(seconds: number, member: string): void {
  if (isPeriod(seconds)) return
  throw invalidQuery(
    `The parameter ${member} must be a value in the set [1, 5, 10, 20, 30] or a multiple of 60.`,
  )
}

function sourceOf(
  { Metric, Period, Stat, Unit }: MetricStat,
  scope: Scope,
  member: string,
): MetricSource {
  const { Namespace, MetricName, Dimensions = [] } = Metric
  if (Namespace === undefined)
    throw invalidQuery(`The parameter ${member}.Metric.Namespace is required.`)
  if (MetricName === undefined)
    throw invalidQuery(`The parameter ${member}.Metric.MetricName is required.`)
  checkPeriod(Period, `${member}.Period`)
  const statistic = parseStatistic(Stat)
  if (statistic === undefined)
    throw invalidQuery(`The value ${Stat} for parameter ${member}.Stat is not supported.`)
  const dimensions = Dimensions.map(({ Name, Value }) => ({ name: Name, value: Value }))
  return {
    series: {
      scope,
      namespace: Namespace,
      metric: MetricName,
      dimensions: sortedDimensions(dimensions),
    },
    statistic,
    statisticName: Stat,
    periodSeconds: Period,
    unit: Unit,
  }
}
