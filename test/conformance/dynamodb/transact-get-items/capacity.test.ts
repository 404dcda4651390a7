/** What a TransactGetItems costs: two units for each 4 KB of each item, missing items included. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { padded, putAll, S } from '../../../support/items.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, sorted] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
])
await Promise.all([
  putAll(client, table, [
    padded({ pk: S('small') }, 100),
    padded({ pk: S('edge') }, 4096),
    padded({ pk: S('over') }, 4097),
  ]),
  putAll(client, sorted, [padded({ pk: S('big'), sk: S('s') }, 20000)]),
])
const get = (pk: string, more: Json = {}): Json => ({
  Get: { TableName: table, Key: { pk: S(pk) }, ...more },
})
async function consumed(
  TransactItems: readonly Json[],
  ReturnConsumedCapacity = 'TOTAL',
): Promise<unknown> {
  const answer = await client.ask('TransactGetItems', { TransactItems, ReturnConsumedCapacity })
  return answer['ConsumedCapacity']
}
const units = (TableName: string, CapacityUnits: number): Json => ({
  TableName,
  CapacityUnits,
  ReadCapacityUnits: CapacityUnits,
})

describe('a TransactGetItems costs', () => {
  it('nothing visible unless requested', async () => {
    assert.equal(await consumed([get('small')], 'NONE'), undefined)
  })

  it('two units for each 4 KB of each item', async () => {
    assert.deepEqual(await consumed([get('small')]), [units(table, 2)])
    assert.deepEqual(await consumed([get('small'), get('edge'), get('over')]), [units(table, 8)])
  })

  it('two units for a missing item', async () => {
    assert.deepEqual(await consumed([get('nobody'), get('none')]), [units(table, 4)])
  })

  it('the whole item, whatever is projected', async () => {
    const projected = get('over', { ProjectionExpression: 'pk' })
    assert.deepEqual(await consumed([projected]), [units(table, 4)])
  })

  it('by table', async () => {
    const big = { Get: { TableName: sorted, Key: { pk: S('big'), sk: S('s') } } }
    const capacity = (await consumed(
      [get('small'), big, get('edge')],
      'INDEXES',
    )) as readonly Json[]
    const totals = Object.fromEntries(
      capacity.map(({ TableName, CapacityUnits }) => [TableName as string, CapacityUnits]),
    )
    assert.deepEqual(totals, { [table]: 4, [sorted]: 10 })
    for (const { CapacityUnits, Table } of capacity) {
      assert.equal((Table as Json)['CapacityUnits'], CapacityUnits)
    }
  })
})
