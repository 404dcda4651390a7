/** Refused condition expressions, on each operation that accepts one. */
import { describe } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkRefusals, type Refusal } from '../../support/expect.js'
import { prefixed } from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const key = { pk: { S: 'a' } }
const operations: readonly (readonly [string, Json])[] = [
  ['PutItem', { TableName: table, Item: key }],
  ['UpdateItem', { TableName: table, Key: key }],
  ['DeleteItem', { TableName: table, Key: key }],
]

const values: Readonly<Record<string, Json>> = {
  ':s': { S: 'abc' },
  ':n': { N: '1' },
  ':n2': { N: '2' },
  ':b': { B: 'AQID' },
  ':bool': { BOOL: true },
  ':null': { NULL: true },
  ':l': { L: [] },
  ':m': { M: {} },
  ':ss': { SS: ['a'] },
  ':ns': { NS: ['1'] },
  ':bs': { BS: ['AQ=='] },
  ':type': { S: 'STRING' },
}
const names: Readonly<Record<string, string>> = { '#a': 'a', '#b': 'b' }

const syntax = (token: string, near: string): string =>
  `Syntax error; token: "${token}", near: "${near}"`
const operand = (name: string, type: string): string =>
  `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`
const arity = (name: string, count: number): string =>
  `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${count}`
const same = (operator: string, path: string): string =>
  `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: [${path}]`
const misused = (name: string): string =>
  `The function is not allowed to be used this way in an expression; function: ${name}`
const needsPath = (name: string): string =>
  `Operator or function requires a document path; operator or function: ${name}`
const reserved = (word: string): string =>
  `Attribute name is a reserved keyword; reserved keyword: ${word}`
const undefinedName = (name: string): string =>
  `An expression attribute name used in the document path is not defined; attribute name: ${name}`
const undefinedValue = (name: string): string =>
  `An expression attribute value used in expression is not defined; attribute value: ${name}`
const bounds = (lower: string, upper: string): string =>
  `lower bound operand: AttributeValue: {${lower}}, upper bound operand: AttributeValue: {${upper}}`
const repeat = (count: number, part: string, joiner: string): string =>
  Array.from({ length: count }, () => part).join(joiner)

type Fault = readonly [expression: string, sentence: string | RegExp, name?: string]

const faults: readonly Fault[] = [
  ['', 'The expression can not be empty;', 'an empty text'],
  ['a', syntax('<EOF>', 'a')],
  ['a b', syntax('b', 'a b')],
  ['a = = :n', syntax('=', '= = :n')],
  ['a = 1', syntax('1', '= 1')],
  ['a = :n)', syntax(')', ':n)')],
  ['(a = :n', syntax('<EOF>', ':n')],
  ['a = :n AND', syntax('<EOF>', 'AND')],
  ['a = :n extra words', syntax('extra', ':n extra words')],
  ['AND a = :n', syntax('AND', 'AND a')],
  ['a IN ()', syntax(')', '()')],
  ['a BETWEEN :n', syntax('<EOF>', ':n')],
  ['a[:n] = :n', syntax(':n', '[:n]')],
  ['a..b = :n', syntax('.', '..b')],
  ['a[-1] = :n', /Syntax error; token: "-", near: "/],
  ['((a = :n))', 'The expression has redundant parentheses;'],
  ['((a = :n)) AND', 'The expression has redundant parentheses;'],
  [
    repeat(151, 'a=:n', ' OR '),
    'The expression contains too many operators; operator count: 301',
    '301 operators',
  ],
  [
    `a IN (${repeat(101, ':n', ',')})`,
    /^The IN operator is provided with too many operands; number of operands: \d+$/,
    'IN of 101 operands',
  ],
  ['a[2147483648] = :n', 'List index is not within the allowable range; index: [2147483648]'],
  [
    `${repeat(33, 'a', '.')} = :n`,
    /^The document path has too many nesting levels; nesting levels: \d+$/,
    'a path of 33 levels',
  ],
  ['size = :n', reserved('size')],
  ['Name = :n', reserved('Name')],
  ['a.count = :n', reserved('count')],
  ['attribute_exists(status)', reserved('status')],
  ['exists(a)', 'Invalid function name; function: exists'],
  ['Attribute_Exists(a)', 'Invalid function name; function: Attribute_Exists'],
  ['BEGINS_WITH(a, :s)', 'Invalid function name; function: BEGINS_WITH'],
  ['if_not_exists(a, :n) = :n', /^The function is not allowed .*; function: if_not_exists$/],
  ['attribute_exists(a) = :bool', misused('attribute_exists')],
  ['contains(a, begins_with(b, :s))', misused('begins_with')],
  ['size(a)', misused('size')],
  ['attribute_exists(a, b)', arity('attribute_exists', 2)],
  ['attribute_not_exists(a, :n)', arity('attribute_not_exists', 2)],
  ['attribute_type(a)', arity('attribute_type', 1)],
  ['begins_with(a)', arity('begins_with', 1)],
  ['begins_with(a, :s, :s)', arity('begins_with', 3)],
  ['contains(a)', arity('contains', 1)],
  ['size(a, b) = :n', arity('size', 2)],
  ['#c = :n', undefinedName('#c')],
  ['a.#c = :n', undefinedName('#c')],
  ['a = :nobody', undefinedValue(':nobody')],
  ['attribute_type(a, :nobody)', undefinedValue(':nobody')],
  ['a = a', same('=', 'a')],
  ['#a = a', same('=', 'a')],
  ['a.b[0] < a.b[0]', same('<', 'a, b, [0]')],
  ['a BETWEEN a AND :n', same('BETWEEN', 'a')],
  ['a IN (:n, a)', same('IN', 'a')],
  ['contains(a, a)', same('contains', 'a')],
  ['begins_with(a, a)', same('begins_with', 'a')],
  ['attribute_exists(:n)', needsPath('attribute_exists')],
  ['attribute_not_exists(:n)', needsPath('attribute_not_exists')],
  ['attribute_type(size(a), :s)', needsPath('attribute_type')],
  ...(['<', '<=', '>', '>='] as const).flatMap((operator): readonly Fault[] => [
    [`a ${operator} :bool`, operand(operator, 'BOOL')],
    [`a ${operator} :null`, operand(operator, 'NULL')],
    [`a ${operator} :l`, operand(operator, 'L')],
    [`a ${operator} :m`, operand(operator, 'M')],
    [`a ${operator} :ss`, operand(operator, 'SS')],
    [`a ${operator} :ns`, operand(operator, 'NS')],
    [`a ${operator} :bs`, operand(operator, 'BS')],
  ]),
  ['a BETWEEN :bool AND :bool', operand('BETWEEN', 'BOOL')],
  ['begins_with(a, :n)', operand('begins_with', 'N')],
  ['begins_with(a, :l)', operand('begins_with', 'L')],
  ['size(:n) = :n', operand('size', 'N')],
  ['size(:bool) = :n', operand('size', 'BOOL')],
  ['size(:null) = :n', operand('size', 'NULL')],
  ['attribute_type(a, :n)', operand('attribute_type', 'N')],
  // AWS: the set of valid types is printed in an order that has changed.
  [
    'attribute_type(a, :type)',
    /^Invalid attribute type name found; type: STRING, valid types: \{[A-Z,]+\}$/,
  ],
  [
    'a BETWEEN :s AND :n',
    `The BETWEEN operator requires same data type for lower and upper bounds; ${bounds('S:abc', 'N:1')}`,
  ],
  [
    'a BETWEEN :n2 AND :n',
    `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${bounds('N:2', 'N:1')}`,
  ],
]

const precedence: readonly Fault[] = [
  ['((exists(a)))', 'The expression has redundant parentheses;', 'parentheses before functions'],
  ['size = :n AND exists(a)', 'Invalid function name; function: exists', 'functions before words'],
  ['size = :n AND size(a)', misused('size'), 'misuse before reserved words'],
  ['a = :nobody AND size = :n', reserved('size'), 'reserved words before undefined values'],
  ['a = :nobody AND #c = :n', undefinedValue(':nobody'), 'the left condition before the right'],
  ['a = a AND b = :nobody', same('=', 'a'), 'distinct operands on the left before the right'],
  ['begins_with(a, :n, :nobody)', undefinedValue(':nobody'), 'undefined before arity'],
]

function used<T>(all: Readonly<Record<string, T>>, expression: string): Json | undefined {
  const tokens = expression.match(/[#:][A-Za-z0-9_]+/g) ?? []
  const known = tokens.filter((token) => token in all).map((token) => [token, all[token]] as const)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

function rowOf([expression, sentence, name]: Fault): Refusal {
  const opening = prefixed('Invalid ConditionExpression: ')
  const message =
    typeof sentence === 'string'
      ? opening + sentence
      : new RegExp(`^${opening}${sentence.source.replace(/^\^/, '')}`)
  const input = {
    ConditionExpression: expression,
    ExpressionAttributeNames: used(names, expression),
    ExpressionAttributeValues: used(values, expression),
  }
  return [name ?? expression, input, message]
}

for (const [operation, base] of operations) {
  describe(`${operation} refuses a condition:`, () => {
    checkRefusals(client, operation, base, faults.map(rowOf))
  })
}

describe('of several faults in a condition, it reports', () => {
  const [operation, base] = operations[0]!
  checkRefusals(client, operation, base, precedence.map(rowOf))
})
