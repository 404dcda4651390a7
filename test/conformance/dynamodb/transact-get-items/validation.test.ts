/**
 * TransactGetItems requests that are refused as a whole, or cancelled with a reason for each read.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import { B, N, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, sorted, binary] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
  client.createTable(partitionOnly('B')),
])
const { failure, failures, prefixed } = say
const get = (more: Json = {}): Json => ({ Get: { TableName: table, Key: { pk: S('a') }, ...more } })
const of = (...TransactItems: readonly Json[]): Json => ({ TransactItems })

describe('TransactGetItems refuses by constraint', () => {
  const many = Array.from({ length: 101 }, (_, n) => get({ Key: { pk: S(`k${n}`) } }))
  checkRefusals(client, 'TransactGetItems', of(get()), [
    ['no reads', { TransactItems: null }, failures(failure(null, 'transactItems', say.notNull))],
    [
      'an empty list of reads',
      of(),
      say.anyOf(
        failures(failure('[]', 'transactItems', say.lengthAtLeast(1))),
        prefixed(say.plainFailure('TransactItems', say.lengthAtLeast(1))),
      ),
    ],
    [
      '101 reads',
      of(...many),
      /^1 validation error detected: (?:Value '\[.+\]' at 'transactItems'|Value at 'TransactItems') failed to satisfy constraint: Member must have length less than or equal to 100$/s,
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { ReturnConsumedCapacity: 'x' },
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'an element without a read',
      of({}),
      /at 'transactItems\.1\.member\.get' failed to satisfy constraint: Member must not be null$/,
    ],
    [
      'a read without a key',
      of(get({ Key: null })),
      /at 'transactItems\.1\.member\.get\.key' failed to satisfy constraint: Member must not be null$/,
    ],
    [
      'a read without a table',
      of(get({ TableName: null })),
      /at 'transactItems\.1\.member\.get\.tableName' failed to satisfy constraint: Member must not be null$/,
    ],
  ])
})

describe('TransactGetItems refuses', () => {
  checkRefusals(client, 'TransactGetItems', {}, [
    [
      'a projection that cannot be read',
      of(get({ ProjectionExpression: '!!!' })),
      'Invalid ProjectionExpression: Syntax error; token: "!", near: "!!"',
    ],
    [
      'an empty projection',
      of(get({ ProjectionExpression: '' })),
      'Invalid ProjectionExpression: The expression can not be empty;',
    ],
    [
      'unused names',
      of(get({ ProjectionExpression: 'a', ExpressionAttributeNames: { '#u': 'u' } })),
      say.unusedNames('#u'),
    ],
    [
      'paths that overlap',
      of(get({ ProjectionExpression: 'a, a.b' })),
      /^Invalid ProjectionExpression: Two document paths overlap with each other/,
    ],
    ['an item twice', of(get(), get()), say.sameItemTwice],
    [
      'an item twice with another projection',
      of(get(), get({ ProjectionExpression: 'a' })),
      say.sameItemTwice,
    ],
    [
      'a table that does not exist',
      of(get({ TableName: newTableName('absent') })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    ['a value without a type', of(get({ Key: { pk: {} } })), say.emptyValue],
    ['no number', of(get({ Key: { pk: { N: 'abc' } } })), say.notANumber('abc')],
    [
      'an empty number',
      of(get({ Key: { pk: { N: '' } } })),
      say.anyOf(say.notANumber(''), say.older.emptyNumber),
    ],
    [
      'a string twice',
      of(get({ Key: { pk: { SS: ['b', 'a', 'b'] } } })),
      say.anyOf(say.duplicateStrings('a', 'b', 'b'), say.older.duplicateStrings('b', 'a', 'b')),
    ],
  ])
})

describe('TransactGetItems is cancelled by keys', () => {
  const key = (TableName: string, Key: Json): Json => ({ Get: { TableName, Key } })
  const rows: readonly (readonly [string, Json, string])[] = [
    ['none', key(table, {}), say.keyMismatch],
    ['without the sort key', key(sorted, { pk: S('a') }), say.keyMismatch],
    ['of another name', key(table, { other: S('a') }), say.keyMismatch],
    ['with more than the key', key(table, { pk: S('a'), more: S('b') }), say.keyMismatch],
    ['of another type', key(table, { pk: N(1) }), say.keyMismatch],
    ['that are a list', key(table, { pk: { L: [] } }), say.keyMismatch],
    // AWS: TransactWriteItems refuses these as a whole.
    ['that are empty', key(table, { pk: S('') }), say.emptyKey('pk')],
    ['that are empty binaries', key(binary, { pk: B('') }), say.emptyKey('pk', 'binary')],
    ['of 2049 bytes', key(table, { pk: S('a'.repeat(2049)) }), say.partitionKeyTooLong],
  ]
  for (const [name, read, message] of rows) {
    it(name, async () => {
      const { body } = await expectError(
        client.call('TransactGetItems', of(get(), read)),
        'TransactionCanceledException',
        say.cancelled('None', 'ValidationError'),
      )
      assert.deepEqual(body['CancellationReasons'], [
        { Code: 'None' },
        { Code: 'ValidationError', Message: message },
      ])
    })
  }
})
