/**
 * Of two faults in one DeleteItem, the earlier check answers; the rows follow the service's order.
 */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { nested } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { composite } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(composite())
const absent = newTableName('absent')
const base = { TableName: table, Key: { pk: { S: 'a' }, sk: { S: 'b' } } }
const { failure, failures, prefixed } = say
const deepCondition = (levels: number) => ({
  ConditionExpression: 'a = :v',
  ExpressionAttributeValues: { ':v': nested(levels) },
})
const mixing = { Expected: { a: { Exists: false } }, ConditionExpression: 'a' }

describe('DeleteItem reports', () => {
  checkRefusals(client, 'DeleteItem', base, [
    [
      'all broken constraints together, in its own order',
      {
        TableName: 'a!c',
        Key: null,
        ReturnConsumedCapacity: 'x',
        ReturnValues: 'y',
        ReturnItemCollectionMetrics: 'z',
      },
      failures(
        failure('a!c', 'tableName', say.namePattern),
        failure(null, 'key', say.notNull),
        failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity),
        failure('y', 'returnValues', say.enums.returnValues),
        failure('z', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics),
      ),
    ],
    [
      'an empty table name alone',
      { TableName: '', Key: {}, ReturnValues: 'y' },
      failures(say.emptyTableName),
    ],
    [
      'ReturnValues without its value among the others',
      { ReturnConsumedCapacity: 'x', ReturnValues: 'y', ReturnItemCollectionMetrics: 'z' },
      failures(
        failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity),
        say.badReturnValues,
        failure('z', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics),
      ),
    ],
    ['constraints before mixing', { ...mixing, ReturnValues: 'y' }, failures(say.badReturnValues)],
    [
      'mixing before values of the key',
      { ...mixing, Key: { pk: {} } },
      prefixed(say.mixed(['Expected'], ['ConditionExpression'])),
    ],
    [
      'names without an expression before values of the key',
      { ExpressionAttributeNames: { '#a': 'a' }, Key: { pk: {} } },
      prefixed(say.namesWithoutExpression),
    ],
    [
      'values of the key before the condition',
      { Key: { pk: { SS: [] } }, ConditionExpression: 'a' },
      prefixed(say.emptyStringSet),
    ],
    [
      'the condition before the table',
      { TableName: absent, ConditionExpression: 'a' },
      prefixed('Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "a"'),
    ],
    [
      'ReturnValues after the values of the condition',
      { ReturnValues: 'UPDATED_NEW', ...deepCondition(40) },
      prefixed(say.tooDeep),
    ],
    [
      'ReturnValues, bare, before values of the condition deeper than 62 levels',
      { ReturnValues: 'UPDATED_NEW', ...deepCondition(100) },
      say.onlyAllOldOrNone,
    ],
    [
      'ReturnValues before the table',
      { TableName: absent, ReturnValues: 'ALL_NEW' },
      prefixed(say.onlyAllOldOrNone),
    ],
    [
      'the table before the key',
      { TableName: absent, Key: {} },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'the key before the condition is evaluated',
      { Key: { pk: { S: 'a' } }, ConditionExpression: 'attribute_exists(pk)' },
      say.keyMismatch,
    ],
  ])
})
