/**
 * Cancelled TransactWriteItems requests: a reason for each action, in order, and nothing is
 * applied.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { N, nested, padded, putAll, S, type Item } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])
const stored: Item = { pk: S('there'), a: S('old'), n: N(1), m: { M: {} } }
await putAll(client, table, [stored])
const Key = { pk: S('there') }
const put = (Item: Json, more: Json = {}): Json => ({ Put: { TableName: table, Item, ...more } })
const remove = (key: Json): Json => ({ Delete: { TableName: table, Key: key } })
const check = (key: Json): Json => ({
  ConditionCheck: { TableName: table, Key: key, ConditionExpression: 'attribute_exists(pk)' },
})
const update = (key: Json, UpdateExpression: string, value?: Json): Json => ({
  Update: {
    TableName: table,
    Key: key,
    UpdateExpression,
    ...(value === undefined ? {} : { ExpressionAttributeValues: { ':v': value } }),
  },
})
const fresh = put({ pk: S('fresh') })
const none = { Code: 'None' }
const failed = { Code: 'ConditionalCheckFailed', Message: say.conditionFailed }
const fault = (Message: string): Json => ({ Code: 'ValidationError', Message })

/** Asserts that the actions are cancelled for these reasons and that none of them is applied. */
async function expectCancelled(actions: readonly Json[], reasons: readonly Json[]): Promise<void> {
  const codes = reasons.map(({ Code }) => Code as string)
  const { body } = await expectError(
    client.call('TransactWriteItems', { TransactItems: actions }),
    'TransactionCanceledException',
    say.cancelled(...codes),
  )
  assert.deepEqual(body['CancellationReasons'], reasons)
  assert.equal(body['Message'], say.cancelled(...codes), 'Message with a capital')
  for (const pk of ['fresh', 'fresher']) {
    assert.deepEqual(await client.ask('GetItem', { TableName: table, Key: { pk: S(pk) } }), {})
  }
  assert.deepEqual(await client.ask('GetItem', { TableName: table, Key }), { Item: stored })
}

describe('TransactWriteItems is cancelled by conditions', () => {
  const unless = { ConditionExpression: 'attribute_not_exists(pk)' }

  it('one of two, reported at its position', async () => {
    await expectCancelled([fresh, put(Key, unless)], [none, failed])
    await expectCancelled([put(Key, unless), fresh], [failed, none])
  })

  it('all that fail, not only the first', async () => {
    const absent = { pk: S('absent') }
    await expectCancelled([check(absent), fresh, put(Key, unless)], [failed, none, failed])
  })

  it('with the item on request', async () => {
    const asked = { ...unless, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
    await expectCancelled([fresh, put(Key, asked)], [none, { ...failed, Item: stored }])
  })

  it('without an item if there was none', async () => {
    const asked = {
      ConditionCheck: {
        TableName: table,
        Key: { pk: S('absent') },
        ConditionExpression: 'attribute_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    }
    await expectCancelled([asked, fresh], [failed, none])
  })

  it('of every kind of action', async () => {
    const never = {
      ConditionExpression: 'a = :w',
      ExpressionAttributeValues: { ':w': S('never') },
    }
    for (const action of [
      put(Key, never),
      { Delete: { TableName: table, Key, ...never } },
      { Update: { TableName: table, Key, UpdateExpression: 'REMOVE a', ...never } },
      { ConditionCheck: { TableName: table, Key, ...never } },
    ]) {
      await expectCancelled([action], [failed])
    }
  })

  // AWS: no item can have such a value, and no other operation accepts it.
  it('with a value of 33 levels', async () => {
    const never = {
      ConditionExpression: 'a = :w',
      ExpressionAttributeValues: { ':w': nested(32) },
    }
    await expectCancelled([{ ConditionCheck: { TableName: table, Key, ...never } }], [failed])
  })
})

describe('TransactWriteItems is cancelled by keys', () => {
  const mistyped = (name: string): string =>
    say.invalid(`Type mismatch for key pk expected: S actual: ${name}`)
  const rows: readonly (readonly [string, Json, string])[] = [
    ['a put of another type', put({ pk: N(5) }), mistyped('N')],
    ['a put of a list', put({ pk: { L: [S('x')] } }), mistyped('L')],
    ['a put without it', put({ a: S('x') }), say.invalid('Missing the key pk in the item')],
    ['a delete of another type', remove({ pk: N(5) }), say.keyMismatch],
    ['a delete of a list', remove({ pk: { L: [S('x')] } }), say.keyMismatch],
    ['a delete without it', remove({}), say.keyMismatch],
    ['a delete with more', remove({ ...Key, a: S('x') }), say.keyMismatch],
    ['a check of another type', check({ pk: N(5) }), say.keyMismatch],
    ['an update of another type', update({ pk: N(5) }, 'REMOVE a'), say.keyMismatch],
    ['a put of 2049 bytes', put({ pk: S('a'.repeat(2049)) }), say.partitionKeyTooLong],
  ]
  for (const [name, action, message] of rows) {
    it(name, async () => expectCancelled([action], [fault(message)]))
  }

  // AWS: checking stops at the first such action.
  it('of which only the first is reported', async () => {
    const actions = [fresh, put({ pk: N(5) }), remove({ pk: N(6) })]
    await expectCancelled(actions, [none, fault(mistyped('N')), none])
  })

  it('an index key of another type', async () => {
    const action = {
      Put: { TableName: withIndexes, Item: { pk: S('a'), sk: S('b'), global: N(1) } },
    }
    await expectCancelled(
      [action],
      [
        fault(
          say.invalid(
            'Type mismatch for Index Key global Expected: S Actual: N IndexName: by-global',
          ),
        ),
      ],
    )
  })
})

describe('TransactWriteItems is cancelled by updates', () => {
  const path = 'The document path provided in the update expression is invalid for update'
  const type = 'An operand in the update expression has an incorrect data type'
  const missing = 'The provided expression refers to an attribute that does not exist in the item'
  const rows: readonly (readonly [string, Json, string])[] = [
    ['a missing path', update(Key, 'SET x.y = :v', S('v')), path],
    ['an operand of another type', update(Key, 'ADD a :v', N(1)), type],
    ['a missing attribute', update(Key, 'SET b = nowhere'), missing],
    [
      'an item that grows beyond 400 KB',
      update(Key, 'SET filler = :v', padded({}, 400 * 1024)['filler']),
      say.updatedItemTooBig,
    ],
    ['a value of 33 levels', update(Key, 'SET d = :v', nested(32)), say.tooDeep],
    ['a value that gets too deep', update(Key, 'SET m.x = :v', nested(31)), say.tooDeep],
  ]
  for (const [name, action, message] of rows) {
    it(name, async () => expectCancelled([fresh, action], [none, fault(message)]))
  }

  it('an update of a key', async () => {
    await expectCancelled(
      [update(Key, 'SET pk = :v', S('x'))],
      [fault(say.invalid('Cannot update attribute pk. This attribute is part of the key'))],
    )
  })
})
