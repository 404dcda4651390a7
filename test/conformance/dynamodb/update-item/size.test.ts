/**
 * How UpdateItem measures the change that a request describes, to the byte: beside `SET b = :pad`,
 * each clause costs so much.
 */
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { N, S, type Item } from '../../../support/items.js'
import { updatedItemTooBig } from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const limit = 400 * 1024
/** Of the update, of a clause that writes, and of the name b. */
const padCost = 3 + 19 + 1

interface Row {
  readonly clause: string
  readonly cost: number
  readonly values?: Item
  readonly seed?: Item
}

const ten = S('y'.repeat(10))
const list = (...elements: readonly Item[string][]): Item[string] => ({ L: elements })
const rows: readonly Row[] = [
  { clause: 'SET c = abcdefghij', cost: 20 + 25, seed: { abcdefghij: ten } },
  { clause: 'SET c = m.z', cost: 20 + 31, seed: { m: { M: { z: ten } } } },
  { clause: 'SET c = l[1]', cost: 20 + 31, seed: { l: list(ten, ten) } },
  {
    clause: 'SET l = list_append(l, :new)',
    cost: 20 + 37 + 16 + 14,
    values: { ':new': list(ten) },
    seed: { l: list(ten) },
  },
  { clause: 'SET c = if_not_exists(c, :v)', cost: 20 + 39 + 16 + 10, values: { ':v': ten } },
  {
    clause: 'SET c = if_not_exists(c, :v), d = if_not_exists(d, :v)',
    cost: 2 * (20 + 39 + 16 + 10),
    values: { ':v': ten },
    seed: { c: ten, d: ten },
  },
  { clause: 'SET n = n + :n', cost: 20 + 34 + 16 + 2, values: { ':n': N(1) }, seed: { n: N(1) } },
  { clause: 'SET n = n - :n', cost: 20 + 37 + 16 + 2, values: { ':n': N(1) }, seed: { n: N(1) } },
  { clause: 'ADD numbers :n', cost: 19 + 7 + 2, values: { ':n': N(1) } },
  {
    clause: 'ADD words :new',
    cost: 19 + 5 + 10,
    values: { ':new': { SS: ['y'.repeat(10)] } },
    seed: { words: { SS: ['a'] } },
  },
  { clause: 'REMOVE abcdefghij', cost: 1 + 10, seed: { abcdefghij: ten } },
  { clause: 'REMOVE l[1]', cost: 1 + 1 + 5, seed: { l: list(ten, ten) } },
  {
    clause: 'DELETE words :old',
    cost: 1 + 5,
    values: { ':old': { SS: ['b'.repeat(30)] } },
    seed: { words: { SS: ['a', 'b'.repeat(30)] } },
  },
]

describe('UpdateItem allows 400 KB and not a byte more of', () => {
  for (const [i, { clause, cost, values = {}, seed = {} }] of rows.entries()) {
    it(`SET b = :pad and ${clause}`, async () => {
      const Key = { pk: S(`k${i}`) }
      const expression = clause.startsWith('SET ')
        ? `SET b = :pad, ${clause.slice(4)}`
        : `SET b = :pad ${clause}`
      const update = async (bytes: number, more: Json = {}) => {
        await client.ask('PutItem', { TableName: table, Item: { ...Key, ...seed } })
        return client.call('UpdateItem', {
          TableName: table,
          Key,
          UpdateExpression: expression,
          ExpressionAttributeValues: { ...values, ':pad': S('x'.repeat(bytes)) },
          ...more,
        })
      }
      const most = limit - padCost - cost
      const over = update(most + 1, { ConditionExpression: 'attribute_not_exists(pk)' })
      await expectError(over, 'ValidationException', updatedItemTooBig)
      const { status } = await update(most)
      if (status !== 200) throw new Error(`a change of 400 KB was refused: ${clause}`)
    })
  }

  it('AttributeUpdates, which measure the item alone', async () => {
    const update = (bytes: number) =>
      client.call('UpdateItem', {
        TableName: table,
        Key: { pk: S('legacy') },
        AttributeUpdates: { b: { Action: 'PUT', Value: S('x'.repeat(bytes)) } },
      })
    const most = limit - 'pk'.length - 'legacy'.length - 'b'.length
    await expectError(update(most + 1), 'ValidationException', updatedItemTooBig)
    const { status } = await update(most)
    if (status !== 200) throw new Error('an item of 400 KB was refused')
  })
})
