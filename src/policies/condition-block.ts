/**
 * The conditions of a statement: all of them must hold. Of the values that a condition lists, one must
 * match, or none if the operator is negated.
 */
import type { Comparison } from './comparisons.js'
import type { Operator } from './operators.js'
import type { KeyValue, RequestKeys } from './request-keys.js'

export interface PolicyCondition {
  /** As written, for people. */
  readonly operatorName: string
  readonly key: string
  readonly values: readonly string[]
  readonly operator: Operator
  readonly comparisons: readonly Comparison[]
}

/** The first condition that does not hold, if any. */
export function failingCondition(
  conditions: readonly PolicyCondition[],
  keys: RequestKeys,
): PolicyCondition | undefined {
  return conditions.find((condition) => !holds(condition, keys))
}

function holds(condition: PolicyCondition, keys: RequestKeys): boolean {
  const { operator, key, values } = condition
  const found = keys.get(key.toLowerCase())
  // An empty text is a value, an empty list is none.
  const present = typeof found === 'string' || found?.length ? found : undefined
  if (operator.compare === undefined) {
    const isAbsent = present === undefined
    return values.some((value) => (value.toLowerCase() === 'true') === isAbsent)
  }
  return present === undefined ? holdsWithout(operator) : matchesAll(condition, present, keys)
}

function holdsWithout({ negated, ifExists, over }: Operator): boolean {
  if (ifExists || over === 'all') return true
  return over === undefined && negated
}

/** AWS: an operator without a prefix never matches a key that has a list, however short. */
function matchesAll(
  { operator, comparisons }: PolicyCondition,
  found: KeyValue,
  keys: RequestKeys,
): boolean {
  const { over, negated } = operator
  const matches = (value: string) => comparisons.some((compare) => compare(value, keys)) !== negated
  if (over === undefined) return typeof found === 'string' && matches(found)
  const values = typeof found === 'string' ? [found] : found
  return over === 'all' ? values.every(matches) : values.some(matches)
}
