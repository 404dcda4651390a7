/** Which fault of a TransactGetItems is reported if it has several. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const absent = newTableName('absent')
const badEnum = say.failures(
  say.failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity),
)
const get = (more: Json = {}): Json => ({ Get: { TableName: table, Key: { pk: S('a') }, ...more } })
const of = (...TransactItems: readonly Json[]): Json => ({ TransactItems })

describe('TransactGetItems reports', () => {
  checkRefusals(client, 'TransactGetItems', {}, [
    [
      'an unknown enum before a missing table',
      { ...of(get({ TableName: absent })), ReturnConsumedCapacity: 'x' },
      badEnum,
    ],
    [
      'an unknown enum before an item twice',
      { ...of(get(), get()), ReturnConsumedCapacity: 'x' },
      badEnum,
    ],
    [
      'a projection before a missing table, wherever they stand',
      of(get({ TableName: absent }), get({ ProjectionExpression: '' })),
      'Invalid ProjectionExpression: The expression can not be empty;',
    ],
    [
      'a value without a type before an item twice',
      of(get(), get(), get({ Key: { pk: {} } })),
      say.emptyValue,
    ],
    [
      'a missing table before a key that does not match',
      of(get({ TableName: absent, Key: {} })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'a key that does not match before an item twice',
      of(get(), get(), get({ Key: { pk: N(1) } })),
      say.cancelled('None', 'None', 'ValidationError'),
      'TransactionCanceledException',
    ],
  ])
})
