/** Key conditions: their forms, what they find, and each sentence that refuses one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkRefusals, type Refusal } from '../../support/expect.js'
import { B, N, pageOf, putAll, S, textsOf, type Item } from '../../support/items.js'
import * as say from '../../support/sentences.js'
import { composite, indexed, partitionOnly } from '../../support/tables.js'

const client = await connect()
const [strings, numbers, binaries, single, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(composite('S', 'N')),
  client.createTable(composite('S', 'B')),
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])

const all: Item = {
  ':p': S('p'),
  ':s': S('b'),
  ':t': S('d'),
  ':e': S(''),
  ':n': N(2),
  ':m': N(10),
  ':b': B('AQ=='),
  ':bool': { BOOL: true },
  ':set': { SS: ['a'] },
}
/** A key condition with exactly the names and values it mentions. */
function condition(expression: string): Json {
  const used = (pattern: RegExp): readonly string[] => [...new Set(expression.match(pattern))]
  const names = used(/#\w+/g).map((name) => [name, name.slice(1)])
  const values = used(/:\w+/g).flatMap((name) => (name in all ? [[name, all[name]]] : []))
  return {
    KeyConditionExpression: expression,
    ...(names.length > 0 ? { ExpressionAttributeNames: Object.fromEntries(names) } : {}),
    ...(values.length > 0 ? { ExpressionAttributeValues: Object.fromEntries(values) } : {}),
  }
}
const invalid = (sentence: string): string => `Invalid KeyConditionExpression: ${sentence}`

const ready = Promise.all([
  putAll(
    client,
    strings,
    ['a', 'b', 'ba', 'bb', 'c', 'd', 'e'].map((sk) => ({ pk: S('p'), sk: S(sk) })),
  ),
  putAll(
    client,
    numbers,
    [-1, 0, 2, 9, 10, 11].map((sk) => ({ pk: S('p'), sk: N(sk) })),
  ),
  putAll(
    client,
    binaries,
    ['AA==', 'AQ==', 'AQI=', '/w=='].map((sk) => ({ pk: S('p'), sk: B(sk) })),
  ),
])

describe('a key condition finds', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    [strings, 'pk = :p', ['a', 'b', 'ba', 'bb', 'c', 'd', 'e']],
    [strings, ':p = pk', ['a', 'b', 'ba', 'bb', 'c', 'd', 'e']],
    [strings, 'pk = :p AND sk = :s', ['b']],
    [strings, 'sk = :s AND pk = :p', ['b']],
    [strings, 'pk = :p AND :s = sk', ['b']],
    [strings, 'pk = :p AND sk < :s', ['a']],
    [strings, 'pk = :p AND sk <= :s', ['a', 'b']],
    [strings, 'pk = :p AND sk > :s', ['ba', 'bb', 'c', 'd', 'e']],
    [strings, 'pk = :p AND sk >= :s', ['b', 'ba', 'bb', 'c', 'd', 'e']],
    [strings, 'pk = :p AND :s > sk', ['a']],
    [strings, 'pk = :p AND :s >= sk', ['a', 'b']],
    [strings, 'pk = :p AND :s < sk', ['ba', 'bb', 'c', 'd', 'e']],
    [strings, 'pk = :p AND :s <= sk', ['b', 'ba', 'bb', 'c', 'd', 'e']],
    [strings, 'pk = :p AND sk BETWEEN :s AND :t', ['b', 'ba', 'bb', 'c', 'd']],
    [strings, 'pk = :p AND sk BETWEEN :s AND :s', ['b']],
    [strings, 'pk = :p AND begins_with(sk, :s)', ['b', 'ba', 'bb']],
    [strings, 'begins_with(#sk, :s) and #pk = :p', ['b', 'ba', 'bb']],
    [strings, '(pk = :p)', ['a', 'b', 'ba', 'bb', 'c', 'd', 'e']],
    [strings, '(pk = :p) AND (sk = :s)', ['b']],
    [strings, '(pk = :p AND sk = :s)', ['b']],
    [strings, '(sk BETWEEN :s AND :t) AND pk = :p', ['b', 'ba', 'bb', 'c', 'd']],
    [strings, 'pk=:p and sk between :s and :t', ['b', 'ba', 'bb', 'c', 'd']],
    [numbers, 'pk = :p AND sk < :n', ['-1', '0']],
    [numbers, 'pk = :p AND sk BETWEEN :n AND :m', ['2', '9', '10']],
    [numbers, 'pk = :p AND sk >= :m', ['10', '11']],
    [binaries, 'pk = :p AND begins_with(sk, :b)', ['AQ==', 'AQI=']],
    [binaries, 'pk = :p AND sk > :b', ['AQI=', '/w==']],
  ]
  for (const [TableName, expression, keys] of rows) {
    it(`${keys.length} by ${expression}`, async () => {
      await ready
      const page = await pageOf(client, 'Query', { TableName, ...condition(expression) })
      assert.deepEqual(textsOf(page.Items, 'sk'), keys)
    })
  }
})

const refusals = (rows: readonly (readonly [string, string | RegExp])[]): readonly Refusal[] =>
  rows.map(([expression, message]) => [expression, condition(expression), message])

describe('a key condition may not use', () => {
  const operator = (name: string): string =>
    invalid(`Invalid operator used in KeyConditionExpression: ${name}`)
  const nested = invalid('KeyConditionExpressions cannot contain nested operations')
  const first = (name: string): string =>
    invalid(
      `Invalid condition in KeyConditionExpression: ${name} operator must have the key attribute as its first operand`,
    )
  const several = invalid(
    'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
  )
  const path = invalid('KeyConditionExpressions cannot have conditions on nested attributes')
  const none = invalid('Invalid condition in KeyConditionExpression: No key attribute specified')
  const once = invalid('KeyConditionExpressions must only contain one condition per key')
  checkRefusals(
    client,
    'Query',
    { TableName: strings },
    refusals([
      ['pk = :p OR sk = :s', operator('OR')],
      ['pk = :p AND NOT sk = :s', operator('NOT')],
      ['NOT pk = :p', operator('NOT')],
      ['pk IN (:p, :s)', operator('IN')],
      ['pk = :p AND sk <> :s', operator('<>')],
      ['attribute_exists(pk)', operator('attribute_exists')],
      ['pk = :p AND attribute_not_exists(sk)', operator('attribute_not_exists')],
      ['pk = :p AND contains(sk, :s)', operator('contains')],
      ['pk = :p AND size(sk) > :n', nested],
      ['pk = :p AND sk > size(a)', nested],
      ['pk = :p AND sk BETWEEN size(a) AND size(b)', nested],
      ['pk = :p AND :s BETWEEN sk AND :t', first('BETWEEN')],
      ['pk = :p AND begins_with(:s, sk)', first('begins_with')],
      ['pk = :p AND sk > a', several],
      ['pk = :p AND begins_with(sk, a)', several],
      ['pk = :p AND sk BETWEEN a AND :t', several],
      ['pk = :p AND sk.a = :s', path],
      ['pk[0] = :p', path],
      ['pk = :p AND #sk.#a = :s', path],
      [':p = :s AND pk = :p', none],
      ['pk = :p AND sk > :s AND sk < :t', once],
      ['pk = :p AND pk = :s', once],
      ['(pk = :p AND sk = :s) AND (#sk = :t AND a = :s)', once],
    ]),
  )
  checkRefusals(client, 'Query', { TableName: strings }, [
    [
      'attribute_type',
      {
        KeyConditionExpression: 'attribute_type(pk, :type)',
        ExpressionAttributeValues: { ':type': S('S') },
      },
      operator('attribute_type'),
    ],
  ])
})

describe('a key condition is parsed like other conditions', () => {
  checkRefusals(
    client,
    'Query',
    { TableName: strings },
    refusals([
      ['', invalid('The expression can not be empty;')],
      ['pk = ', invalid('Syntax error; token: "<EOF>", near: "="')],
      ['pk == :p', invalid('Syntax error; token: "=", near: "== :p"')],
      ['((pk = :p))', invalid('The expression has redundant parentheses;')],
      ['((pk = :p)) AND ((sk = :s))', invalid('The expression has redundant parentheses;')],
      ['pk = :p AND Begins_With(sk, :s)', invalid('Invalid function name; function: Begins_With')],
      [
        'pk = :p AND hash = :s',
        invalid('Attribute name is a reserved keyword; reserved keyword: hash'),
      ],
      [
        'pk = :nowhere',
        invalid(
          'An expression attribute value used in expression is not defined; attribute value: :nowhere',
        ),
      ],
      [
        'pk = :p AND begins_with(sk)',
        invalid(
          'Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 1',
        ),
      ],
      [
        'pk = :p AND sk BETWEEN :t AND :s',
        invalid(
          'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:d}, upper bound operand: AttributeValue: {S:b}',
        ),
      ],
      [
        'pk = :p AND sk BETWEEN :s AND :n',
        invalid(
          'The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {N:2}',
        ),
      ],
    ]),
  )
  checkRefusals(client, 'Query', { TableName: strings }, [
    [
      'with names that are not defined',
      { KeyConditionExpression: '#k = :p', ExpressionAttributeValues: { ':p': S('p') } },
      invalid(
        'An expression attribute name used in the document path is not defined; attribute name: #k',
      ),
    ],
  ])
})

// AWS: an operand that no key could have is a fault in the expression; one that this key cannot
// have is a fault against the schema.
describe('a key condition refuses operands', () => {
  const operand = (operator: string, type: string): string =>
    invalid(
      `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
    )
  checkRefusals(
    client,
    'Query',
    { TableName: strings },
    refusals([
      ['pk = :p AND begins_with(sk, :n)', operand('begins_with', 'N')],
      ['pk = :p AND begins_with(sk, :bool)', operand('begins_with', 'BOOL')],
      ['pk = :p AND sk < :bool', operand('<', 'BOOL')],
      ['pk = :p AND :bool >= sk', operand('>=', 'BOOL')],
      ['pk = :p AND sk BETWEEN :bool AND :bool', operand('BETWEEN', 'BOOL')],
      ['pk = :p AND sk > :set', operand('>', 'SS')],
      ['pk = :p AND sk = :bool', say.conditionType],
      ['pk = :p AND sk = :n', say.conditionType],
      ['pk = :p AND sk BETWEEN :n AND :m', say.conditionType],
      ['pk = :p AND begins_with(sk, :b)', say.conditionType],
      ['pk = :n', say.conditionType],
      ['pk = :set', say.conditionType],
      ['pk = :e', say.emptyKey('pk')],
      ['pk = :p AND sk = :e', say.emptyKey('sk')],
    ]),
  )
  checkRefusals(
    client,
    'Query',
    { TableName: numbers },
    refusals([
      ['pk = :p AND begins_with(sk, :n)', operand('begins_with', 'N')],
      ['pk = :p AND begins_with(sk, :s)', say.conditionType],
    ]),
  )
})

describe('a key condition needs the keys', () => {
  checkRefusals(
    client,
    'Query',
    { TableName: strings },
    refusals([
      ['sk = :s', say.missedKey('pk')],
      ['a = :s', say.missedKey('pk')],
      ['pk = :p AND a = :s', say.missedKey('sk')],
      ['a = :s AND b = :t', say.missedKey('pk')],
      ['pk > :p', say.unsupportedKeyCondition],
      ['pk <= :p AND sk = :s', say.unsupportedKeyCondition],
      [':p < pk', say.unsupportedKeyCondition],
      ['begins_with(pk, :p)', say.unsupportedKeyCondition],
      ['pk BETWEEN :p AND :p', say.unsupportedKeyCondition],
      ['pk = :p AND sk > :s AND a = :t', say.tooManyKeyConditions(3, 2)],
    ]),
  )
  // AWS: the newer sentence compares the number of conditions with the key; the older one did not.
  const two = say.anyOf(say.unsupportedKeyCondition, say.tooManyKeyConditions(2, 1))
  checkRefusals(
    client,
    'Query',
    { TableName: single },
    refusals([
      ['pk = :p AND sk = :s', two],
      ['a = :p AND b = :s', two],
      ['a = :p', say.missedKey('pk')],
    ]),
  )
  checkRefusals(
    client,
    'Query',
    { TableName: withIndexes, IndexName: 'by-local' },
    refusals([
      ['pk = :p AND sk = :s', say.missedKey('local')],
      ['#local = :s', say.missedKey('pk')],
    ]),
  )
  checkRefusals(
    client,
    'Query',
    { TableName: withIndexes, IndexName: 'by-global' },
    refusals([
      ['pk = :p', say.missedKey('global')],
      ['#global > :s', say.unsupportedKeyCondition],
      ['#global = :s AND pk = :p', two],
    ]),
  )
})

describe('KeyConditions refuse', () => {
  const conditions = (KeyConditions: Json): Json => ({ KeyConditions })
  const is = (ComparisonOperator: string, ...AttributeValueList: readonly Json[]): Json => ({
    ComparisonOperator,
    ...(AttributeValueList.length > 0 ? { AttributeValueList } : {}),
  })
  const pk = is('EQ', S('p'))
  const count = (operator: string): string =>
    say.invalid(`Invalid number of argument(s) for the ${operator} ComparisonOperator`)
  const type = (operator: string, letter: string): string =>
    say.invalid(`ComparisonOperator ${operator} is not valid for ${letter} AttributeValue type`)
  checkRefusals(client, 'Query', { TableName: strings }, [
    ['a value without a type', conditions({ pk: is('EQ', {}) }), say.emptyValue],
    ['no number', conditions({ pk: is('EQ', N('x')) }), say.notANumber('x')],
    [
      'a string twice',
      conditions({ pk: is('EQ', { SS: ['a', 'a'] }) }),
      say.duplicateStrings('a', 'a'),
    ],
    ['EQ without a value', conditions({ pk: is('EQ') }), count('EQ')],
    ['EQ of two values', conditions({ pk: is('EQ', S('a'), S('b')) }), count('EQ')],
    ['BETWEEN of one value', conditions({ pk, sk: is('BETWEEN', S('a')) }), count('BETWEEN')],
    ['IN of none', conditions({ pk, sk: is('IN') }), count('IN')],
    ['NULL of one', conditions({ pk, sk: is('NULL', S('a')) }), count('NULL')],
    [
      'values of two types',
      conditions({ pk, sk: is('BETWEEN', S('a'), N(1)) }),
      say.invalid('AttributeValues inside AttributeValueList must be of same type'),
    ],
    ...['LT', 'LE', 'GT', 'GE', 'IN'].flatMap((operator) =>
      (
        [
          ['BOOL', { BOOL: true }],
          ['NULL', { NULL: true }],
          ['SS', { SS: ['a'] }],
          ['M', { M: {} }],
          ['L', { L: [] }],
        ] as const
      ).map(([letter, value]): Refusal => [
        `${operator} of ${letter}`,
        conditions({ pk, sk: is(operator, value) }),
        type(operator, letter),
      ]),
    ),
    ['BEGINS_WITH of N', conditions({ pk, sk: is('BEGINS_WITH', N(1)) }), type('BEGINS_WITH', 'N')],
    [
      'CONTAINS of SS',
      conditions({ pk, sk: is('CONTAINS', { SS: ['a'] }) }),
      type('CONTAINS', 'SS'),
    ],
    [
      'bounds the wrong way round',
      conditions({ pk, sk: is('BETWEEN', S('b'), S('a')) }),
      'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
    ],
    ['none at all', conditions({}), 'Conditions can be of length 1 or 2 only'],
    ['a missing partition key', conditions({ sk: pk }), say.missedKey('pk')],
    ['an attribute that is not a key', conditions({ pk, a: pk }), say.missedKey('sk')],
    ...['NULL', 'NOT_NULL'].map((operator): Refusal => [
      `${operator} of a key`,
      conditions({ pk, sk: is(operator) }),
      say.notIndexable,
    ]),
    ...['NE', 'CONTAINS', 'NOT_CONTAINS', 'IN'].map((operator): Refusal => [
      `${operator} of a key`,
      conditions({ pk, sk: is(operator, S('a')) }),
      say.notIndexable,
    ]),
    ['a value of another type', conditions({ pk, sk: is('EQ', N(1)) }), say.conditionType],
    ['a partition key by LT', conditions({ pk: is('LT', S('a')) }), say.unsupportedKeyCondition],
    ['an empty value', conditions({ pk: is('EQ', S('')) }), say.emptyKey('pk')],
  ])
  checkRefusals(client, 'Query', { TableName: single }, [
    ['NE of a partition key', conditions({ pk: is('NE', S('a')) }), say.notIndexable],
  ])
})
