/** What an ExecuteTransaction costs: the table's units twice, those of indexes once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { padded, putAll, S } from '../../../support/items.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])

async function consumed(statements: readonly (string | Json)[], more: Json = {}): Promise<unknown> {
  const TransactStatements = statements.map((each) =>
    typeof each === 'string' ? { Statement: each } : each,
  )
  const request = { TransactStatements, ReturnConsumedCapacity: 'TOTAL', ...more }
  return (await client.ask('ExecuteTransaction', request))['ConsumedCapacity']
}
const written = (units: number): Json => ({ CapacityUnits: units, WriteCapacityUnits: units })
const read = (units: number): Json => ({ CapacityUnits: units, ReadCapacityUnits: units })
const insert = (pk: string, bytes: number): Json => ({
  Statement: `INSERT INTO "${table}" VALUE {'pk': '${pk}', 'filler': ?}`,
  Parameters: [padded({ pk: S(pk) }, bytes)['filler']],
})

describe('an ExecuteTransaction costs', () => {
  it('two units for each 4 KB read, missing items too', async () => {
    await putAll(client, table, [padded({ pk: S('r') }, 5000)])
    const select = (pk: string) => `SELECT * FROM "${table}" WHERE pk = '${pk}'`
    assert.deepEqual(await consumed([select('r'), select('absent')]), [
      { TableName: table, ...read(6) },
    ])
  })

  it('two units for each KB written', async () => {
    assert.deepEqual(await consumed([insert('small', 1024), insert('large', 1025)]), [
      { TableName: table, ...written(6) },
    ])
  })

  it('a write for each index, once', async () => {
    const statements = [
      `INSERT INTO "${withIndexes}" VALUE {'pk': 'a', 'sk': '1', 'local': 'l', 'global': 'g'}`,
      insert('beside', 100),
    ]
    assert.deepEqual(await consumed(statements, { ReturnConsumedCapacity: 'INDEXES' }), [
      {
        TableName: withIndexes,
        ...written(4),
        Table: written(2),
        LocalSecondaryIndexes: { 'by-local': written(1) },
        GlobalSecondaryIndexes: { 'by-global': written(1) },
      },
      { TableName: table, ...written(2), Table: written(2) },
    ])
  })

  it('the cost of reading if it is repeated with its token', async () => {
    const token = { ClientRequestToken: randomUUID() }
    const statements = [insert('again', 3000)]
    assert.deepEqual(await consumed(statements, token), [{ TableName: table, ...written(6) }])
    assert.deepEqual(await consumed(statements, token), [{ TableName: table, ...read(2) }])
  })

  it('nothing visible unless requested', async () => {
    const more = { ReturnConsumedCapacity: 'NONE' }
    assert.equal(await consumed([insert('quiet', 100)], more), undefined)
  })
})
