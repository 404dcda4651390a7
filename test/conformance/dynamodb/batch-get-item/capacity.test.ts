/** What a BatchGetItem costs: by item and by table, missing items included. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { padded, putAll, S } from '../../../support/items.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
])
await Promise.all([
  putAll(client, table, [
    padded({ pk: S('small') }, 100),
    padded({ pk: S('edge') }, 4096),
    padded({ pk: S('over') }, 4097),
  ]),
  putAll(client, other, [padded({ pk: S('big'), sk: S('s') }, 20000)]),
])

async function consumed(ReturnConsumedCapacity: string, RequestItems: Json): Promise<unknown> {
  const answer = await client.ask('BatchGetItem', { RequestItems, ReturnConsumedCapacity })
  return answer['ConsumedCapacity']
}
const of = (...names: readonly string[]): Json => ({ Keys: names.map((pk) => ({ pk: S(pk) })) })
const total = (TableName: string, CapacityUnits: number): Json => ({ TableName, CapacityUnits })

describe('a BatchGetItem costs', () => {
  it('nothing visible unless requested', async () => {
    const answer = await client.ask('BatchGetItem', { RequestItems: { [table]: of('small') } })
    assert.deepEqual(Object.keys(answer).toSorted(), ['Responses', 'UnprocessedKeys'])
  })

  it('each item, rounded separately', async () => {
    const asked = await consumed('TOTAL', { [table]: of('small', 'edge', 'over') })
    assert.deepEqual(asked, [total(table, 2)])
    const consistent = { ...of('small', 'edge', 'over'), ConsistentRead: true }
    assert.deepEqual(await consumed('TOTAL', { [table]: consistent }), [total(table, 4)])
  })

  it('half a unit for a missing item', async () => {
    assert.deepEqual(await consumed('TOTAL', { [table]: of('none', 'nobody') }), [total(table, 1)])
    const consistent = { ...of('none'), ConsistentRead: true }
    assert.deepEqual(await consumed('TOTAL', { [table]: consistent }), [total(table, 1)])
  })

  it('the whole item, whatever is projected', async () => {
    const projected = { ...of('over'), ProjectionExpression: 'pk' }
    assert.deepEqual(await consumed('TOTAL', { [table]: projected }), [total(table, 1)])
  })

  it('by table, each with its own consistency', async () => {
    const capacity = (await consumed('INDEXES', {
      [table]: of('small'),
      [other]: { Keys: [{ pk: S('big'), sk: S('s') }], ConsistentRead: true },
    })) as readonly Json[]
    const byName = Object.fromEntries(
      capacity.map((entry) => [entry['TableName'] as string, entry]),
    )
    assert.deepEqual(byName, {
      [table]: { ...total(table, 0.5), Table: { CapacityUnits: 0.5 } },
      [other]: { ...total(other, 5), Table: { CapacityUnits: 5 } },
    })
  })
})

describe('a BatchGetItem answers', () => {
  it('with the existing items, projected', async () => {
    const { Responses } = await client.ask('BatchGetItem', {
      RequestItems: {
        [table]: { ...of('small', 'none'), AttributesToGet: ['pk', 'other'] },
      },
    })
    assert.deepEqual(Responses, { [table]: [{ pk: S('small') }] })
  })

  it('with an empty list for a table without matches', async () => {
    const answer = await client.ask('BatchGetItem', { RequestItems: { [table]: of('none') } })
    assert.deepEqual(answer, { Responses: { [table]: [] }, UnprocessedKeys: {} })
  })

  it('for a table named by its ARN', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as { Table: Json }
    const arn = Table['TableArn'] as string
    const { Responses } = await client.ask('BatchGetItem', { RequestItems: { [arn]: of('small') } })
    assert.equal(Object.values(Responses as Record<string, unknown[]>).flat().length, 1)
  })
})
