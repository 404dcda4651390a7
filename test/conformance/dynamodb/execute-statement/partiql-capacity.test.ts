/** What ExecuteStatement costs: as much as the equivalent native operation. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, padded, putAll, S, type Item, type Value } from '../../../support/items.js'
import { statementsOf } from '../../../support/partiql.js'
import { enums, failure, failures } from '../../../support/sentences.js'
import { composite, indexed, projected } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes, withProjections] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
  client.createTable(projected),
])
const statements = statementsOf(client)

async function consumed(
  statement: string,
  parameters?: readonly Value[],
  options: object = {},
): Promise<unknown> {
  const asked = { ReturnConsumedCapacity: 'INDEXES', ...options } as const
  return (await statements.run(statement, parameters, asked)).ConsumedCapacity
}

const units = (CapacityUnits: number) => ({ CapacityUnits })
const whole = (n: number, TableName = table) => ({ TableName, ...units(n), Table: units(n) })
const consistent = { ConsistentRead: true }
const sized = (pk: string, ...sizes: readonly number[]): readonly Item[] =>
  sizes.map((bytes, n) => padded({ pk: S(pk), sk: S(`s${n}`) }, bytes))
await putAll(client, table, [
  ...sized('page', 1000, 1000, 1000, 1096),
  ...sized('more', 1000, 1000, 1000, 1097),
  ...sized('read', 5000, 5000),
])

describe('a SELECT costs', () => {
  const of = (pk: string, rest = ''): string => `SELECT * FROM "${table}" WHERE pk = '${pk}'${rest}`

  it('nothing visible unless requested', async () => {
    const answer = await statements.run(of('page'))
    assert.equal(answer.ConsumedCapacity, undefined)
    const none = { ReturnConsumedCapacity: 'NONE' } as const
    assert.equal((await statements.run(of('page'), undefined, none)).ConsumedCapacity, undefined)
  })

  it('half a unit for each 4 KB read, a whole one if consistent', async () => {
    assert.deepEqual(await consumed(of('page')), whole(0.5))
    assert.deepEqual(await consumed(of('page'), undefined, consistent), whole(1))
    assert.deepEqual(await consumed(of('more')), whole(1))
    assert.deepEqual(await consumed(of('more'), undefined, consistent), whole(2))
  })

  it('one number if only the total is requested', async () => {
    const total = { ReturnConsumedCapacity: 'TOTAL' }
    assert.deepEqual(await consumed(of('page'), undefined, total), {
      TableName: table,
      ...units(0.5),
    })
  })

  it('half a unit if it finds nothing, a whole one if consistent', async () => {
    for (const statement of [of('nobody'), of('nobody', " AND sk = 's0'")]) {
      assert.deepEqual(await consumed(statement), whole(0.5))
      assert.deepEqual(await consumed(statement, undefined, consistent), whole(1))
    }
  })

  it('what it read, whatever it returns', async () => {
    assert.deepEqual(await consumed(of('read')), whole(1.5))
    assert.deepEqual(await consumed(of('read', " AND nowhere = 'x'")), whole(1.5))
    assert.deepEqual(await consumed(of('read').replace('*', 'sk')), whole(1.5))
    assert.deepEqual(await consumed(of('read'), undefined, { Limit: 1 }), whole(1))
  })

  it('by item if it gets a single one', async () => {
    assert.deepEqual(await consumed(of('read', " AND sk = 's0'")), whole(1))
    assert.deepEqual(await consumed(of('read', " AND sk = 's0'"), undefined, consistent), whole(2))
  })
})

describe('a SELECT from an index costs', () => {
  const ready = putAll(
    client,
    withProjections,
    [0, 1, 2].map((n) => ({
      ...{ pk: S('p'), sk: S(`s${n}`), local: S(`l${n}`), group: S('g'), rank: N(n) },
      lost: S('x'.repeat(5000)),
    })),
  )
  const from = (index: string, what = '*'): string =>
    `SELECT ${what} FROM "${withProjections}"."${index}" WHERE ${index.startsWith('local') ? "pk = 'p'" : `"group" = 'g'`}`

  it('what a global index holds, and nothing for the table', async () => {
    await ready
    for (const [index, n] of [
      ['global-keys', 0.5],
      ['global-all', 2],
    ] as const) {
      assert.deepEqual(await consumed(from(index)), {
        TableName: withProjections,
        ...units(n),
        Table: units(0),
        GlobalSecondaryIndexes: { [index]: units(n) },
      })
    }
  })

  const local = (table: number, index: number) => ({
    TableName: withProjections,
    ...units(table + index),
    Table: units(table),
    LocalSecondaryIndexes: { 'local-keys': units(index) },
  })

  it('what a local index holds', async () => {
    await ready
    assert.deepEqual(await consumed(from('local-keys')), local(0, 0.5))
    assert.deepEqual(await consumed(from('local-keys', '"local"')), local(0, 0.5))
    assert.deepEqual(await consumed(from('local-keys'), undefined, consistent), local(0, 1))
  })

  it('and each item fetched from the table, rounded separately', async () => {
    await ready
    assert.deepEqual(await consumed(from('local-keys', 'lost')), local(3, 0.5))
    assert.deepEqual(await consumed(from('local-keys', 'lost'), undefined, consistent), local(6, 1))
    assert.deepEqual(
      await consumed(from('local-keys', 'lost'), undefined, { Limit: 1 }),
      local(1, 0.5),
    )
  })
})

describe('a write costs', () => {
  const where = (pk: string): string => `WHERE pk = '${pk}' AND sk = '1'`
  const insert = `INSERT INTO "${table}" VALUE {'pk': ?, 'sk': '1', 'filler': ?}`
  const filler = (pk: string, bytes: number): Value =>
    padded({ pk: S(pk), sk: S('1') }, bytes)['filler']!

  it('a unit for each KB of what it inserts', async () => {
    assert.deepEqual(await consumed(insert, [S('one'), filler('one', 1024)]), whole(1))
    assert.deepEqual(await consumed(insert, [S('two'), filler('two', 1025)]), whole(2))
  })

  it('the larger of old and new item', async () => {
    await consumed(insert, [S('grow'), filler('grow', 2048)])
    const update = `UPDATE "${table}" SET filler = ? ${where('grow')}`
    assert.deepEqual(await consumed(update, [S('small')]), whole(2))
    assert.deepEqual(await consumed(update, [filler('grow', 3072)]), whole(3))
    assert.deepEqual(await consumed(`DELETE FROM "${table}" ${where('grow')}`), whole(3))
  })

  it('a unit to delete a missing item', async () => {
    assert.deepEqual(await consumed(`DELETE FROM "${table}" ${where('nobody')}`), whole(1))
  })

  it('its indexes, each separately, if their entries change', async () => {
    const all = (table: number, local: number, global: number) => ({
      TableName: withIndexes,
      ...units(table + local + global),
      Table: units(table),
      ...(local === 0 ? {} : { LocalSecondaryIndexes: { 'by-local': units(local) } }),
      ...(global === 0 ? {} : { GlobalSecondaryIndexes: { 'by-global': units(global) } }),
    })
    const key = "'pk': 'i', 'sk': '1'"
    const inserted = `INSERT INTO "${withIndexes}" VALUE {${key}, 'local': 'l', 'global': 'g'}`
    assert.deepEqual(await consumed(inserted), all(1, 1, 1))
    const update = `UPDATE "${withIndexes}" SET "global" = 'h' ${where('i')}`
    const changed = (await consumed(update)) as { GlobalSecondaryIndexes: object }
    // The old entry is deleted and the new one written.
    assert.deepEqual(changed.GlobalSecondaryIndexes, { 'by-global': units(2) })
    assert.deepEqual(await consumed(`DELETE FROM "${withIndexes}" ${where('i')}`), all(1, 1, 1))
  })
})

describe('ExecuteStatement refuses by constraint', () => {
  checkRefusals(client, 'ExecuteStatement', { Statement: 'SELECT * FROM t' }, [
    [
      'an unknown ReturnConsumedCapacity',
      { ReturnConsumedCapacity: 'SOME' },
      failures(failure('SOME', 'returnConsumedCapacity', enums.returnConsumedCapacity)),
    ],
  ])
})
