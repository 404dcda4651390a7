/** The metrics and expressions of an alarm on arithmetic: how they may refer to each other, and what they result in. */
import { checkAlarmMath } from '../../alarms/alarm-math.js'
import { periodSecondsOf, type AlarmQuery, type AlarmSubject } from '../../alarms/alarm.js'
import { MetricQueryFault } from '../../metrics/metric-query.js'
import type { Scope } from '../../model/arn.js'
import { validation } from '../../model/errors.js'

const idPattern = /^[a-z][a-zA-Z0-9_]*$/

export function readAlarmQueries(queries: readonly AlarmQuery[]): readonly AlarmQuery[] {
  const ids = new Set<string>()
  for (const { id } of queries) {
    if (!idPattern.test(id)) throw validation(`The value ${id} for the parameter Id is invalid.`)
    if (ids.has(id)) throw validation(`The value ${id} for the parameter Id is not unique.`)
    ids.add(id)
  }
  const returning = queries.filter(({ returnsData }) => returnsData !== false)
  if (returning.length !== 1) {
    throw validation('Exactly one element of the metrics list should return data.')
  }
  requireOnePeriod(queries)
  return queries
}

/** What several lengths would mean is not known. */
function requireOnePeriod(queries: readonly AlarmQuery[]): void {
  const periods = queries.map(({ metric, periodSeconds }) => metric?.periodSeconds ?? periodSeconds)
  const lengths = new Set(periods.filter((seconds) => seconds !== undefined))
  if (lengths.size === 1) return
  // AWS: this sentence for expressions of no metric.
  if (lengths.size === 0) throw validation('Period must not be null')
  throw validation('The metrics and expressions of an alarm must have the same Period')
}

/** The expression that an alarm watches has to be a single series, and all that it names has to be there. */
export async function requireComputable(subject: AlarmSubject, scope: Scope): Promise<void> {
  if (subject.kind === 'metric') return
  try {
    await checkAlarmMath(subject.queries, scope, periodSecondsOf(subject))
  } catch (error) {
    throw error instanceof MetricQueryFault ? validation(error.message) : error
  }
}
