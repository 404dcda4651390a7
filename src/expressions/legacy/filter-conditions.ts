/** QueryFilter and ScanFilter: conditions by attribute, joined by ConditionalOperator. */
import type { RawAttributeValue } from '../../model/read-attribute-value.js'
import type { Condition } from '../condition.js'
import {
  checkConditionalOperator,
  combine,
  readLegacyCondition,
  type ComparisonOperator,
  type ConditionalOperator,
} from './legacy-condition.js'

export interface FilterCondition {
  readonly ComparisonOperator: ComparisonOperator
  readonly AttributeValueList?: readonly RawAttributeValue[]
}

export function readFilterConditions(
  conditions: Readonly<Record<string, FilterCondition>> | undefined,
  conditionalOperator: ConditionalOperator | undefined,
): Condition | undefined {
  const entries = Object.entries(conditions ?? {})
  checkConditionalOperator(conditionalOperator, entries.length)
  const read = entries.map(([name, { ComparisonOperator, AttributeValueList }]) =>
    readLegacyCondition(name, ComparisonOperator, AttributeValueList ?? []),
  )
  return combine(read, conditionalOperator)
}
