/** What update expressions do to an item, and the faults that depend on the item. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { expectError } from '../../support/expect.js'
import { numberOverflow } from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const before = {
  n: { N: '10' },
  s: { S: 'text' },
  l: { L: [{ S: 'a' }, { S: 'b' }, { S: 'c' }] },
  m: { M: { x: { N: '1' }, deep: { M: {} } } },
  ss: { SS: ['a', 'b'] },
  ns: { NS: ['1', '2'] },
  bs: { BS: ['AQ=='] },
  huge: { N: '9e125' },
}
const values: Readonly<Record<string, Json>> = {
  ':one': { N: '1' },
  ':half': { N: '0.5' },
  ':tiny': { N: '1e-30' },
  ':huge': { N: '9e125' },
  ':s': { S: 'new' },
  ':list': { L: [{ S: 'x' }] },
  ':map': { M: { y: { S: 'z' } } },
  ':ss': { SS: ['b', 'c'] },
  ':a': { SS: ['a', 'b'] },
  ':ns': { NS: ['2.0', '3'] },
  ':bs': { BS: ['Ag=='] },
}
const strings = (...texts: readonly string[]): Json => ({ L: texts.map((S) => ({ S })) })

let count = 0
async function update(UpdateExpression: string, rest: Json = {}) {
  const Key = { pk: { S: `item-${count++}` } }
  await client.ask('PutItem', { TableName: table, Item: { ...Key, ...before } })
  const tokens = UpdateExpression.match(/:[a-z]+/g) ?? []
  const used = tokens.map((token) => [token, values[token]] as const)
  const answer = client.call('UpdateItem', {
    TableName: table,
    Key,
    UpdateExpression,
    ReturnValues: 'ALL_NEW',
    ...(used.length === 0 ? {} : { ExpressionAttributeValues: Object.fromEntries(used) }),
    ...rest,
  })
  return { Key, answer }
}

/** Rows of an expression and the attributes it changes; `undefined` means removed. */
const effects: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['SET s = :s', { s: { S: 'new' } }],
  ['set s = :s', { s: { S: 'new' } }],
  ['SET fresh = :s, another = :one', { fresh: { S: 'new' }, another: { N: '1' } }],
  ['SET fresh = s', { fresh: { S: 'text' } }],
  ['SET n = s, s = n', { n: { S: 'text' }, s: { N: '10' } }],
  ['SET n = n + :one', { n: { N: '11' } }],
  ['SET n = :one - n', { n: { N: '-9' } }],
  ['SET n = n + n', { n: { N: '20' } }],
  ['SET n = n - :half', { n: { N: '9.5' } }],
  ['SET fresh = m.x + :half', { fresh: { N: '1.5' } }],
  ['SET fresh = if_not_exists(fresh, :one)', { fresh: { N: '1' } }],
  ['SET n = if_not_exists(n, :one)', {}],
  ['SET fresh = if_not_exists(fresh, :one) + :half', { fresh: { N: '1.5' } }],
  ['SET fresh = if_not_exists(absent, n)', { fresh: { N: '10' } }],
  ['SET fresh = if_not_exists(absent, if_not_exists(gone, :s))', { fresh: { S: 'new' } }],
  ['SET l = list_append(l, :list)', { l: strings('a', 'b', 'c', 'x') }],
  ['SET l = list_append(:list, l)', { l: strings('x', 'a', 'b', 'c') }],
  ['SET fresh = list_append(if_not_exists(fresh, :list), :list)', { fresh: strings('x', 'x') }],
  ['SET l[1] = :s', { l: strings('a', 'new', 'c') }],
  ['SET l[3] = :s', { l: strings('a', 'b', 'c', 'new') }],
  ['SET l[50] = :s', { l: strings('a', 'b', 'c', 'new') }],
  ['SET l[9] = :s, l[7] = s', { l: strings('a', 'b', 'c', 'text', 'new') }],
  ['SET m.x = :s', { m: { M: { x: { S: 'new' }, deep: { M: {} } } } }],
  ['SET m.deep.y = :s', { m: { M: { x: { N: '1' }, deep: { M: { y: { S: 'new' } } } } } }],
  ['SET fresh = :map', { fresh: { M: { y: { S: 'z' } } } }],
  ['REMOVE s', { s: undefined }],
  ['REMOVE s, n', { s: undefined, n: undefined }],
  ['REMOVE absent', {}],
  ['REMOVE m.x', { m: { M: { deep: { M: {} } } } }],
  ['REMOVE m.absent', {}],
  ['REMOVE l[0]', { l: strings('b', 'c') }],
  ['REMOVE l[0], l[2]', { l: strings('b') }],
  ['REMOVE l[9]', {}],
  ['REMOVE l[0] SET l[1] = :s', { l: strings('new', 'c') }],
  ['ADD n :one', { n: { N: '11' } }],
  ['ADD fresh :half', { fresh: { N: '0.5' } }],
  ['ADD m.x :one', { m: { M: { x: { N: '2' }, deep: { M: {} } } } }],
  ['ADD ss :ss', { ss: { SS: ['a', 'b', 'c'] } }],
  ['ADD ns :ns', { ns: { NS: ['1', '2', '3'] } }],
  ['ADD bs :bs', { bs: { BS: ['AQ==', 'Ag=='] } }],
  ['ADD fresh :ss', { fresh: { SS: ['b', 'c'] } }],
  ['DELETE ss :ss', { ss: { SS: ['a'] } }],
  ['DELETE ns :ns', { ns: { NS: ['1'] } }],
  ['DELETE ss :a', { ss: undefined }],
  ['DELETE absent :ss', {}],
  [
    'SET s = :s REMOVE n ADD m.x :one DELETE ss :ss',
    {
      s: { S: 'new' },
      n: undefined,
      m: { M: { x: { N: '2' }, deep: { M: {} } } },
      ss: { SS: ['a'] },
    },
  ],
  ['DELETE ss :ss SET s = :s', { ss: { SS: ['a'] }, s: { S: 'new' } }],
]

describe('an update', () => {
  for (const [expression, changes] of effects) {
    it(expression, async () => {
      const { Key, answer } = await update(expression)
      const { status, message, body } = await answer
      assert.equal(status, 200, message)
      const after = Object.entries({ ...Key, ...before, ...changes }).filter(([, value]) => value)
      // Numbers come back in normal form.
      const expected = { ...Object.fromEntries(after), huge: { N: `9${'0'.repeat(125)}` } }
      assert.deepEqual(body['Attributes'], expected)
    })
  }
})

const badPath = 'The document path provided in the update expression is invalid for update'
const missing = 'The provided expression refers to an attribute that does not exist in the item'
const wrongType = 'An operand in the update expression has an incorrect data type'

describe('an item refuses', () => {
  const rows: readonly (readonly [string, string | RegExp])[] = [
    ['SET absent.x = :s', badPath],
    ['SET s.x = :s', badPath],
    ['SET l.x = :s', badPath],
    ['SET m[0] = :s', badPath],
    ['SET m.absent.x = :s', badPath],
    ['SET absent[0] = :s', badPath],
    ['REMOVE absent.x', badPath],
    ['REMOVE s[0]', badPath],
    ['ADD absent.x :one', badPath],
    ['DELETE absent.x :ss', badPath],
    ['SET fresh = absent', missing],
    ['SET fresh = absent + :one', missing],
    ['SET fresh = l[9]', missing],
    ['SET fresh = list_append(absent, :list)', missing],
    ['SET s = s + :one', wrongType],
    ['SET fresh = n - ss', wrongType],
    ['SET fresh = list_append(s, :list)', wrongType],
    ['ADD s :one', wrongType],
    ['ADD n :ss', wrongType],
    ['ADD ss :ns', wrongType],
    ['DELETE n :ss', wrongType],
    ['DELETE ss :ns', wrongType],
    ['SET huge = huge + :huge', new RegExp(numberOverflow)],
    ['ADD huge :huge', new RegExp(numberOverflow)],
    ['SET fresh = huge + :one', new RegExp(numberOverflow)],
    ['ADD huge :tiny', new RegExp(numberOverflow)],
  ]
  for (const [expression, message] of rows) {
    it(expression, async () => {
      const { Key, answer } = await update(expression)
      await expectError(answer, 'ValidationException', message)
      const { Item } = await client.ask('GetItem', { TableName: table, Key })
      assert.deepEqual((Item as Json)['s'], before.s, 'nothing was written')
    })
  }

  it('all of an update if one part of it fails', async () => {
    const { Key, answer } = await update('SET s = :s, fresh = absent')
    await expectError(answer, 'ValidationException', missing)
    const { Item } = await client.ask('GetItem', { TableName: table, Key })
    assert.deepEqual((Item as Json)['s'], before.s)
  })
})
