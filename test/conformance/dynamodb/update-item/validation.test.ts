/** Refused UpdateItem requests, except for faults in expressions (see ../../expressions). */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
const base = { TableName: table, Key }
const { failure, failures, invalid, prefixed } = say
const set = (path: string, value: object, names?: object) => ({
  UpdateExpression: `SET ${path} = :v`,
  ExpressionAttributeValues: { ':v': value },
  ExpressionAttributeNames: names,
})

describe('UpdateItem refuses by constraint', () => {
  checkRefusals(client, 'UpdateItem', base, [
    [
      'a missing table name',
      { TableName: null },
      failures(failure(null, 'tableName', say.notNull)),
    ],
    [
      'a table name with a bad character',
      { TableName: 'a#c' },
      failures(failure('a#c', 'tableName', say.namePattern)),
    ],
    [
      'a table name of 256 characters',
      { TableName: 'a'.repeat(256) },
      failures(failure('a'.repeat(256), 'tableName', say.lengthAtMost(255))),
    ],
    ['a missing key', { Key: null }, failures(failure(null, 'key', say.notNull))],
    ['an unknown ReturnValues', { ReturnValues: 'NEW' }, failures(say.badReturnValues)],
    [
      'an unknown ConditionalOperator',
      { ConditionalOperator: 'XOR' },
      failures(say.badConditionalOperator),
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { ReturnConsumedCapacity: 'SOME' },
      failures(failure('SOME', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'an unknown ReturnItemCollectionMetrics',
      { ReturnItemCollectionMetrics: 'SOME' },
      failures(
        failure('SOME', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics),
      ),
    ],
    [
      'an unknown action',
      { AttributeUpdates: { a: { Action: 'SET', Value: { S: 'x' } } } },
      /^1 validation error detected: Value 'SET' at 'attributeUpdates\.a\.member\.action' failed to satisfy constraint: Member must satisfy enum value set: \[.*\]$/,
    ],
  ])
})

describe('UpdateItem refuses parameters that cannot be combined', () => {
  const AttributeUpdates = { a: { Value: { S: 'x' } } }
  const Expected = { a: { Exists: false }, b: { Exists: false } }
  checkRefusals(client, 'UpdateItem', base, [
    [
      'AttributeUpdates with an update expression',
      { AttributeUpdates, UpdateExpression: 'REMOVE a' },
      prefixed(say.mixed(['AttributeUpdates'], ['UpdateExpression'])),
    ],
    [
      'everything at once, listed in the service’s order',
      {
        AttributeUpdates,
        Expected,
        ConditionalOperator: 'OR',
        UpdateExpression: 'REMOVE a',
        ConditionExpression: 'attribute_exists(a)',
      },
      prefixed(
        say.mixed(
          ['AttributeUpdates', 'Expected', 'ConditionalOperator'],
          ['UpdateExpression', 'ConditionExpression'],
        ),
      ),
    ],
    [
      'Expected with an update expression',
      { Expected, UpdateExpression: 'REMOVE a' },
      prefixed(say.mixed(['Expected'], ['UpdateExpression'])),
    ],
    [
      'names without an expression',
      { ExpressionAttributeNames: { '#a': 'a' } },
      prefixed(say.namesWithoutExpression),
    ],
    // AWS: PutItem and DeleteItem lost the ending ": … is null" in 2026; not captured here.
    [
      'values without an expression',
      { ExpressionAttributeValues: { ':a': { S: 'x' } } },
      new RegExp(`^${prefixed(say.valuesWithoutExpression)}`),
    ],
    [
      'an operator between missing conditions',
      { AttributeUpdates, ConditionalOperator: 'AND' },
      new RegExp(say.needsConditions),
    ],
  ])
})

describe('UpdateItem refuses AttributeUpdates', () => {
  const change = (a: object) => ({ AttributeUpdates: { a } })
  // AWS: it is not known whether these carry the prefix.
  const maybe = (sentence: string) =>
    new RegExp(`^(1 validation error detected: )?${invalid(sentence)}$`)
  const unsupported = (action: string, types: readonly string[]): readonly Refusal[] =>
    types.map((type) => [
      `to ${action} ${type}`,
      change({ Action: action, Value: sample[type] }),
      maybe(
        action === 'ADD'
          ? `ADD action is not supported for the type ${type}`
          : `DELETE action with value is not supported for the type ${type}`,
      ),
    ])
  const sample: Readonly<Record<string, object>> = {
    S: { S: 'x' },
    N: { N: '1' },
    B: { B: 'AAAA' },
    BOOL: { BOOL: true },
    NULL: { NULL: true },
    M: { M: {} },
    L: { L: [] },
  }
  checkRefusals(client, 'UpdateItem', base, [
    [
      'to put nothing',
      change({ Action: 'PUT' }),
      maybe('Only DELETE action is allowed when no attribute value is specified'),
    ],
    [
      'to add nothing',
      change({ Action: 'ADD' }),
      maybe('Only DELETE action is allowed when no attribute value is specified'),
    ],
    [
      'of nothing at all',
      change({}),
      maybe('Only DELETE action is allowed when no attribute value is specified'),
    ],
    ...unsupported('DELETE', ['S', 'N', 'B', 'BOOL', 'NULL', 'M', 'L']),
    ...unsupported('ADD', ['S', 'B', 'BOOL', 'NULL', 'M']),
    ['with an empty value', change({ Value: {} }), /Supplied AttributeValue is empty/],
    ['with an empty set', change({ Value: { SS: [] } }), prefixed(say.emptyStringSet)],
    [
      'of a key',
      { AttributeUpdates: { sk: { Value: { S: 'x' } } } },
      invalid('Cannot update attribute sk. This attribute is part of the key'),
    ],
  ])
})

describe('UpdateItem refuses keys', () => {
  checkRefusals(client, 'UpdateItem', base, [
    ['none at all', { Key: {} }, say.keyMismatch],
    ['without the sort key', { Key: { pk: { S: 'a' } } }, say.keyMismatch],
    ['with one too many', { Key: { ...Key, other: { S: 'x' } } }, say.keyMismatch],
    ['under another name', { Key: { pk: { S: 'a' }, other: { S: 'b' } } }, say.keyMismatch],
    ['of another type', { Key: { ...Key, pk: { N: '1' } } }, say.keyMismatch],
    ['empty', { Key: { ...Key, sk: { S: '' } } }, say.emptyKey('sk')],
    ['that are not numbers', { Key: { ...Key, pk: { N: 'x' } } }, prefixed(say.notANumber('x'))],
  ])
})

describe('UpdateItem refuses to touch a key', () => {
  const part = (name: string) =>
    invalid(`Cannot update attribute ${name}. This attribute is part of the key`)
  checkRefusals(client, 'UpdateItem', base, [
    ['by SET', set('pk', { S: 'x' }), part('pk')],
    ['even to its current value', set('pk', { S: 'a' }), part('pk')],
    ['by REMOVE', { UpdateExpression: 'REMOVE sk' }, part('sk')],
    [
      'by ADD',
      { UpdateExpression: 'ADD sk :n', ExpressionAttributeValues: { ':n': { N: '1' } } },
      part('sk'),
    ],
    ['the partition key first', { UpdateExpression: 'REMOVE sk, pk' }, part('pk')],
    [
      'by a path into it',
      { UpdateExpression: 'ADD pk.x :n', ExpressionAttributeValues: { ':n': { N: '1' } } },
      part('pk'),
    ],
    ['by SET of a path into it', set('pk.x', { S: 'x' }), part('pk')],
  ])
})

describe('UpdateItem refuses keys of indexes', () => {
  const mismatch = (actual: string) =>
    invalid(`Type mismatch for Index Key global Expected: S Actual: ${actual} IndexName: by-global`)
  const names = { '#g': 'global' }
  checkRefusals(client, 'UpdateItem', { TableName: withIndexes, Key }, [
    ['of another type', set('#g', { N: '1' }, names), mismatch('N')],
    ['NULL', set('#g', { NULL: true }, names), mismatch('NULL')],
    [
      'empty',
      set('#g', { S: '' }, names),
      say.notValid(
        'The update expression attempted to update a secondary index key to a value that is not supported. ' +
          'The AttributeValue for a key attribute cannot contain an empty string value.',
      ),
    ],
    [
      'by a path into them',
      set('#g.x', { S: 'x' }, names),
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: global",
    ],
    [
      'as a number out of nothing',
      {
        UpdateExpression: 'ADD #g :n',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':n': { N: '1' } },
      },
      mismatch('N'),
    ],
    [
      'as a sum, before a path into another',
      {
        UpdateExpression: 'SET #g = a + :n, #l.x = :n',
        ExpressionAttributeNames: { ...names, '#l': 'local' },
        ExpressionAttributeValues: { ':n': { N: '1' } },
      },
      mismatch('N'),
    ],
    [
      'by a path into them on the right side',
      { UpdateExpression: 'SET a = #g[1] + nothing', ExpressionAttributeNames: names },
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: global",
    ],
    [
      'copied from an attribute of another type',
      {
        UpdateExpression: 'SET #g = if_not_exists(nothing, :m)',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':m': { M: {} } },
      },
      'The update expression attempted to update the secondary index key to unsupported type',
    ],
  ])
})

describe('UpdateItem refuses a table', () => {
  checkRefusals(client, 'UpdateItem', base, [
    [
      'that does not exist',
      { TableName: newTableName('absent') },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
  ])
})
