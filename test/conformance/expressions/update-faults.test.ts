/** Update expressions that are refused before any item is read. */
import { describe } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkAccepted, checkRefusals, type Refusal } from '../../support/expect.js'
import { prefixed } from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const base = { TableName: table, Key: { pk: { S: 'a' } } }

const values: Readonly<Record<string, Json>> = {
  ':s': { S: 'abc' },
  ':n': { N: '1' },
  ':b': { B: 'AQID' },
  ':bool': { BOOL: true },
  ':null': { NULL: true },
  ':l': { L: [] },
  ':m': { M: {} },
  ':ss': { SS: ['a'] },
}
const names: Readonly<Record<string, string>> = { '#a': 'a', '#dot': 'a.b' }

const syntax = (token: string, near: string): string =>
  `Syntax error; token: "${token}", near: "${near}"`
const operand = (name: string, type: string): string =>
  `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`
const section = (name: string, type: string): string =>
  `Incorrect operand type for operator or function; operator: ${name}, operand type: ${type}, typeSet: ALLOWED_FOR_ADD_OPERAND`
const arity = (name: string, count: number): string =>
  `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${count}`
const twice = (name: string): string =>
  `The "${name}" section can only be used once in an update expression;`
const paths = (verb: string, one: string, two: string): string =>
  `Two document paths ${verb} with each other; must remove or rewrite one of these paths; path one: [${one}], path two: [${two}]`
const reserved = (word: string): string =>
  `Attribute name is a reserved keyword; reserved keyword: ${word}`
const undefinedName = (name: string): string =>
  `An expression attribute name used in the document path is not defined; attribute name: ${name}`
const undefinedValue = (name: string): string =>
  `An expression attribute value used in expression is not defined; attribute value: ${name}`

type Fault = readonly [expression: string, sentence: string | RegExp, name?: string]

const faults: readonly Fault[] = [
  ['', 'The expression can not be empty;', 'an empty text'],
  ['SET', syntax('<EOF>', 'SET')],
  ['INVALID SYNTAX HERE', syntax('INVALID', 'INVALID SYNTAX')],
  ['a = :n', syntax('a', 'a =')],
  ['SET a :n', syntax(':n', 'a :n')],
  ['SET a = :n,', syntax('<EOF>', ',')],
  ['SET a = :n b = :n', syntax('b', ':n b =')],
  ['SET a = 1', syntax('1', '= 1')],
  ['SET :n = a', syntax(':n', 'SET :n =')],
  ['REMOVE a b', syntax('b', 'a b')],
  ['REMOVE a = :n', syntax('=', 'a = :n')],
  ['ADD a = :n', syntax('=', 'a = :n')],
  ['ADD a', syntax('<EOF>', 'a')],
  ['DELETE a b', syntax('b', 'a b')],
  ['SET a = :n + :n + :n', syntax('+', ':n + :n')],
  ['SET size = :n', reserved('size')],
  ['SET a.name = :n', reserved('name')],
  ['REMOVE Status', reserved('Status')],
  ['ADD count :n', reserved('count')],
  ['SET a = foo(:n)', 'Invalid function name; function: foo'],
  ['SET a = IF_NOT_EXISTS(a, :n)', 'Invalid function name; function: IF_NOT_EXISTS'],
  ['SET a = size(b)', /^The function is not allowed .*; function: size$/],
  ['SET a = attribute_exists(b)', /^The function is not allowed .*; function: attribute_exists$/],
  ['SET a = list_append(b, :l) + :n', /^The function is not allowed .*; function: list_append$/],
  ['SET a = :n SET b = :n', twice('SET')],
  ['REMOVE a REMOVE b', twice('REMOVE')],
  ['ADD a :n ADD b :n', twice('ADD')],
  ['DELETE a :ss REMOVE b DELETE c :ss', twice('DELETE')],
  ['SET #c = :n', undefinedName('#c')],
  ['REMOVE a.#c', undefinedName('#c')],
  ['SET a = #c', undefinedName('#c')],
  ['SET a = :nobody', undefinedValue(':nobody')],
  ['ADD a :nobody', undefinedValue(':nobody')],
  ['SET a = if_not_exists(a)', arity('if_not_exists', 1)],
  ['SET a = if_not_exists(a, :n, :n)', arity('if_not_exists', 3)],
  ['SET a = list_append(a)', arity('list_append', 1)],
  ['SET a = list_append(a, :l, :l)', arity('list_append', 3)],
  [
    'SET a = if_not_exists(:n, :n)',
    'Operator or function requires a document path; operator or function: if_not_exists',
  ],
  [
    'SET b = if_not_exists(a, a)',
    'The first operand must be distinct from the remaining operands for this operator or function; operator: if_not_exists, first operand: [a]',
  ],
  ['SET a = :s + :n', operand('+', 'S')],
  ['SET a = a + :ss', operand('+', 'SS')],
  ['SET a = a - :bool', operand('-', 'BOOL')],
  ['SET a = list_append(a, :n)', operand('list_append', 'N')],
  ['SET a = list_append(:m, a)', operand('list_append', 'M')],
  ['ADD a :s', section('ADD', 'STRING')],
  ['ADD a :b', section('ADD', 'BINARY')],
  ['ADD a :bool', section('ADD', 'BOOL')],
  ['ADD a :null', section('ADD', 'NULL')],
  ['ADD a :l', section('ADD', 'LIST')],
  ['ADD a :m', section('ADD', 'MAP')],
  ['DELETE a :s', section('DELETE', 'STRING')],
  ['DELETE a :n', section('DELETE', 'NUMBER')],
  ['SET a = :n, a = :s', paths('overlap', 'a', 'a')],
  ['SET a = :n, #a = :s', paths('overlap', 'a', 'a')],
  ['SET a = :n REMOVE a.b', paths('overlap', 'a', 'a, b')],
  ['SET a.b = :n, a = :n', paths('overlap', 'a, b', 'a')],
  ['SET a.b[0].c = :n, a.b[0] = :n', paths('overlap', 'a, b, [0], c', 'a, b, [0]')],
  ['SET a.b = :n, a[0] = :n', paths('conflict', 'a, b', 'a, [0]')],
  ['SET a[2147483648] = :n', 'List index is not within the allowable range; index: [2147483648]'],
  [
    `SET ${Array.from({ length: 33 }, () => 'a').join('.')} = :n`,
    /^The document path has too many nesting levels; nesting levels: \d+$/,
    'a path of 33 levels',
  ],
]

const precedence: readonly Fault[] = [
  ['SET size = foo(:n)', reserved('size'), 'reserved words before unknown functions'],
  [
    'SET a = foo(:n) SET b = :n',
    'Invalid function name; function: foo',
    'functions before sections',
  ],
  ['SET #c = :n SET b = :n', twice('SET'), 'a section twice before undefined names'],
  ['SET a = :n, a = :n, #c = :n', undefinedName('#c'), 'undefined names before overlap'],
  ['SET a = :n, a = :nobody', paths('overlap', 'a', 'a'), 'overlap before undefined values'],
  ['SET a = :nobody ADD b :s', undefinedValue(':nobody'), 'undefined values before types'],
]

function used<T>(all: Readonly<Record<string, T>>, expression: string): Json | undefined {
  const tokens = expression.match(/[#:][A-Za-z0-9_]+/g) ?? []
  const known = tokens.filter((token) => token in all).map((token) => [token, all[token]] as const)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

function inputOf(expression: string): Json {
  return {
    UpdateExpression: expression,
    ExpressionAttributeNames: used(names, expression),
    ExpressionAttributeValues: used(values, expression),
  }
}

function rowOf([expression, sentence, name]: Fault): Refusal {
  const opening = prefixed('Invalid UpdateExpression: ')
  const message =
    typeof sentence === 'string'
      ? opening + sentence
      : new RegExp(`^${opening}${sentence.source.replace(/^\^/, '')}`)
  return [name ?? expression, inputOf(expression), message]
}

describe('UpdateItem refuses an update:', () => {
  checkRefusals(client, 'UpdateItem', base, faults.map(rowOf))
})

describe('of several faults in an update, it reports', () => {
  checkRefusals(client, 'UpdateItem', base, precedence.map(rowOf))
})

describe('UpdateItem checks its update before its condition:', () => {
  checkRefusals(client, 'UpdateItem', base, [
    [
      'two syntax errors',
      { UpdateExpression: 'SET', ConditionExpression: 'a' },
      prefixed(`Invalid UpdateExpression: ${syntax('<EOF>', 'SET')}`),
    ],
    [
      'a value that only the condition lacks',
      { ...inputOf('SET b = :n'), ConditionExpression: 'a = :v' },
      prefixed(`Invalid ConditionExpression: ${undefinedValue(':v')}`),
    ],
  ])
})

describe('UpdateItem accepts an update:', () => {
  const good = [
    'SET a = :n, #dot = :n',
    'SET a = :n REMOVE b ADD c :n DELETE d :ss',
    'REMOVE x SET a = :n',
    'SET a=:n,b=:n',
    'SET a = (:n + :n)',
    'SET a = if_not_exists(a, :n) + if_not_exists(b, :n)',
    'sEt a = :n rEmOvE b',
  ]
  checkAccepted(
    client,
    'UpdateItem',
    base,
    good.map((expression) => [expression, inputOf(expression)] as const),
  )
})
