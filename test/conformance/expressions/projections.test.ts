/** Projection expressions: which parts of an item they return, and how they are refused. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkRefusals, type Refusal } from '../../support/expect.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const Key = { pk: { S: 'item' } }
const item = {
  ...Key,
  a: { S: '1' },
  b: { N: '2' },
  l: { L: [{ S: 'zero' }, { M: { x: { S: 'one' }, y: { S: 'uno' } } }, { S: 'two' }] },
  m: { M: { x: { S: 'mx' }, y: { M: { z: { S: 'myz' } } } } },
  'a.b': { S: 'dotted' },
  size: { N: '9' },
}
await client.ask('PutItem', { TableName: table, Item: item })
const names: Readonly<Record<string, string>> = { '#dot': 'a.b', '#size': 'size', '#a': 'a' }

function namesIn(expression: string): Json | undefined {
  const tokens = expression.match(/#[a-z]+/g) ?? []
  const known = tokens.filter((token) => token in names).map((token) => [token, names[token]])
  return known.length === 0 ? undefined : (Object.fromEntries(known) as Json)
}

const rows: readonly (readonly [string, Json])[] = [
  ['a', { a: item.a }],
  ['a, b', { a: item.a, b: item.b }],
  [' a ,b', { a: item.a, b: item.b }],
  ['absent', {}],
  ['a, absent', { a: item.a }],
  ['#dot', { 'a.b': item['a.b'] }],
  ['#size', { size: item.size }],
  ['pk', Key],
  ['m.x', { m: { M: { x: { S: 'mx' } } } }],
  ['m.x, m.y.z', { m: item.m }],
  ['m.y', { m: { M: { y: { M: { z: { S: 'myz' } } } } } }],
  ['m.absent', {}],
  ['a.x', {}],
  ['l[0]', { l: { L: [{ S: 'zero' }] } }],
  ['l[2], l[0]', { l: { L: [{ S: 'zero' }, { S: 'two' }] } }],
  ['l[1].x', { l: { L: [{ M: { x: { S: 'one' } } }] } }],
  ['l[1].x, l[1].y', { l: { L: [{ M: { x: { S: 'one' }, y: { S: 'uno' } } }] } }],
  ['l[7]', {}],
  ['m[0]', {}],
]

describe('GetItem projects', () => {
  for (const [expression, expected] of rows) {
    it(expression, async () => {
      const { Item } = await client.ask('GetItem', {
        TableName: table,
        Key,
        ProjectionExpression: expression,
        ExpressionAttributeNames: namesIn(expression),
      })
      assert.deepEqual(Item, expected)
    })
  }

  it('nothing of a missing item', async () => {
    const answer = await client.ask('GetItem', {
      TableName: table,
      Key: { pk: { S: 'nobody' } },
      ProjectionExpression: 'a',
    })
    assert.deepEqual(answer, {})
  })
})

const syntax = (token: string, near: string): string =>
  `Syntax error; token: "${token}", near: "${near}"`
const paths = (verb: string, one: string, two: string): string =>
  `Two document paths ${verb} with each other; must remove or rewrite one of these paths; path one: [${one}], path two: [${two}]`

const faults: readonly (readonly [string, string | RegExp])[] = [
  ['', 'The expression can not be empty;'],
  ['a b', syntax('b', 'a b')],
  ['a,', syntax('<EOF>', ',')],
  [',a', syntax(',', ',a')],
  [':a', syntax(':a', ':a')],
  ['a[x]', syntax('x', '[x]')],
  ['a..b', syntax('.', '..b')],
  ['size', 'Attribute name is a reserved keyword; reserved keyword: size'],
  ['a, b.Comment', 'Attribute name is a reserved keyword; reserved keyword: Comment'],
  [
    '#c',
    'An expression attribute name used in the document path is not defined; attribute name: #c',
  ],
  ['a, a', paths('overlap', 'a', 'a')],
  ['a, #a', paths('overlap', 'a', 'a')],
  ['m, m.x', paths('overlap', 'm', 'm, x')],
  ['l[0].x, l[0]', paths('overlap', 'l, [0], x', 'l, [0]')],
  ['m.x, m[0]', paths('conflict', 'm, x', 'm, [0]')],
  ['l[2147483648]', 'List index is not within the allowable range; index: [2147483648]'],
  // Reserved words are reported before undefined names, and those before overlaps.
  ['a, a, #c, size', 'Attribute name is a reserved keyword; reserved keyword: size'],
  [
    'a, a, #c',
    'An expression attribute name used in the document path is not defined; attribute name: #c',
  ],
]

describe('GetItem refuses a projection:', () => {
  const base = { TableName: table, Key: { pk: { S: 'nobody' } } }
  checkRefusals(
    client,
    'GetItem',
    base,
    faults.map(([expression, sentence]): Refusal => [
      expression === '' ? 'an empty text' : expression,
      { ProjectionExpression: expression, ExpressionAttributeNames: namesIn(expression) },
      sentence instanceof RegExp ? sentence : `Invalid ProjectionExpression: ${sentence}`,
    ]),
  )
})
