/** A global index with several key attributes: order, conditions, pages and writes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import { allPages, B, N, pageOf, putAll, S, textsOf, type Item } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { severalParts } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(severalParts)
const sale = (pk: string, day: string, hour: number, tag: string): Item => ({
  pk: S(pk),
  tenant: S('t'),
  shop: N(1),
  day: S(day),
  hour: N(hour),
  tag: B(tag),
})
const without = (item: Item, name: string): Item =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key !== name))

const inOrder = [
  sale('p1', 'mon', -1, 'AA=='),
  sale('p2', 'mon', 9, 'AA=='),
  sale('p3', 'mon', 9, 'AQ=='),
  sale('p4', 'mon', 10, 'AA=='),
  sale('p5', 'tue', 0, 'AA=='),
]
const ready = putAll(client, table, [
  ...[...inOrder].reverse(),
  ...['tenant', 'shop', 'day', 'hour', 'tag'].map((name) =>
    without(sale(`no-${name}`, 'mon', 9, 'AA=='), name),
  ),
  { ...sale('elsewhere', 'mon', 9, 'AA=='), shop: N(2) },
])

const values: Item = {
  ':t': S('t'),
  ':s': N(1),
  ':d': S('mon'),
  ':h': N(9),
  ':g': B('AQ=='),
  ':z': B('AA=='),
}
const condition = (expression: string): Json => ({
  TableName: table,
  IndexName: 'by-parts',
  KeyConditionExpression: expression,
  ExpressionAttributeNames: Object.fromEntries(
    [...new Set(expression.match(/#\w+/g))].map((name) => [name, name.slice(1)]),
  ),
  ExpressionAttributeValues: Object.fromEntries(
    Object.entries(values).filter(([name]) => new RegExp(`${name}\\b`).test(expression)),
  ),
})
const both = '#tenant = :t AND #shop = :s'

describe('an index with several key attributes is queried', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [both, ['p1', 'p2', 'p3', 'p4', 'p5']],
    [`${both} AND #day = :d`, ['p1', 'p2', 'p3', 'p4']],
    [`${both} AND #day > :d`, ['p5']],
    [`${both} AND begins_with(#day, :d)`, ['p1', 'p2', 'p3', 'p4']],
    [`${both} AND #day = :d AND #hour >= :h`, ['p2', 'p3', 'p4']],
    [`${both} AND #day = :d AND #hour < :h`, ['p1']],
    [`${both} AND #day = :d AND #hour BETWEEN :h AND :h`, ['p2', 'p3']],
    [`${both} AND #day = :d AND #hour = :h AND #tag >= :g`, ['p3']],
    [`${both} AND #day = :d AND #hour = :h AND begins_with(#tag, :z)`, ['p2']],
    [`#hour = :h AND #shop = :s AND #day = :d AND #tenant = :t`, ['p2', 'p3']],
    [`(#day = :d) AND (#tenant = :t AND :s = #shop)`, ['p1', 'p2', 'p3', 'p4']],
  ]
  for (const [expression, keys] of rows) {
    it(`by ${expression}`, async () => {
      await ready
      const { Items } = await pageOf(client, 'Query', condition(expression))
      assert.deepEqual(textsOf(Items, 'pk'), keys)
      const backward = { ...condition(expression), ScanIndexForward: false }
      const reversed = await pageOf(client, 'Query', backward)
      assert.deepEqual(textsOf(reversed.Items, 'pk'), [...keys].reverse())
    })
  }

  for (const Limit of [1, 2, 3]) {
    it(`${Limit} at a time, each item once`, async () => {
      await ready
      const pages = await allPages(client, 'Query', { ...condition(both), Limit })
      assert.deepEqual(
        pages.flatMap(({ Items }) => textsOf(Items, 'pk')),
        ['p1', 'p2', 'p3', 'p4', 'p5'],
      )
      assert.deepEqual(Object.keys(pages[0]!.LastEvaluatedKey!).sort(), [
        ...['day', 'hour', 'pk', 'shop', 'tag', 'tenant'],
      ])
    })
  }

  it('by a scan, without items that lack a part', async () => {
    await ready
    const { Items } = await pageOf(client, 'Scan', { TableName: table, IndexName: 'by-parts' })
    assert.deepEqual([...textsOf(Items, 'pk')].sort(), ['elsewhere', 'p1', 'p2', 'p3', 'p4', 'p5'])
  })
})

describe('an index with several key attributes refuses', () => {
  const gap = (missing: string, present: string): string =>
    `RANGE key attributes ${missing} must have equality conditions specified in the query because a condition is present on key attribute ${present}`
  const unequal = (names: string): string =>
    `HASH key attributes ${names} must have equality conditions specified in the query`
  const rows: readonly (readonly [string, string, string | RegExp])[] = [
    ['no first HASH part', '#shop = :s', unequal('tenant')],
    ['no second HASH part', '#tenant = :t', unequal('shop')],
    ['RANGE parts alone', '#day = :d AND #hour = :h', unequal('tenant, shop')],
    ['a HASH part above a value', '#tenant = :t AND #shop > :s', unequal('shop')],
    ['a HASH part between values', '#tenant = :t AND #shop BETWEEN :s AND :s', unequal('shop')],
    ['a HASH part by its beginning', 'begins_with(#tenant, :t) AND #shop = :s', unequal('tenant')],
    ['a HASH part of another type', '#tenant = :s AND #shop = :s', say.conditionType],
    ['a gap', `${both} AND #day = :d AND #tag = :g`, gap('hour', 'tag')],
    ['to skip the first RANGE part', `${both} AND #hour = :h`, gap('day', 'hour')],
    ['a range before the last part', `${both} AND #day > :d AND #hour = :h`, gap('day', 'hour')],
    ['a value of another type', `${both} AND #day = :h`, say.conditionType],
    [
      'an attribute that is not part of the key',
      `${both} AND #other = :d`,
      /^Query condition missed key schema element: /,
    ],
    [
      'more conditions than parts',
      `${both} AND #day = :d AND #hour = :h AND #tag = :g AND #other = :d`,
      say.tooManyKeyConditions(6, 5),
    ],
  ]
  checkRefusals(
    client,
    'Query',
    {},
    rows.map(([name, expression, message]): Refusal => [name, condition(expression), message]),
  )
  const filter = (name: string): Json => ({
    ...condition(both),
    FilterExpression: '#f = :d',
    ExpressionAttributeNames: { '#tenant': 'tenant', '#shop': 'shop', '#f': name },
    ExpressionAttributeValues: { ':t': S('t'), ':s': N(1), ':d': S('mon') },
  })
  checkRefusals(
    client,
    'Query',
    {},
    ['tenant', 'shop', 'day', 'hour', 'tag'].map((name): Refusal => [
      `${name} in a filter`,
      filter(name),
      `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${name}`,
    ]),
  )
  const cursor = without(inOrder[0]!, 'none')
  checkRefusals(client, 'Query', condition(both), [
    ['a start key without a part', { ExclusiveStartKey: without(cursor, 'hour') }, say.badStartKey],
    [
      'a start key with a part of another type',
      { ExclusiveStartKey: { ...cursor, hour: S('9') } },
      say.keyMismatch,
    ],
    [
      'a start key of another partition',
      { ExclusiveStartKey: { ...cursor, shop: N(2) } },
      say.startKeyOutside,
    ],
  ])
  const mismatch = (name: string, expected: string, actual: string): string =>
    say.invalid(
      `Type mismatch for Index Key ${name} Expected: ${expected} Actual: ${actual} IndexName: by-parts`,
    )
  checkRefusals(client, 'PutItem', { TableName: table }, [
    [
      'to store a HASH part of another type',
      { Item: { ...sale('bad', 'mon', 1, 'AA=='), shop: S('1') } },
      mismatch('shop', 'N', 'S'),
    ],
    [
      'to store a RANGE part of another type, though others are missing',
      { Item: { pk: S('bad'), tag: S('a') } },
      mismatch('tag', 'B', 'S'),
    ],
    [
      'to store an empty part',
      { Item: sale('bad', '', 1, 'AA==') },
      say.notValid(
        'A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: by-parts, IndexKey: day',
      ),
    ],
  ])
})
