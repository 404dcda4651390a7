/** The metrics and expressions of an alarm on arithmetic: how they may refer to each other. */
import type { AlarmQuery } from '../../alarms/alarm.js'
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
  if (queries.some(({ expression }) => expression !== undefined)) {
    throw validation('Expressions in alarms are not supported')
  }
  return queries
}
