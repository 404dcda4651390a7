import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError } from '../model/errors.js'
import { readKeyConditions } from './key-conditions.js'
import { readLegacyKeyConditions } from './legacy/key-conditions.js'
import { readExpressions } from './read-expressions.js'

/** The conditions in short form, or the sentence that refuses them. */
function outcome(text: string): string {
  const all = { ':a': { S: 'a' }, ':b': { S: 'b' }, ':n': { N: '1' } }
  const values = Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(name)))
  try {
    const { keyCondition } = readExpressions({
      keyCondition: text,
      ...(Object.keys(values).length > 0 && { values }),
    })
    return readKeyConditions(keyCondition!)
      .map(({ attribute, kind }) => `${attribute} ${kind}`)
      .join(', ')
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

const fault = (sentence: string): string => `Invalid KeyConditionExpression: ${sentence}`
const invalidOperator = (operator: string): string =>
  fault(`Invalid operator used in KeyConditionExpression: ${operator}`)
const invalidCondition = (sentence: string): string =>
  fault(`Invalid condition in KeyConditionExpression: ${sentence}`)
const first = (operator: string): string =>
  invalidCondition(`${operator} operator must have the key attribute as its first operand`)
const nested = fault('KeyConditionExpressions cannot contain nested operations')
const twice = fault('KeyConditionExpressions must only contain one condition per key')

describe('a key condition expression', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['p = :a', 'p ='],
    ['(p = :a) AND (s <= :b)', 'p =, s <='],
    [':a = p AND :b <= s', 'p =, s >='],
    [':b < s AND :a > p', 's >, p <'],
    ['p = :a AND s BETWEEN :a AND :b', 'p =, s between'],
    ['begins_with(s, :a) AND p = :a AND q > :n', 's begins-with, p =, q >'],
    ['p = :a OR s = :b', invalidOperator('OR')],
    ['NOT p = :a', invalidOperator('NOT')],
    ['p IN (:a)', invalidOperator('IN')],
    ['p <> :a', invalidOperator('<>')],
    ['attribute_exists(p)', invalidOperator('attribute_exists')],
    ['attribute_not_exists(p)', invalidOperator('attribute_not_exists')],
    ['contains(p, :a)', invalidOperator('contains')],
    ['size(p) = :n', nested],
    ['size(p) BETWEEN :n AND :n', nested],
    [':a BETWEEN :a AND p', first('BETWEEN')],
    ['begins_with(:a, p)', first('begins_with')],
    ['p = s', invalidCondition('Multiple attribute names used in one condition')],
    ['p > s.q', invalidCondition('Multiple attribute names used in one condition')],
    ['p.q > s', fault('KeyConditionExpressions cannot have conditions on nested attributes')],
    ['p > size(s)', nested],
    ['p BETWEEN s AND size(p)', invalidCondition('Multiple attribute names used in one condition')],
    [':a = :b', invalidCondition('No key attribute specified')],
    ['p.q = :a', fault('KeyConditionExpressions cannot have conditions on nested attributes')],
    ['p[0] = :a', fault('KeyConditionExpressions cannot have conditions on nested attributes')],
    ['p = :a AND p = :b', twice],
    ['p = :a AND s > :a AND s < :b', twice],
    ['p = :a AND (s > :a AND (q < :b OR q > :a))', invalidOperator('OR')],
    ['Begins_With(p, :a)', fault('Invalid function name; function: Begins_With')],
  ]
  for (const [text, expected] of rows) it(text, () => assert.equal(outcome(text), expected))

  it('may be nested as deeply as any expression', () => {
    assert.equal(outcome('('.repeat(2000) + 'p = :a' + ')'.repeat(2000)).slice(0, 8), 'Invalid ')
  })
})

describe('KeyConditions', () => {
  const one = (ComparisonOperator: 'EQ' | 'NE' | 'NULL', count = 1) => ({
    ComparisonOperator,
    AttributeValueList: Array(count).fill({ S: 'a' }) as { S: string }[],
  })

  it('leave operators that cannot select by key to the caller that knows the key', () => {
    const read = readLegacyKeyConditions({ p: one('EQ'), s: one('NE') }, 2)
    assert.deepEqual(
      read.map(({ kind }) => kind),
      ['=', 'not-indexable'],
    )
    assert.equal(readLegacyKeyConditions({ p: one('NULL', 0) }, 2)[0]?.kind, 'not-indexable')
  })

  it('are one or two, or as many as an index key can have parts', () => {
    const message = 'Conditions can be of length 1 or 2 only'
    const three = { p: one('EQ'), q: one('EQ'), r: one('EQ') }
    assert.throws(() => readLegacyKeyConditions({}, 2), { message })
    assert.throws(() => readLegacyKeyConditions(three, 2), { message })
    assert.equal(readLegacyKeyConditions(three, 8).length, 3)
  })
})
