/** Reads the condition of a write, in either of the two styles. */
import type {
  ConditionalOperator,
  ExpectedAttributeValue,
  ReturnValuesOnConditionCheckFailure,
} from '../../../api/generated/dynamodb-types.js'
import type { Condition } from '../../../expressions/condition.js'
import { readExpected } from '../../../expressions/legacy/expected.js'
import { readExpressions } from '../../../expressions/read-expressions.js'
import type { RawAttributeMap } from '../../../model/read-attribute-value.js'
import { refuseIdleSubstitutions, refuseMixedParameters } from './expression-parameters.js'

export interface ConditionInput {
  readonly Expected?: { readonly [name: string]: ExpectedAttributeValue }
  readonly ConditionalOperator?: ConditionalOperator
  readonly ConditionExpression?: string
  readonly ExpressionAttributeNames?: { readonly [name: string]: string }
  readonly ExpressionAttributeValues?: RawAttributeMap
  readonly ReturnValuesOnConditionCheckFailure?: ReturnValuesOnConditionCheckFailure
}

/** Refuses styles that cannot be combined, and substitutions that nothing could use. */
export function refuseConditionMisuse(input: ConditionInput): void {
  const { Expected, ConditionalOperator, ConditionExpression } = input
  refuseMixedParameters({ Expected, ConditionalOperator }, { ConditionExpression })
  refuseIdleSubstitutions(input, { ConditionExpression })
}

export function readCondition(input: ConditionInput): Condition | undefined {
  const expected = readExpected(input.Expected, input.ConditionalOperator)
  const { condition } = readExpressions({
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
    condition: input.ConditionExpression,
    valueReading: 'bare',
  })
  return condition ?? expected
}

export function showsItemOnFailure(input: ConditionInput): boolean {
  return input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
}
