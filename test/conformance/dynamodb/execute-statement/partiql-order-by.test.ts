/** ORDER BY: only key attributes, and only with a condition on the partition key. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { N, putAll, S, type Item } from '../../../support/items.js'
import { checkRefused, malformed, statementsOf } from '../../../support/partiql.js'
import { composite, projected } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite('S', 'N')),
  client.createTable(projected),
])
const statements = statementsOf(client)
const keys = ['a', 'b', 'c'].flatMap((pk) => [1, 2, 3].map((sk) => ({ pk: S(pk), sk: N(sk) })))
await putAll(client, table, keys)
await putAll(
  client,
  withIndexes,
  [3, 1, 2].map((rank) => ({ pk: S('p'), sk: S(`s${rank}`), group: S('g'), rank: N(rank) })),
)

const named = (items: readonly Item[]): string =>
  items.map(({ pk, sk }) => `${String(pk!['S'])}${String(sk!['N'])}`).join(' ')

async function ordered(rest: string, limit?: number): Promise<string> {
  const options = limit === undefined ? {} : { Limit: limit }
  const pages = await statements.pages(`SELECT * FROM "${table}" ${rest}`, undefined, options)
  return named(pages.flat())
}

describe('ORDER BY', () => {
  const rows: readonly (readonly [rest: string, order: string])[] = [
    ["WHERE pk = 'a' ORDER BY sk", 'a1 a2 a3'],
    ["WHERE pk = 'a' ORDER BY sk ASC", 'a1 a2 a3'],
    ["WHERE pk = 'a' ORDER BY sk DESC", 'a3 a2 a1'],
    ['WHERE pk = \'a\' order by "sk" desc', 'a3 a2 a1'],
    ["WHERE pk = 'a' AND sk > 1 ORDER BY sk DESC", 'a3 a2'],
    ["WHERE pk = 'a' AND sk IN [1, 3] ORDER BY sk DESC", 'a3 a1'],
    ["WHERE pk IN ['c', 'a', 'b'] ORDER BY pk ASC, sk ASC", 'a1 a2 a3 b1 b2 b3 c1 c2 c3'],
    ["WHERE pk IN ['c', 'a', 'b'] ORDER BY pk DESC, sk ASC", 'c1 c2 c3 b1 b2 b3 a1 a2 a3'],
    ["WHERE pk IN ['c', 'a'] ORDER BY pk DESC, sk DESC", 'c3 c2 c1 a3 a2 a1'],
    ["WHERE pk = 'b' OR pk = 'a' ORDER BY pk, sk", 'a1 a2 a3 b1 b2 b3'],
    // AWS: if only the partition key is named, the items of a partition come in descending order.
    ["WHERE pk = 'a' ORDER BY pk", 'a3 a2 a1'],
    ["WHERE pk IN ['b', 'a'] ORDER BY pk", 'a3 a2 a1 b3 b2 b1'],
    ["WHERE pk IN ['a', 'b'] ORDER BY pk DESC", 'b3 b2 b1 a3 a2 a1'],
  ]
  for (const [rest, order] of rows) {
    it(rest, async () => {
      assert.equal(await ordered(rest), order)
      for (const limit of [1, 2]) assert.equal(await ordered(rest, limit), order, `${limit} a page`)
    })
  }

  it('the sort key of an index', async () => {
    const from = `FROM "${withIndexes}"."global-all"`
    const items = await statements.items(
      `SELECT rank ${from} WHERE "group" = 'g' ORDER BY rank DESC`,
    )
    assert.deepEqual(items, [{ rank: N(3) }, { rank: N(2) }, { rank: N(1) }])
  })

  const notKey = (name: string): string =>
    `Attribute ${name} in ORDER BY clause must be part of the primary key`
  const from = `SELECT * FROM "${table}"`
  checkRefused(statements, [
    [
      'needs a condition',
      `${from} ORDER BY sk`,
      'Must have WHERE clause in the statement when using ORDER BY clause.',
    ],
    ['accepts no other attribute', `${from} WHERE pk = 'a' ORDER BY Total`, notKey('Total')],
    [
      'accepts no key of the table on an index without it',
      `SELECT * FROM "${withIndexes}"."global-all" WHERE "group" = 'g' ORDER BY sk`,
      notKey('sk'),
    ],
    [
      'needs the partition key in the condition',
      `${from} WHERE sk = 1 ORDER BY sk`,
      'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.',
    ],
    [
      'needs the partition key on every way to an item',
      `${from} WHERE pk = 'a' OR sk = 1 ORDER BY sk`,
      'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.',
    ],
    [
      'needs the partition key to order several',
      `${from} WHERE pk IN ['a', 'b'] ORDER BY sk`,
      'Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.',
    ],
    [
      'must follow the condition',
      `${from} ORDER BY sk WHERE pk = 'a'`,
      malformed('Unexpected token after expression'),
    ],
    ['accepts no parameter', `${from} WHERE pk = 'a' ORDER BY ?`, /./, [S('sk')]],
  ])
})
