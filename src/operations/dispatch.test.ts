import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { ServiceError } from '../model/errors.js'
import { VirtualClock } from '../stdx/clock.js'
import { openTestDatabase } from './database-suite.js'

type Call = (operation: string, input: unknown) => Promise<unknown>

/** Servers that share a database. Each has its own catalog, and so its own cache. */
async function servers(count: number): Promise<readonly Call[]> {
  const engine = await openTestEngine()
  const clock = new VirtualClock()
  return Array.from({ length: count }, () => openTestDatabase(engine, { clock }).dispatch)
}

function tableOf(sortType?: 'S' | 'N') {
  const names = sortType === undefined ? ['pk'] : ['pk', 'sk']
  return {
    TableName: 'shared',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((name, i) => ({
      AttributeName: name,
      AttributeType: i === 0 ? 'S' : sortType,
    })),
    KeySchema: names.map((name, i) => ({
      AttributeName: name,
      KeyType: i === 0 ? 'HASH' : 'RANGE',
    })),
  }
}

async function outcome(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error))
    return `${error.type}: ${error.message}`
  }
}

const TableName = 'shared'

describe('servers on one database', () => {
  it("see a table that another one created, and each other's items", async () => {
    const [one, other] = await servers(2)
    await one!('CreateTable', tableOf())
    await other!('PutItem', { TableName, Item: { pk: { S: 'a' }, n: { N: '1' } } })
    const { Item } = (await one!('GetItem', { TableName, Key: { pk: { S: 'a' } } })) as {
      Item: { toJSON(): unknown }
    }
    assert.deepEqual(Item.toJSON(), { pk: { S: 'a' }, n: { N: '1' } })
  })

  it('do not write into a table that another one dropped', async () => {
    const [one, other] = await servers(2)
    await one!('CreateTable', tableOf())
    await other!('PutItem', { TableName, Item: { pk: { S: 'a' } } })
    await one!('DeleteTable', { TableName })
    const missing = 'ResourceNotFoundException: Requested resource not found'
    const Item = { pk: { S: 'b' } }
    assert.equal(await outcome(other!('PutItem', { TableName, Item })), missing)
    assert.equal(await outcome(other!('GetItem', { TableName, Key: Item })), missing)
  })

  it('do not answer with an error from an outdated schema', async () => {
    const [one, other] = await servers(2)
    await one!('CreateTable', tableOf())
    await other!('PutItem', { TableName, Item: { pk: { S: 'a' } } })
    await one!('DeleteTable', { TableName })
    await one!('CreateTable', tableOf('N'))
    const mismatch = 'One or more parameter values were invalid: Missing the key sk in the item'
    assert.equal(
      await outcome(other!('PutItem', { TableName, Item: { pk: { S: 'a' } } })),
      `ValidationException: ${mismatch}`,
    )
    const Item = { pk: { S: 'a' }, sk: { N: '1' } }
    assert.deepEqual(await outcome(other!('PutItem', { TableName, Item })), {
      Attributes: undefined,
    })
  })

  it('do not lose increments of a counter', async () => {
    const calls = await servers(3)
    await calls[0]!('CreateTable', tableOf())
    const increment = {
      TableName,
      Key: { pk: { S: 'counter' } },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }
    await Promise.all(Array.from({ length: 60 }, (_, i) => calls[i % 3]!('UpdateItem', increment)))
    const { Item } = (await calls[1]!('GetItem', { TableName, Key: increment.Key })) as {
      Item: { toJSON(): { n: unknown } }
    }
    assert.deepEqual(Item.toJSON().n, { N: '60' })
  })
})

describe('dispatch', () => {
  it("accepts a table's ARN as its name, but not one of another region", async () => {
    const [call] = await servers(1)
    await call!('CreateTable', tableOf())
    const Item = { pk: { S: 'a' } }
    const arn = (region: string) => `arn:aws:dynamodb:${region}:000000000000:table/shared`
    await call!('PutItem', { TableName: arn('us-east-1'), Item })
    assert.equal(
      await outcome(call!('PutItem', { TableName: arn('eu-west-1'), Item })),
      `ValidationException: 1 validation error detected: Invalid AWS region in '${arn('eu-west-1')}'`,
    )
  })
})
