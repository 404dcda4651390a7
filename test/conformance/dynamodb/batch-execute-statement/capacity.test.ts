/** What a BatchExecuteStatement costs: one entry for each table. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { padded, putAll, S } from '../../../support/items.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])

async function consumed(
  statements: readonly (string | Json)[],
  ReturnConsumedCapacity = 'INDEXES',
): Promise<unknown> {
  const Statements = statements.map((each) =>
    typeof each === 'string' ? { Statement: each } : each,
  )
  const answer = await client.ask('BatchExecuteStatement', { Statements, ReturnConsumedCapacity })
  return answer['ConsumedCapacity']
}
const onTable = (total: number, share = total): Json => ({
  TableName: table,
  CapacityUnits: total,
  Table: { CapacityUnits: share },
})

describe('a BatchExecuteStatement costs', () => {
  it('half a unit for each 4 KB read, or a whole one if the member is consistent', async () => {
    await putAll(client, table, [padded({ pk: S('r') }, 5000)])
    const select = (pk: string, ConsistentRead: boolean): Json => ({
      Statement: `SELECT pk FROM "${table}" WHERE pk = '${pk}'`,
      ConsistentRead,
    })
    assert.deepEqual(await consumed([select('r', true), select('absent', false)]), [onTable(2.5)])
    assert.deepEqual(await consumed([select('r', false)], 'TOTAL'), [
      { TableName: table, CapacityUnits: 1 },
    ])
    assert.equal(await consumed([select('r', false)], 'NONE'), undefined)
  })

  it('each write, and the indexes it changes, by table', async () => {
    assert.deepEqual(
      await consumed([
        `INSERT INTO "${withIndexes}" VALUE {'pk': 'w', 'sk': '1', 'local': 'l', 'global': 'g'}`,
        `INSERT INTO "${table}" VALUE {'pk': 'w'}`,
        `INSERT INTO "${withIndexes}" VALUE {'pk': 'w', 'sk': '2', 'global': 'g'}`,
        `DELETE FROM "${table}" WHERE pk = 'nobody'`,
      ]),
      [
        {
          TableName: withIndexes,
          CapacityUnits: 5,
          Table: { CapacityUnits: 2 },
          LocalSecondaryIndexes: { 'by-local': { CapacityUnits: 1 } },
          GlobalSecondaryIndexes: { 'by-global': { CapacityUnits: 2 } },
        },
        onTable(2),
      ],
    )
  })

  it('the size of failed writes, only in the total', async () => {
    await putAll(client, table, [padded({ pk: S('big') }, 3000), { pk: S('small') }])
    const { filler } = padded({ pk: S('small') }, 2000)
    assert.deepEqual(
      await consumed([
        `INSERT INTO "${table}" VALUE {'pk': 'fresh'}`,
        `UPDATE "${table}" SET a = 1 WHERE pk = 'big' AND a = 2`,
        {
          Statement: `INSERT INTO "${table}" VALUE {'pk': 'small', 'filler': ?}`,
          Parameters: [filler],
        },
        `UPDATE "${table}" SET a = 1 WHERE pk = 'absent'`,
        `UPDATE "${table}" SET a = 1 WHERE a = 1`,
      ]),
      [onTable(1 + 3 + 2 + 1, 1)],
    )
  })

  it('nothing for a table if all its writes failed', async () => {
    const fails = `UPDATE "${table}" SET a = 1 WHERE pk = 'absent'`
    assert.equal(await consumed([fails]), undefined)
    assert.deepEqual(
      await consumed([fails, `DELETE FROM "${withIndexes}" WHERE pk = 'n' AND sk = 'n'`], 'TOTAL'),
      [{ TableName: withIndexes, CapacityUnits: 1 }],
    )
  })
})
