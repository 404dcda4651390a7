/** RETURNING of an UPDATE: the whole item or the modified attributes, before or after. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { N, putAll, S, type Item } from '../../../support/items.js'
import { checkRefused, statementsOf } from '../../../support/partiql.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const statements = statementsOf(client)
const before: Item = {
  pk: S('p'),
  a: N(1),
  s: S('text'),
  l: { L: [N(0), N(1), N(2), N(3)] },
  m: { M: { x: N(1), y: { M: { z: N(2), other: N(3) } } } },
}

/** Clauses, what to return, what is returned. */
type Row = readonly [clauses: string, returning: string, items: readonly Item[]]

function check(rows: readonly Row[]): void {
  for (const [clauses, returning, items] of rows) {
    it(`${clauses} RETURNING ${returning} *`, async () => {
      await putAll(client, table, [before])
      const statement = `UPDATE "${table}" ${clauses} WHERE pk = 'p' RETURNING ${returning} *`
      assert.deepEqual(await statements.items(statement), items)
    })
  }
}

describe('RETURNING ALL returns the whole item', () => {
  check([
    ['SET a = 2', 'ALL OLD', [before]],
    ['SET a = 2', 'ALL NEW', [{ ...before, a: N(2) }]],
    ['SET fresh = 2', 'ALL OLD', [before]],
    ['SET fresh = 2', 'all new', [{ ...before, fresh: N(2) }]],
  ])
})

describe('RETURNING MODIFIED returns the modified attributes', () => {
  check([
    ['SET a = 2', 'MODIFIED OLD', [{ a: N(1) }]],
    ['SET a = 2', 'MODIFIED NEW', [{ a: N(2) }]],
    ['SET a = 2, s = a', 'MODIFIED NEW', [{ a: N(2), s: N(1) }]],
    ['SET a = 1', 'MODIFIED OLD', [{ a: N(1) }]],
    ['SET fresh = 2', 'MODIFIED NEW', [{ fresh: N(2) }]],
    ['SET fresh = 2', 'MODIFIED OLD', []],
    ['REMOVE s', 'MODIFIED OLD', [{ s: S('text') }]],
    ['REMOVE s', 'MODIFIED NEW', []],
    ['SET a = 2 REMOVE s', 'MODIFIED NEW', [{ a: N(2) }]],
    ['SET a = 2 REMOVE s', 'MODIFIED OLD', [{ a: N(1), s: S('text') }]],
    ['SET m.y.z = 9', 'MODIFIED OLD', [{ m: { M: { y: { M: { z: N(2) } } } } }]],
    ['SET m.y.z = 9', 'MODIFIED NEW', [{ m: { M: { y: { M: { z: N(9) } } } } }]],
    ['SET m.x = 5, m.y.z = 9', 'MODIFIED NEW', [{ m: { M: { x: N(5), y: { M: { z: N(9) } } } } }]],
    ['REMOVE m.x', 'MODIFIED OLD', [{ m: { M: { x: N(1) } } }]],
    ['REMOVE m.x', 'MODIFIED NEW', []],
    ['SET l[3] = 9, l[1] = 8', 'MODIFIED NEW', [{ l: { L: [N(8), N(9)] } }]],
    ['SET l[3] = 9, l[1] = 8', 'MODIFIED OLD', [{ l: { L: [N(1), N(3)] } }]],
    // AWS: the element that moves into the position of a removed one is shown as new.
    ['REMOVE l[1]', 'MODIFIED OLD', [{ l: { L: [N(1)] } }]],
    ['REMOVE l[1]', 'MODIFIED NEW', [{ l: { L: [N(2)] } }]],
    ['REMOVE l[3]', 'MODIFIED NEW', []],
  ])
})

describe('RETURNING', () => {
  const update = `UPDATE "${table}" SET a = 2 WHERE pk = 'p'`
  checkRefused(statements, [
    ['needs its *', `${update} RETURNING ALL OLD`, /./],
    ['accepts no attributes', `${update} RETURNING ALL OLD a`, /./],
    ['accepts only ALL and MODIFIED', `${update} RETURNING SOME OLD *`, /./],
    ['accepts only OLD and NEW', `${update} RETURNING ALL ANY *`, /./],
    [
      'must follow the condition',
      `UPDATE "${table}" SET a = 2 RETURNING ALL OLD * WHERE pk = 'p'`,
      /./,
    ],
  ])
})
