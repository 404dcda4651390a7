/**
 * Of two faults in one UpdateItem, the earlier check answers; the rows follow the service's order.
 */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { composite } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(composite())
const absent = newTableName('absent')
const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
const base = { TableName: table, Key }
const { failure, failures, prefixed } = say

const deep = JSON.parse(`${'{"L":['.repeat(62)}{"S":""}${']}'.repeat(62)}`) as object
const badEnums = { ReturnConsumedCapacity: 'x', ReturnItemCollectionMetrics: 'y' }
const mixing = { AttributeUpdates: { a: { Action: 'DELETE' } }, UpdateExpression: 'REMOVE a' }
const mixed = prefixed(say.mixed(['AttributeUpdates'], ['UpdateExpression']))
const badExpression = { UpdateExpression: 'SET' }
const syntax = prefixed('Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "SET"')

describe('UpdateItem reports', () => {
  checkRefusals(client, 'UpdateItem', base, [
    [
      'a bad table name alone, before bad enums',
      { TableName: 'a!c', ...badEnums },
      failures(failure('a!c', 'tableName', say.namePattern)),
    ],
    [
      'an empty table name alone',
      { TableName: '', Key: {}, ...badEnums },
      failures(say.emptyTableName),
    ],
    [
      'everything together, with its values, if the key is missing',
      { TableName: '', Key: null, ReturnConsumedCapacity: 'x', ReturnValues: 'z' },
      failures(
        failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity),
        failure('', 'tableName', say.lengthAtLeast(1)),
        failure('z', 'returnValues', say.enums.returnValues),
        failure(null, 'key', say.notNull),
      ),
    ],
    [
      'a bad ConditionalOperator before the missing key',
      {
        Key: null,
        AttributeUpdates: { c: { Action: 'DELETE' } },
        Expected: { a: { Exists: false }, b: { Exists: false } },
        ConditionalOperator: 'XOR',
      },
      failures(
        failure('XOR', 'conditionalOperator', say.enums.conditionalOperator),
        failure(null, 'key', say.notNull),
      ),
    ],
    [
      'bad enums with their values if a value is nested deeper than 62 levels',
      { ReturnValues: 'z', ExpressionAttributeValues: { ':v': deep } },
      failures(failure('z', 'returnValues', say.enums.returnValues)),
    ],
    [
      'only the first bad enum, ReturnValues first',
      { ReturnValues: 'z', ...badEnums },
      failures(say.badReturnValues),
    ],
    [
      'only the first bad enum, ReturnConsumedCapacity before the rest',
      badEnums,
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'constraints before parameters that do not go together',
      { ReturnValues: 'z', ...mixing },
      failures(say.badReturnValues),
    ],
    ['mixing before the values of the key', { ...mixing, Key: { pk: {} } }, mixed],
    [
      'names without an expression before values without one',
      { ExpressionAttributeNames: { '#a': 'a' }, ExpressionAttributeValues: { ':v': { S: 'x' } } },
      prefixed(say.namesWithoutExpression),
    ],
    [
      'values of the key before the expression',
      { Key: { pk: { N: 'x' } }, ...badExpression },
      prefixed(say.notANumber('x')),
    ],
    [
      'AttributeUpdates before Expected',
      { AttributeUpdates: { a: {} }, Expected: { b: {} } },
      /Only DELETE action is allowed when no attribute value is specified/,
    ],
    ['the expression before the table', { TableName: absent, ...badExpression }, syntax],
    [
      'unused values before the table',
      {
        TableName: absent,
        UpdateExpression: 'REMOVE a',
        ExpressionAttributeValues: { ':v': { S: 'x' } },
      },
      prefixed(say.unusedValues(':v')),
    ],
    [
      'the table before the key',
      { TableName: absent, Key: { wrong: { S: 'x' } }, UpdateExpression: 'REMOVE a' },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'the key before an update of the key',
      { Key: { pk: { S: 'a' } }, UpdateExpression: 'REMOVE pk' },
      say.keyMismatch,
    ],
    [
      'an update of the key before the condition',
      { UpdateExpression: 'REMOVE pk', ConditionExpression: 'attribute_exists(nothing)' },
      say.invalid('Cannot update attribute pk. This attribute is part of the key'),
    ],
    [
      'the condition before the update of the item',
      {
        UpdateExpression: 'SET a = absent',
        ConditionExpression: 'attribute_exists(nothing)',
      },
      say.conditionFailed,
      'ConditionalCheckFailedException',
    ],
  ])
})
