/**
 * Which fault of a BatchWriteItem is reported if it has several, and that nothing is written then.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { padded, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const absent = newTableName('absent')
const { failure, failures } = say
const put = (Item: Json): Json => ({ PutRequest: { Item } })
const to = (name: string, ...requests: readonly Json[]): Json => ({
  RequestItems: { [name]: requests },
})
const capacity = failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)
const metrics = failure('y', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics)
const tooBig = put(padded({ pk: S('big') }, 400 * 1024 + 1))

describe('BatchWriteItem reports', () => {
  checkRefusals(client, 'BatchWriteItem', {}, [
    [
      'both unknown enums, ReturnConsumedCapacity first',
      {
        ...to(table, put({ pk: S('a') })),
        ReturnItemCollectionMetrics: 'y',
        ReturnConsumedCapacity: 'x',
      },
      failures(capacity, metrics),
    ],
    [
      'an unknown enum before a missing table',
      { ...to(absent, put({ pk: S('a') })), ReturnConsumedCapacity: 'x' },
      failures(capacity),
    ],
    // AWS: reported alone; BatchGetItem reports both.
    [
      'an unknown enum alone, without a bad table name',
      { ...to('bad!name', put({ pk: S('a') })), ReturnConsumedCapacity: 'x' },
      failures(capacity),
    ],
    ['an empty request before the table', to(absent, {}), say.severalTypes],
    ['values before the size of items', to(absent, tooBig, put({ pk: {} })), /./],
    ['values before the table', to(absent, put({ pk: {} })), say.emptyValue],
    ['the size of items before the table', to(absent, tooBig), say.itemTooBig],
    [
      'the table before keys',
      to(absent, put({})),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'the table before duplicates',
      to(absent, put({ pk: S('a') }), put({ pk: S('a') })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'keys before duplicates',
      to(table, put({ pk: S('a') }), put({ pk: S('a') }), put({ other: S('a') })),
      say.keyMismatch,
    ],
  ])

  it('a fault in one request without writing the others', async () => {
    const Key = { pk: S('unwritten') }
    for (const bad of [put({ other: S('a') }), put({ pk: S('') }), put(Key)]) {
      const answer = await client.call('BatchWriteItem', to(table, put(Key), bad))
      assert.equal(answer.type, 'ValidationException')
      const stored = await client.ask('GetItem', { TableName: table, Key, ConsistentRead: true })
      assert.deepEqual(stored, {})
    }
  })

  it('a missing table without writing to the others', async () => {
    const Key = { pk: S('elsewhere') }
    const answer = await client.call('BatchWriteItem', {
      RequestItems: { [table]: [put(Key)], [absent]: [put(Key)] },
    })
    assert.equal(answer.type, 'ResourceNotFoundException')
    assert.deepEqual(await client.ask('GetItem', { TableName: table, Key }), {})
  })
})
