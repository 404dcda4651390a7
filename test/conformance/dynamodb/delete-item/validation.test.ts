/** Refused DeleteItem requests, except for faults in conditions (see ../../expressions). */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { composite } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(composite())
const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
const base = { TableName: table, Key }
const { failure, failures, invalid, prefixed } = say

describe('DeleteItem refuses by constraint', () => {
  checkRefusals(client, 'DeleteItem', base, [
    [
      'a missing table name',
      { TableName: null },
      failures(failure(null, 'tableName', say.notNull)),
    ],
    ['a missing key', { Key: null }, failures(failure(null, 'key', say.notNull))],
    [
      'a table name with a bad character',
      { TableName: 'a/b' },
      failures(failure('a/b', 'tableName', say.namePattern)),
    ],
    ['an unknown ReturnValues', { ReturnValues: 'x' }, failures(say.badReturnValues)],
  ])
})

describe('DeleteItem refuses', () => {
  checkRefusals(client, 'DeleteItem', base, [
    [
      'Expected with an expression',
      { Expected: { pk: { Exists: false } }, ConditionExpression: 'attribute_not_exists(pk)' },
      prefixed(say.mixed(['Expected'], ['ConditionExpression'])),
    ],
    [
      'names without an expression',
      { ExpressionAttributeNames: { '#a': 'a' } },
      prefixed(say.namesWithoutExpression),
    ],
    [
      'values without an expression',
      { ExpressionAttributeValues: { ':v': { S: 'x' } } },
      prefixed(say.valuesWithoutExpression),
    ],
    ...['ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'].map(
      (ReturnValues) =>
        [`ReturnValues ${ReturnValues}`, { ReturnValues }, prefixed(say.onlyAllOldOrNone)] as const,
    ),
    [
      'an Expected attribute of no value',
      { Expected: { a: { Exists: true } } },
      prefixed(invalid('Value must be provided when Exists is true for Attribute: a')),
    ],
    [
      'an operator between one condition',
      { Expected: { a: { Exists: false } }, ConditionalOperator: 'OR' },
      new RegExp(say.needsTwoConditions),
    ],
    [
      'a table that does not exist',
      { TableName: newTableName('absent') },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
  ])
})

describe('DeleteItem refuses keys', () => {
  checkRefusals(client, 'DeleteItem', base, [
    ['none at all', { Key: {} }, say.keyMismatch],
    ['without the sort key', { Key: { pk: { S: 'a' } } }, say.keyMismatch],
    ['with one too many', { Key: { ...Key, other: { S: 'x' } } }, say.keyMismatch],
    ['of another type', { Key: { ...Key, sk: { B: 'AAAA' } } }, say.keyMismatch],
    ['empty', { Key: { ...Key, pk: { S: '' } } }, say.emptyKey('pk')],
    ['that are not numbers', { Key: { ...Key, pk: { N: '' } } }, prefixed(say.notANumber(''))],
    ['without a type', { Key: { ...Key, pk: {} } }, /Supplied AttributeValue is empty/],
    [
      'with a repeated member',
      { Key: { ...Key, pk: { SS: ['b', 'a', 'b'] } } },
      prefixed(say.duplicateStrings('a', 'b', 'b')),
    ],
  ])
})
