/** When condition expressions are true, seen through UpdateItem with a condition and no update. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const Key = { pk: { S: 'item' } }
const item = {
  ...Key,
  n: { N: '5' },
  s: { S: 'abc' },
  blank: { S: '' },
  b: { B: 'AQID' },
  t: { BOOL: true },
  z: { NULL: true },
  ss: { SS: ['a', 'b'] },
  ns: { NS: ['1', '2.5'] },
  bs: { BS: ['AQ==', 'Ag=='] },
  l: { L: [{ N: '1' }, { S: 'x' }, { M: { k: { S: 'deep' } } }] },
  m: { M: { x: { N: '1' }, y: { M: { z: { S: 'q' } } }, 'dotted.part': { S: 'd' } } },
}
await client.ask('PutItem', { TableName: table, Item: item })

const values: Readonly<Record<string, Json>> = {
  ':zero': { N: '0' },
  ':one': { N: '1' },
  ':two': { N: '2' },
  ':three': { N: '3' },
  ':five': { N: '5.00' },
  ':nine': { N: '9' },
  ':ten': { N: '1e1' },
  ':a': { S: 'a' },
  ':ab': { S: 'ab' },
  ':abc': { S: 'abc' },
  ':bc': { S: 'bc' },
  ':b': { S: 'b' },
  ':Z': { S: 'Z' },
  ':x': { S: 'x' },
  ':empty': { S: '' },
  ':bytes': { B: 'AQID' },
  ':byte': { B: 'AQ==' },
  ':byte2': { B: 'Ag==' },
  ':high': { B: '/w==' },
  ':true': { BOOL: true },
  ':false': { BOOL: false },
  ':null': { NULL: true },
  ':ss': { SS: ['b', 'a'] },
  ':ns': { NS: ['2.50', '1'] },
  ':bs': { BS: ['Ag==', 'AQ=='] },
  ':list': { L: [{ N: '1.0' }, { S: 'x' }, { M: { k: { S: 'deep' } } }] },
  ':map': { M: { z: { S: 'q' } } },
  ':k': { M: { k: { S: 'deep' } } },
  ':S': { S: 'S' },
  ':N': { S: 'N' },
  ':B': { S: 'B' },
  ':BOOL': { S: 'BOOL' },
  ':NULL': { S: 'NULL' },
  ':SS': { S: 'SS' },
  ':NS': { S: 'NS' },
  ':BS': { S: 'BS' },
  ':L': { S: 'L' },
  ':M': { S: 'M' },
}
const names: Readonly<Record<string, string>> = {
  '#n': 'n',
  '#size': 'size',
  '#dotted': 'dotted.part',
}

function used<T>(
  all: Readonly<Record<string, T>>,
  expression: string,
): Record<string, T> | undefined {
  const tokens = expression.match(/[#:][A-Za-z0-9_]+/g) ?? []
  const entries = tokens
    .filter((token) => token in all)
    .map((token) => [token, all[token]!] as const)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function check(holds: boolean, expressions: readonly string[]): void {
  for (const expression of expressions) {
    it(expression, async () => {
      const answer = await client.call('UpdateItem', {
        TableName: table,
        Key,
        ConditionExpression: expression,
        ExpressionAttributeNames: used(names, expression),
        ExpressionAttributeValues: used(values, expression),
      })
      if (holds) assert.equal(answer.status, 200, answer.message)
      else assert.equal(answer.type, 'ConditionalCheckFailedException', answer.message)
    })
  }
}

describe('these conditions hold:', () => {
  check(true, [
    'attribute_exists(n)',
    'attribute_exists(blank)',
    'attribute_exists(z)',
    'attribute_exists(m.y.z)',
    'attribute_exists(m.#dotted)',
    'attribute_exists(l[2].k)',
    'attribute_not_exists(absent)',
    'attribute_not_exists(l[3])',
    'attribute_not_exists(n.x)',
    'attribute_not_exists(m[0])',
    'attribute_not_exists(m.dotted.part)',
    'attribute_type(n, :N)',
    'attribute_type(s, :S)',
    'attribute_type(b, :B)',
    'attribute_type(t, :BOOL)',
    'attribute_type(z, :NULL)',
    'attribute_type(ss, :SS)',
    'attribute_type(ns, :NS)',
    'attribute_type(bs, :BS)',
    'attribute_type(l, :L)',
    'attribute_type(m.y, :M)',
    'n = :five',
    ':five = n',
    '#n = :five',
    'n <> :one',
    'n <> :abc',
    'absent <> :one',
    'n < :ten',
    'n > :zero',
    'n <= :five',
    'n >= :five',
    's = :abc',
    's > :ab',
    's > :Z',
    'b = :bytes',
    'b > :byte',
    'b < :high',
    't = :true',
    'z = :null',
    'blank = :empty',
    'ss = :ss',
    'ns = :ns',
    'bs = :bs',
    'l = :list',
    'm.y = :map',
    'l[0] = :one',
    'm.x = l[0]',
    'm.x < n',
    'n BETWEEN :one AND :nine',
    'n BETWEEN :five AND :five',
    ':two BETWEEN m.x AND n',
    's BETWEEN :a AND :b',
    'n IN (:one, :five)',
    'n IN (:five)',
    'l[2] IN (:k)',
    'begins_with(s, :ab)',
    'begins_with(s, :empty)',
    'begins_with(b, :byte)',
    'contains(s, :bc)',
    'contains(s, :empty)',
    'contains(b, :byte2)',
    'contains(ss, :a)',
    'contains(ns, :one)',
    'contains(bs, :byte2)',
    'contains(l, :x)',
    'contains(l, :k)',
    'size(s) = :three',
    'size(blank) = :zero',
    'size(b) = :three',
    'size(ss) = :two',
    'size(l) = :three',
    'size(m) = :three',
    'size(m.y) = :one',
    ':two < size(s)',
    'size(s) BETWEEN :one AND :nine',
    'size(s) IN (:three)',
    'NOT n = :one',
    'not attribute_exists(absent)',
    'NOT NOT n = :five',
    '(n = :five)',
    'n = :five AND s = :abc',
    'n = :five and (s = :a or s = :abc)',
    'n = :five OR s = :a AND t = :false',
    'NOT n = :one AND s = :abc',
    'n BETWEEN :one AND :nine AND s = :abc',
    '   n   =   :five   ',
    'n=:five',
    'n\t=\n:five',
  ])
})

describe('these conditions do not hold:', () => {
  check(false, [
    'attribute_not_exists(n)',
    'attribute_exists(absent)',
    'attribute_exists(l[3])',
    'attribute_exists(s.x)',
    'attribute_type(n, :S)',
    'attribute_type(absent, :S)',
    'n = :abc',
    'n = :one',
    'n <> :five',
    'absent = :one',
    'absent < :one',
    'absent > :one',
    's < :five',
    'n < :abc',
    't < :abc',
    'n < absent',
    's > :abc',
    'ss = :a',
    'l = :map',
    'n BETWEEN :nine AND :ten',
    'absent BETWEEN :one AND :nine',
    'n IN (:one, :nine)',
    'begins_with(s, :bc)',
    'begins_with(n, :a)',
    'begins_with(absent, :a)',
    'contains(s, :one)',
    'contains(ss, :ab)',
    'contains(m, :x)',
    'contains(absent, :x)',
    'size(absent) = :zero',
    'size(n) = :one',
    'NOT n = :five',
    'n = :five AND s = :a',
    'NOT (n = :five OR s = :a)',
    '(n = :five OR s = :a) AND t = :false',
  ])
})

describe('on a missing item', () => {
  const rows = [
    ['attribute_not_exists(pk)', 200],
    ['attribute_exists(pk)', 400],
    ['n <> :one', 200],
    ['n = :one', 400],
    ['NOT n = :one', 200],
  ] as const
  for (const [expression, status] of rows) {
    it(`${expression} answers ${status}`, async () => {
      const answer = await client.call('DeleteItem', {
        TableName: table,
        Key: { pk: { S: 'nobody' } },
        ConditionExpression: expression,
        ExpressionAttributeValues: used(values, expression),
      })
      assert.equal(answer.status, status, answer.message)
    })
  }
})
