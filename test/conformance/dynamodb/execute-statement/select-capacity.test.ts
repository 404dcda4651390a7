/** What a SELECT costs: as much as the equivalent native reads. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { N, padded, putAll, S, type Item } from '../../../support/items.js'
import { composite, projected } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(projected),
])
const sized = (pk: string, ...sizes: readonly number[]): readonly Item[] =>
  sizes.map((bytes, n) => padded({ pk: S(pk), sk: S(String(n)) }, bytes))
await putAll(client, table, [...sized('a', 3000, 3000, 3000), ...sized('b', 100)])
await putAll(
  client,
  withIndexes,
  ['1', '2', '3'].map((n) => ({
    pk: S('p'),
    sk: S(n),
    local: S(n),
    group: S('g'),
    rank: N(n),
    lost: S('x'.repeat(5000)),
  })),
)

async function consumed(Statement: string, more: Json = {}): Promise<unknown> {
  const input = { Statement, ReturnConsumedCapacity: 'TOTAL', ...more }
  return (await client.ask('ExecuteStatement', input))['ConsumedCapacity']
}

describe('a SELECT costs', () => {
  const check = (rest: string, units: number, more: Json = {}): void => {
    it(`${rest || 'a scan'} ${JSON.stringify(more)}: ${units}`, async () => {
      assert.deepEqual(await consumed(`SELECT pk FROM "${table}" ${rest}`, more), {
        TableName: table,
        CapacityUnits: units,
      })
    })
  }

  check(`WHERE pk = 'a' AND sk = '0'`, 0.5)
  check(`WHERE pk = 'a' AND sk = '0'`, 1, { ConsistentRead: true })
  check(`WHERE pk = 'a' AND sk = 'none'`, 0.5)
  check(`WHERE pk = 'a'`, 1.5)
  check(`WHERE pk = 'a'`, 3, { ConsistentRead: true })
  check(`WHERE pk = 'a' AND v = 1`, 1.5)
  check(`WHERE pk = 'a' AND sk > '0'`, 1)
  check(`WHERE pk = 'a'`, 0.5, { Limit: 1 })
  // Every branch is a separate read and is rounded separately.
  check(`WHERE pk IN ['a', 'b', 'none']`, 2.5)
  check(`WHERE pk = 'a' AND sk IN ['0', '1', '2']`, 1.5)
  check(`WHERE pk IN ['a', 'b']`, 0.5, { Limit: 1 })
  check(`WHERE sk = '0'`, 1.5)
  check('', 1.5)

  it('nothing visible unless requested', async () => {
    const Statement = `SELECT * FROM "${table}" WHERE pk = 'none'`
    assert.deepEqual(await client.ask('ExecuteStatement', { Statement }), { Items: [] })
  })
})

describe('a SELECT reports under INDEXES', () => {
  const check = (rest: string, parts: Json, more: Json = {}): void => {
    it(`${rest} ${JSON.stringify(more)}`, async () => {
      const answer = await consumed(rest.replace('FROM ', `FROM "${withIndexes}"`), {
        ReturnConsumedCapacity: 'INDEXES',
        ...more,
      })
      assert.deepEqual(answer, { TableName: withIndexes, ...parts })
    })
  }
  const units = (CapacityUnits: number): Json => ({ CapacityUnits })

  check(`SELECT * FROM  WHERE pk = 'p' AND sk = '1'`, { ...units(1), Table: units(1) })
  check(`SELECT * FROM ."global-keys" WHERE "group" = 'g'`, {
    ...units(0.5),
    Table: units(0),
    GlobalSecondaryIndexes: { 'global-keys': units(0.5) },
  })
  check(`SELECT * FROM ."global-all"`, {
    ...units(2),
    Table: units(0),
    GlobalSecondaryIndexes: { 'global-all': units(2) },
  })
  check(
    `SELECT * FROM ."local-keys" WHERE pk = 'p'`,
    { ...units(1), Table: units(0), LocalSecondaryIndexes: { 'local-keys': units(1) } },
    { ConsistentRead: true },
  )
  // Every fetched item counts separately.
  check(`SELECT lost FROM ."local-keys" WHERE pk = 'p'`, {
    ...units(3.5),
    Table: units(3),
    LocalSecondaryIndexes: { 'local-keys': units(0.5) },
  })
})
