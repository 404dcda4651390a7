/**
 * What a BatchExecuteStatement costs: one entry for each table; failures count only in the total.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { N, padded, putAll, S } from '../../../support/items.js'
import { statementsOf, type Member } from '../../../support/partiql.js'
import type { BatchStatementRequest } from '@aws-sdk/client-dynamodb'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])
const { batch } = statementsOf(client)
const units = (CapacityUnits: number) => ({ CapacityUnits })
const total = (TableName: string, n: number) => ({ TableName, ...units(n) })
const select = (pk: string, from = table, ConsistentRead?: boolean) => ({
  Statement: `SELECT * FROM "${from}" WHERE pk = '${pk}'`,
  ...(ConsistentRead === undefined ? {} : { ConsistentRead }),
})

async function consumed(
  members: readonly Member<BatchStatementRequest>[],
  ReturnConsumedCapacity: 'TOTAL' | 'INDEXES' | 'NONE' = 'TOTAL',
): Promise<unknown> {
  return (await batch(members, { ReturnConsumedCapacity })).ConsumedCapacity
}

describe('a batch of reads costs', () => {
  it('nothing visible unless requested', async () => {
    assert.equal((await batch([select('a')])).ConsumedCapacity, undefined)
    assert.equal(await consumed([select('a')], 'NONE'), undefined)
  })

  it('half a unit per item, a whole one if consistent', async () => {
    await putAll(client, table, [{ pk: S('a') }, { pk: S('b') }])
    assert.deepEqual(await consumed([select('a')]), [total(table, 0.5)])
    assert.deepEqual(await consumed([select('a', table, false)]), [total(table, 0.5)])
    assert.deepEqual(await consumed([select('a', table, true)]), [total(table, 1)])
    const mixed = [select('a', table, true), select('b'), select('nobody')]
    assert.deepEqual(await consumed(mixed), [total(table, 2)])
  })

  it('each item, rounded separately', async () => {
    await putAll(client, table, [
      padded({ pk: S('large') }, 4097),
      padded({ pk: S('also large') }, 4097),
    ])
    assert.deepEqual(await consumed([select('large'), select('also large')]), [total(table, 2)])
  })

  it('by table', async () => {
    const costs = (await consumed([select('a'), select('a', other), select('b')])) as readonly {
      TableName: string
      CapacityUnits: number
    }[]
    const byName = Object.fromEntries(costs.map((cost) => [cost.TableName, cost.CapacityUnits]))
    assert.deepEqual(byName, { [table]: 1, [other]: 0.5 })
  })
})

describe('a batch of writes costs', () => {
  it('what its writes cost, indexes included', async () => {
    const members = [
      `INSERT INTO "${withIndexes}" VALUE {'pk': 'i', 'sk': '1', 'local': 'l', 'global': 'g'}`,
      `INSERT INTO "${withIndexes}" VALUE {'pk': 'i', 'sk': '2'}`,
    ]
    assert.deepEqual(await consumed(members, 'INDEXES'), [
      {
        TableName: withIndexes,
        ...units(4),
        Table: units(2),
        LocalSecondaryIndexes: { 'by-local': units(1) },
        GlobalSecondaryIndexes: { 'by-global': units(1) },
      },
    ])
  })

  // AWS: a failed write counts in the total, but in none of its parts.
  it('failed writes too, only in the total', async () => {
    await putAll(client, table, [padded({ pk: S('stored') }, 2500), { pk: S('fine'), n: N(1) }])
    const members = [
      `UPDATE "${table}" SET n = 1 WHERE pk = 'stored' AND n = 5`,
      `UPDATE "${table}" SET n = 2 WHERE pk = 'fine'`,
    ]
    assert.deepEqual(await consumed(members, 'INDEXES'), [
      { TableName: table, ...units(4), Table: units(1) },
    ])
  })

  it('nothing for a table if all its writes failed', async () => {
    await putAll(client, table, [{ pk: S('there') }])
    const duplicate = `INSERT INTO "${table}" VALUE {'pk': 'there'}`
    assert.deepEqual(await consumed([duplicate, `DELETE FROM "${other}" WHERE pk = 'x'`]), [
      total(other, 1),
    ])
    assert.equal(await consumed([duplicate]), undefined)
  })
})
