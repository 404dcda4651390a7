/** How much there is to a condition: the number of its parts, each evaluated once for an item. */
import { unreachable } from '../stdx/assert.js'
import type { Condition } from './condition.js'

export function conditionWeight(condition: Condition): number {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.reduce((sum, inner) => sum + conditionWeight(inner), 1)
    case 'not':
      return 1 + conditionWeight(condition.condition)
    case 'in':
      return 1 + condition.candidates.length
    case 'between':
      return 2
    case 'comparison':
    case 'exists':
    case 'not-exists':
    case 'has-type':
    case 'begins-with':
    case 'contains':
      return 1
    default:
      return unreachable(condition)
  }
}
