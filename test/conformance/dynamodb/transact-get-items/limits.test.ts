/** TransactGetItems at its limits (100 reads and 4 MB), and what it returns. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { padded, putAll, S, type Item } from '../../../support/items.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, sorted] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
])
const get = (pk: string, more: Json = {}): Json => ({
  Get: { TableName: table, Key: { pk: S(pk) }, ...more },
})
async function read(...TransactItems: readonly Json[]): Promise<readonly unknown[]> {
  const { Responses } = await client.ask('TransactGetItems', { TransactItems })
  return Responses as readonly unknown[]
}

describe('TransactGetItems', () => {
  it('accepts 100 reads and answers in their order', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `k${n}`)
    await putAll(
      client,
      table,
      names.map((pk) => ({ pk: S(pk) })),
    )
    const answers = await read(...[...names].reverse().map((pk) => get(pk)))
    assert.deepEqual(
      answers,
      [...names].reverse().map((pk) => ({ Item: { pk: S(pk) } })),
    )
  })

  it('answers with an empty object for a missing item', async () => {
    const answers = await read(get('nobody'), get('k0'), get('none'))
    assert.deepEqual(answers, [{}, { Item: { pk: S('k0') } }, {}])
  })

  it('reads several tables, each with its projection', async () => {
    const item: Item = { pk: S('p'), sk: S('s'), a: { M: { b: S('c'), d: S('e') } } }
    await putAll(client, sorted, [item])
    const projected = {
      Get: {
        TableName: sorted,
        Key: { pk: S('p'), sk: S('s') },
        ProjectionExpression: '#a.b',
        ExpressionAttributeNames: { '#a': 'a' },
      },
    }
    assert.deepEqual(await read(get('k1', { ProjectionExpression: 'elsewhere' }), projected), [
      { Item: {} },
      { Item: { a: { M: { b: S('c') } } } },
    ])
  })

  it('reads 4 MB, not more', async () => {
    const names = Array.from({ length: 11 }, (_, n) => `large${n}`)
    const sizeOf = (n: number): number => (n < 10 ? 400 : 96) * 1024
    for (const [n, pk] of names.entries()) {
      await putAll(client, table, [padded({ pk: S(pk) }, sizeOf(n))])
    }
    assert.equal((await read(...names.map((pk) => get(pk)))).length, 11)
    const TransactItems = [...names, 'k0'].map((pk) => get(pk))
    const { type } = await client.call('TransactGetItems', { TransactItems })
    assert.equal(type, 'ValidationException')
  })

  it('reads a table named by its ARN', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as { Table: Json }
    const TableName = Table['TableArn']
    assert.deepEqual(await read(get('k0', { TableName })), [{ Item: { pk: S('k0') } }])
  })
})
