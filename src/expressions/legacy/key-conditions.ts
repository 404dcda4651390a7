/** KeyConditions: the older way to select by key. */
import { validation } from '../../model/errors.js'
import type { Condition } from '../condition.js'
import type { KeyCondition } from '../key-conditions.js'
import type { FilterCondition } from './filter-conditions.js'
import { readLegacyCondition } from './legacy-condition.js'

/** AWS: more conditions than any key could use are refused before the schema is looked at. */
export function readLegacyKeyConditions(
  conditions: Readonly<Record<string, FilterCondition>>,
  conditionsMax: number,
): readonly KeyCondition[] {
  const read = Object.entries(conditions).map(
    ([name, { ComparisonOperator, AttributeValueList }]) =>
      toKeyCondition(name, readLegacyCondition(name, ComparisonOperator, AttributeValueList ?? [])),
  )
  if (read.length === 0 || read.length > conditionsMax) {
    throw validation('Conditions can be of length 1 or 2 only')
  }
  return read
}

function toKeyCondition(attribute: string, condition: Condition): KeyCondition {
  if (condition.kind === 'comparison' && condition.right.kind === 'value') {
    const { comparator, right } = condition
    if (comparator !== '<>') return { kind: comparator, attribute, value: right.value }
  }
  if (condition.kind === 'begins-with' && condition.prefix.kind === 'value') {
    return { kind: 'begins-with', attribute, value: condition.prefix.value }
  }
  if (condition.kind === 'between') {
    const { lower, upper } = condition
    if (lower.kind === 'value' && upper.kind === 'value') {
      return { kind: 'between', attribute, lower: lower.value, upper: upper.value }
    }
  }
  return { kind: 'not-indexable', attribute }
}
