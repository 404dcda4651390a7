/** How a pattern is served, in a line of text. */
import { printValue } from '../values/print-value.js'
import type { PatternPlan, PlannedCondition } from './pattern-plan.js'

export function describePlan(plan: PatternPlan): string {
  if (plan.kind === 'unserved') {
    return plan.reasons
      .map(({ index, reason }) => `${index === '' ? 'Table' : index}: ${reason}`)
      .join(' ')
  }
  const keys = [plan.partition, plan.sort].filter((each) => each !== undefined)
  const filters = plan.filters.length === 0 ? '' : `, filter ${conditionsText(plan.filters)}`
  return `${conditionsText(keys)}${filters}` || 'every item'
}

function conditionsText(conditions: readonly PlannedCondition[]): string {
  return conditions.map(conditionText).join(', ')
}

function conditionText({ attribute, operator, values }: PlannedCondition): string {
  const [low = '', high = ''] = values.map((value) => printValue(value))
  if (operator === 'begins_with') return `${attribute} begins with ${low}`
  if (operator === 'between') return `${attribute} between ${low} and ${high}`
  return `${attribute} ${operator} ${low}`
}
