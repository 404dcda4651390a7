/** Values nest at most 32 levels deep; the attribute itself is the first level. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../support/client.js'
import { checkAccepted, checkRefusals } from '../../support/expect.js'
import { prefixed, tooDeep } from '../../support/sentences.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const key = { pk: { S: 'a' } }

/** A value whose innermost part is at the given level. */
function nested(levels: number, wrap: (value: Json) => Json, leaf: Json = { S: 'leaf' }): Json {
  let value = leaf
  for (let level = 1; level < levels; level++) value = wrap(value)
  return value
}
const inMap = (value: Json): Json => ({ M: { n: value } })
const inList = (value: Json): Json => ({ L: [value] })
const item = (value: Json): Json => ({ Item: { ...key, value } })
const values = (value: Json): Json => ({ ExpressionAttributeValues: { ':v': value } })

describe('32 levels are accepted', () => {
  checkAccepted(client, 'PutItem', { TableName: table }, [
    ['of maps', item(nested(32, inMap))],
    ['of lists', item(nested(32, inList))],
    ['with a set at the bottom', item(nested(32, inMap, { SS: ['a'] }))],
    ['with an empty list at the bottom', item(nested(32, inMap, { L: [] }))],
  ])
  checkAccepted(client, 'UpdateItem', { TableName: table, Key: key }, [
    ['in a value', { UpdateExpression: 'SET a = :v', ...values(nested(32, inMap)) }],
  ])

  it('and are returned unchanged', async () => {
    const value = nested(32, inMap)
    await client.ask('PutItem', { TableName: table, ...item(value) })
    const { Item } = await client.ask('GetItem', { TableName: table, Key: key })
    assert.deepEqual(Item, { ...key, value })
  })
})

describe('33 levels are refused', () => {
  checkRefusals(client, 'PutItem', { TableName: table }, [
    ['of maps', item(nested(33, inMap)), prefixed(tooDeep)],
    ['of lists', item(nested(33, inList)), prefixed(tooDeep)],
    ['with an empty map at the bottom', item(nested(33, inMap, { M: {} })), prefixed(tooDeep)],
  ])
  checkRefusals(client, 'UpdateItem', { TableName: table, Key: key }, [
    [
      'in a value of an update',
      { UpdateExpression: 'SET a = :v', ...values(nested(33, inMap)) },
      prefixed(tooDeep),
    ],
    [
      'in a value of a condition',
      { ConditionExpression: 'a = :v', ...values(nested(33, inList)) },
      prefixed(tooDeep),
    ],
  ])
})

describe('an update may not nest too deep', () => {
  it('by putting a deep value into a map', async () => {
    const Key = { pk: { S: 'grow' } }
    await client.ask('PutItem', { TableName: table, Item: { ...Key, m: { M: {} } } })
    const grow = (levels: number) =>
      client.call('UpdateItem', {
        TableName: table,
        Key,
        UpdateExpression: 'SET m.x = :v',
        ...values(nested(levels, inMap)),
      })
    assert.equal((await grow(31)).status, 200)
    const refused = await grow(32)
    assert.equal(refused.type, 'ValidationException')
    // AWS: a transaction says only the first half; it is not certain whether UpdateItem says both.
    assert.match(refused.message ?? '', /Nesting Levels have exceeded supported limits/)
  })
})

describe('absurd depth is refused at once', () => {
  const rows = [
    ['a thousand maps', '{"M":{"n":', '}}', 1_000],
    ['a hundred thousand maps', '{"M":{"n":', '}}', 100_000],
    ['a million lists', '{"L":[', ']}', 1_000_000],
  ] as const
  for (const [name, open, close, depth] of rows) {
    it(name, async () => {
      const value = `${open.repeat(depth)}{"S":"x"}${close.repeat(depth)}`
      const body = `{"TableName":"${table}","Item":{"pk":{"S":"a"},"value":${value}}}`
      const answer = await client.call('PutItem', body)
      assert.equal(answer.status, 400)
      assert.match(answer.type ?? '', /ValidationException|SerializationException/)
    })
  }

  it('and does not affect later requests', async () => {
    await client.ask('PutItem', { TableName: table, Item: key })
  })
})
