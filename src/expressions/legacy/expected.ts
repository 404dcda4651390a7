/**
 * Expected: conditions on a write, in two styles for each attribute: an operator with values, or
 * the older pair of Exists and Value, which tests for equality or for absence.
 */
import { checkAttributeName } from '../../model/attribute-name.js'
import { invalidParameter, type ServiceError } from '../../model/errors.js'
import type { RawAttributeValue } from '../../model/read-attribute-value.js'
import type { Condition } from '../condition.js'
import {
  checkConditionalOperator,
  combine,
  readLegacyCondition,
  valueCount,
  type ComparisonOperator,
  type ConditionalOperator,
} from './legacy-condition.js'

export interface ExpectedAttribute {
  readonly Value?: RawAttributeValue
  readonly Exists?: boolean
  readonly ComparisonOperator?: ComparisonOperator
  readonly AttributeValueList?: readonly RawAttributeValue[]
}

export function readExpected(
  expected: Readonly<Record<string, ExpectedAttribute>> | undefined,
  conditionalOperator: ConditionalOperator | undefined,
): Condition | undefined {
  const entries = Object.entries(expected ?? {})
  checkConditionalOperator(conditionalOperator, entries.length)
  const read = entries.map(([name, attribute]) => readAttribute(name, attribute))
  return combine(read, conditionalOperator)
}

function readAttribute(name: string, attribute: ExpectedAttribute): Condition {
  const { Value, Exists, ComparisonOperator, AttributeValueList } = attribute
  checkAttributeName(name)
  if (Value !== undefined && AttributeValueList !== undefined) {
    throw fault('Value and AttributeValueList cannot be used together', name)
  }
  if (ComparisonOperator === undefined) return readExistence(name, attribute)
  if (Exists !== undefined) {
    throw fault('Exists and ComparisonOperator cannot be used together', name)
  }
  const values = Value === undefined ? AttributeValueList : [Value]
  if (values === undefined && valueCount(ComparisonOperator) > 0) {
    throw fault(
      `Value or AttributeValueList must be used with ComparisonOperator: ${ComparisonOperator}`,
      name,
    )
  }
  return readLegacyCondition(name, ComparisonOperator, values ?? [])
}

function readExistence(name: string, attribute: ExpectedAttribute): Condition {
  const { Value, Exists, AttributeValueList } = attribute
  if (AttributeValueList !== undefined) {
    throw fault('AttributeValueList can only be used with a ComparisonOperator', name)
  }
  if (Exists === false) {
    if (Value !== undefined) throw fault('Value cannot be used when Exists is false', name)
    return { kind: 'not-exists', path: [name] }
  }
  // AWS: says null for an Exists that was not given.
  if (Value === undefined) {
    throw fault(`Value must be provided when Exists is ${Exists === true ? 'true' : 'null'}`, name)
  }
  return readLegacyCondition(name, 'EQ', [Value])
}

function fault(sentence: string, name: string): ServiceError {
  return invalidParameter(`${sentence} for Attribute: ${name}`, 'legacy-condition')
}
