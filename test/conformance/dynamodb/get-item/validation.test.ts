/** Refused GetItem requests, except for faults in projections (see ../../expressions). */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkAccepted, checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, numeric, binary, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(partitionOnly('N')),
  client.createTable(partitionOnly('B')),
  client.createTable(indexed),
])
const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
const base = { TableName: table, Key }
const { failure, failures } = say

describe('GetItem refuses by constraint', () => {
  const manyNames = Array.from({ length: 256 }, (_, n) => `a${n}`)
  checkRefusals(client, 'GetItem', base, [
    [
      'a missing table name',
      { TableName: null },
      failures(failure(null, 'tableName', say.notNull)),
    ],
    ['a missing key', { Key: null }, failures(failure(null, 'key', say.notNull))],
    [
      'a table name with a bad character',
      { TableName: 'a;b' },
      failures(failure('a;b', 'tableName', say.namePattern)),
    ],
    [
      'an empty table name',
      { TableName: '' },
      /^1 validation error detected: Value .*at '[tT]ableName' failed to satisfy constraint: Member must have length greater than or equal to 1$/,
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { ReturnConsumedCapacity: 'x' },
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'no attribute to get',
      { AttributesToGet: [] },
      failures(failure('[]', 'attributesToGet', say.lengthAtLeast(1))),
    ],
    [
      '256 attributes to get',
      { AttributesToGet: manyNames },
      new RegExp(
        `at 'attributesToGet' failed to satisfy constraint: Member must ${say.lengthAtMost(255)}$`,
      ),
    ],
  ])
})

describe('GetItem refuses', () => {
  checkRefusals(client, 'GetItem', base, [
    ['an empty name in AttributesToGet', { AttributesToGet: ['a', ''] }, 'Empty attribute name'],
    [
      'AttributesToGet with an expression',
      { AttributesToGet: ['a'], ProjectionExpression: 'a' },
      say.mixed(['AttributesToGet'], ['ProjectionExpression']),
    ],
    [
      'names without an expression',
      { ExpressionAttributeNames: { '#a': 'a' } },
      say.namesWithoutExpression,
    ],
    [
      'an attribute to get twice',
      { AttributesToGet: ['a', 'b', 'a'] },
      say.invalid('Duplicate value in attribute name: a'),
    ],
    [
      'a table that does not exist',
      { TableName: newTableName('absent') },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'a path into a key',
      { ProjectionExpression: 'pk.x' },
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk",
    ],
    [
      'an index into a key',
      { ProjectionExpression: 'sk[0]' },
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: sk",
    ],
    [
      'a path into the key of an index',
      {
        TableName: withIndexes,
        ProjectionExpression: '#g.x',
        ExpressionAttributeNames: { '#g': 'global' },
      },
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: global",
    ],
  ])
})

describe('GetItem refuses keys', () => {
  checkRefusals(client, 'GetItem', base, [
    ['none at all', { Key: {} }, say.keyMismatch],
    ['without the sort key', { Key: { pk: { S: 'a' } } }, say.keyMismatch],
    ['with one too many', { Key: { ...Key, other: { S: 'x' } } }, say.keyMismatch],
    ['under another name', { Key: { PK: { S: 'a' }, sk: { S: 'b' } } }, say.keyMismatch],
    ['of another type', { Key: { ...Key, sk: { N: '1' } } }, say.keyMismatch],
    ['that are NULL', { Key: { ...Key, sk: { NULL: true } } }, say.keyMismatch],
    ['that are maps', { Key: { ...Key, sk: { M: {} } } }, say.keyMismatch],
    ['an empty partition key', { Key: { ...Key, pk: { S: '' } } }, say.emptyKey('pk')],
    ['an empty sort key', { Key: { ...Key, sk: { S: '' } } }, say.emptyKey('sk')],
    [
      'an empty binary',
      { TableName: binary, Key: { pk: { B: '' } } },
      say.emptyKey('pk', 'binary'),
    ],
    ['without a type', { Key: { ...Key, sk: {} } }, say.emptyValue],
    ['of two types', { Key: { ...Key, sk: { S: 'b', N: '1' } } }, say.severalTypes],
    ['that are an empty set', { Key: { ...Key, sk: { SS: [] } } }, say.emptyStringSet],
    ['NULL but not true', { Key: { ...Key, sk: { NULL: false } } }, say.nullNotTrue],
    ['that are not numbers', { TableName: numeric, Key: { pk: { N: 'x' } } }, say.notANumber('x')],
    ['that overflow', { TableName: numeric, Key: { pk: { N: '1e126' } } }, say.numberOverflow],
    [
      'of too many digits',
      { TableName: numeric, Key: { pk: { N: '1'.repeat(39) } } },
      say.tooManyDigits,
    ],
  ])
})

describe('GetItem accepts', () => {
  checkAccepted(client, 'GetItem', base, [
    ['ConsistentRead as a text', { ConsistentRead: 'Yes' }],
    ['an unknown member', { Whatever: { deep: [1] } }],
    ['null for optional members', { AttributesToGet: null, ProjectionExpression: null }],
    ['255 attributes to get', { AttributesToGet: Array.from({ length: 255 }, (_, n) => `a${n}`) }],
  ])
})
