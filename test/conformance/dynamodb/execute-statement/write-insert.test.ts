/** INSERT through ExecuteStatement: puts a new item, and never replaces one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DuplicateItemException, ExecuteStatementCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { padded, S } from '../../../support/items.js'
import { composite, indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, sorted, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
  client.createTable(indexed),
])

const execute = (Statement: string, more: Json = {}): Promise<Json> =>
  client.ask('ExecuteStatement', { Statement, ...more })
const refused = (Statement: string, message: string, more: Json = {}, type?: string) =>
  expectError(
    client.call('ExecuteStatement', { Statement, ...more }),
    type ?? 'ValidationException',
    message,
  )
async function stored(Key: Json, TableName = table): Promise<unknown> {
  return (await client.ask('GetItem', { TableName, Key, ConsistentRead: true }))['Item']
}

describe('an INSERT', () => {
  it('stores an item and returns no items', async () => {
    const answer = await client.sdk.send(
      new ExecuteStatementCommand({
        Statement: `INSERT INTO "${table}" VALUE {'pk': ?, 'n': 1, 'tags': <<'a', 'b'>>}`,
        Parameters: [{ S: 'sdk' }],
      }),
    )
    assert.deepEqual(answer.Items, [])
    assert.deepEqual(await stored({ pk: S('sdk') }), {
      pk: S('sdk'),
      n: { N: '1' },
      tags: { SS: ['a', 'b'] },
    })
  })

  it('accepts every type of value as a parameter', async () => {
    const values: Json = {
      s: S(''),
      n: { N: '1.5' },
      b: { B: 'AAEC' },
      yes: { BOOL: true },
      nothing: { NULL: true },
      ss: { SS: ['x'] },
      ns: { NS: ['1', '2'] },
      bs: { BS: ['AA=='] },
      l: { L: [S('x'), { N: '1' }] },
      m: { M: { k: S('v') } },
    }
    const members = Object.keys(values).map((name) => `'${name}': ?`)
    await execute(`INSERT INTO "${table}" VALUE {'pk': 'types', ${members.join(', ')}}`, {
      Parameters: Object.values(values),
    })
    assert.deepEqual(await stored({ pk: S('types') }), { pk: S('types'), ...values })
  })

  it('never replaces an item', async () => {
    await execute(`INSERT INTO "${table}" VALUE {'pk': 'once', 'v': 1}`)
    const again = { Statement: `INSERT INTO "${table}" VALUE {'pk': 'once', 'v': 2}` }
    await assert.rejects(client.sdk.send(new ExecuteStatementCommand(again)), (error) => {
      assert.ok(error instanceof DuplicateItemException)
      assert.equal(error.message, 'Duplicate primary key exists in table')
      return true
    })
    assert.deepEqual(await stored({ pk: S('once') }), { pk: S('once'), v: { N: '1' } })
  })

  it('does not return the existing item', async () => {
    await execute(`INSERT INTO "${table}" VALUE {'pk': 'shy'}`)
    const { body } = await refused(
      `INSERT INTO "${table}" VALUE {'pk': 'shy'}`,
      'Duplicate primary key exists in table',
      { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      'DuplicateItemException',
    )
    assert.equal(body['Item'], undefined)
  })

  it('requires the whole key', async () => {
    await refused(
      `INSERT INTO "${sorted}" VALUE {'pk': 'a'}`,
      'One or more parameter values were invalid: Missing the key sk in the item',
    )
  })

  it('follows the rules of keys', async () => {
    await refused(
      `INSERT INTO "${table}" VALUE {'pk': 1}`,
      'One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N',
    )
    await refused(
      `INSERT INTO "${table}" VALUE {'pk': ''}`,
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    )
    await refused(
      `INSERT INTO "${withIndexes}" VALUE {'pk': 'a', 'sk': 'b', 'global': 5}`,
      'One or more parameter values were invalid: Type mismatch for Index Key global Expected: S Actual: N IndexName: by-global',
    )
  })

  it('is limited by the size of the item', async () => {
    const insert = (bytes: number, pk: string) => {
      const { filler } = padded({ pk: S(pk) }, bytes)
      return { Statement: `INSERT INTO "${table}" VALUE {'pk': '${pk}', 'filler': ?}`, filler }
    }
    const fits = insert(409_600, 'full')
    await execute(fits.Statement, { Parameters: [fits.filler] })
    const over = insert(409_601, 'over')
    await refused(over.Statement, 'Item size has exceeded the maximum allowed size', {
      Parameters: [over.filler],
    })
  })

  it('is refused on an index, with the position of the name', async () => {
    await refused(
      `INSERT INTO "${withIndexes}"."by-global" VALUE {'pk': 'a'}`,
      `FROM clause may only contain a single table name in data manipulation statements at 1:13:${withIndexes.length + 2}`,
    )
  })

  it('requires a table', async () => {
    await refused(
      `INSERT INTO "no-such-table" VALUE {'pk': 'a'}`,
      'Requested resource not found',
      {},
      'ResourceNotFoundException',
    )
  })

  it('costs what PutItem costs, by index', async () => {
    const { filler } = padded({ pk: S('c'), sk: S('1'), global: S('g') }, 1025)
    const { ConsumedCapacity } = await execute(
      `INSERT INTO "${withIndexes}" VALUE {'pk': 'c', 'sk': '1', 'global': 'g', 'filler': ?}`,
      { Parameters: [filler], ReturnConsumedCapacity: 'INDEXES' },
    )
    assert.deepEqual(ConsumedCapacity, {
      TableName: withIndexes,
      CapacityUnits: 4,
      Table: { CapacityUnits: 2 },
      GlobalSecondaryIndexes: { 'by-global': { CapacityUnits: 2 } },
    })
  })
})
