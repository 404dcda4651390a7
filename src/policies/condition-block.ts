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
  /** The key in lower case. */
  readonly keyName: string
  readonly operator: Operator
  /** Values that match as they are: looked up instead of compared one by one. */
  readonly texts: ReadonlySet<string>
  /** Of all other values. */
  readonly comparisons: readonly Comparison[]
}

export function allHold(conditions: readonly PolicyCondition[], keys: RequestKeys): boolean {
  for (const condition of conditions) if (!holds(condition, keys)) return false
  return true
}

function holds(condition: PolicyCondition, keys: RequestKeys): boolean {
  const { operator, keyName, values } = condition
  const found = keys.get(keyName)
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
function matchesAll(condition: PolicyCondition, found: KeyValue, keys: RequestKeys): boolean {
  const { over, negated } = condition.operator
  if (typeof found === 'string') return isListed(condition, found, keys) !== negated
  if (over === undefined) return false
  // One that decides: for all, a value that does not match; for any, one that does.
  const deciding = over === 'any'
  for (const value of found) {
    if ((isListed(condition, value, keys) !== negated) === deciding) return deciding
  }
  return !deciding
}

function isListed(
  { texts, comparisons }: PolicyCondition,
  value: string,
  keys: RequestKeys,
): boolean {
  if (texts.has(value)) return true
  for (const compare of comparisons) if (compare(value, keys)) return true
  return false
}
