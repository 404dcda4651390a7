/** Of two faults in one PutItem, the earlier check answers; the rows follow the service's order. */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
const absent = newTableName('absent')
const Item = { pk: { S: 'a' }, sk: { S: 'b' } }
const base = { TableName: table, Item }
const { failure, failures, prefixed } = say

const badEnums = {
  ReturnConsumedCapacity: 'x',
  ReturnValues: 'y',
  ReturnItemCollectionMetrics: 'z',
}
const enumFailures = [
  failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity),
  say.badReturnValues,
  failure('z', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics),
]
const mixing = { Expected: { a: { Exists: false } }, ConditionExpression: 'a' }
const names = { ExpressionAttributeNames: { '#a': 'a' } }
const values = { ExpressionAttributeValues: { ':a': { S: 'x' } } }
const tooBig = { ...Item, pad: { S: 'x'.repeat(410_000) } }

describe('PutItem reports', () => {
  checkRefusals(client, 'PutItem', base, [
    [
      'a bad table name alone, before bad enums',
      { TableName: 'a!c', ...badEnums },
      failures(failure('a!c', 'tableName', say.namePattern)),
    ],
    [
      'an empty table name alone',
      { TableName: '', Item: {}, ...badEnums },
      failures(say.emptyTableName),
    ],
    ['all bad enums together, in its own order', badEnums, failures(...enumFailures)],
    [
      'constraints before values of the item',
      { Item: { ...Item, a: {} }, ReturnValues: 'y' },
      failures(enumFailures[1]!),
    ],
    ['constraints before the table', { TableName: absent, ...badEnums }, failures(...enumFailures)],
    [
      'values of the item before mixing',
      { Item: { ...Item, a: { SS: [] } }, ...mixing },
      prefixed(say.emptyStringSet),
    ],
    [
      'mixing before names without an expression',
      { ...mixing, ...names },
      prefixed(say.mixed(['Expected'], ['ConditionExpression'])),
    ],
    [
      'names without an expression before values without one',
      { ...names, ...values },
      prefixed(say.namesWithoutExpression),
    ],
    [
      'values without an expression before ReturnValues',
      { ...values, ReturnValues: 'ALL_NEW' },
      prefixed(say.valuesWithoutExpression),
    ],
    [
      'ReturnValues before the size of the item',
      { Item: tooBig, ReturnValues: 'ALL_NEW' },
      prefixed(say.onlyAllOldOrNone),
    ],
    [
      'the size of the item before the expression',
      { Item: tooBig, ConditionExpression: 'a' },
      say.itemTooBig,
    ],
    ['the size of the item before the table', { TableName: absent, Item: tooBig }, say.itemTooBig],
    [
      'the expression before the table',
      { TableName: absent, ConditionExpression: 'a' },
      prefixed('Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "a"'),
    ],
    [
      'the table before the keys',
      { TableName: absent, Item: {} },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'the partition key before the sort key',
      { Item: { pk: { S: '' }, sk: { N: '1' } } },
      say.emptyKey('pk'),
    ],
    [
      'a missing sort key after a partition key that is too long',
      { Item: { pk: { S: 'x'.repeat(2049) } } },
      say.partitionKeyTooLong,
    ],
    [
      'the keys before keys of indexes',
      { TableName: withIndexes, Item: { pk: { S: 'a' }, global: { N: '1' } } },
      say.invalid('Missing the key sk in the item'),
    ],
    [
      'keys of indexes before the condition',
      {
        TableName: withIndexes,
        Item: { ...Item, global: { N: '1' } },
        ConditionExpression: 'attribute_exists(pk)',
      },
      say.invalid('Type mismatch for Index Key global Expected: S Actual: N IndexName: by-global'),
    ],
    [
      'of two bad index keys that of the first index by name',
      { TableName: withIndexes, Item: { ...Item, local: { N: '1' }, global: { N: '1' } } },
      say.invalid('Type mismatch for Index Key global Expected: S Actual: N IndexName: by-global'),
    ],
  ])
})
