/** Of two faults in one GetItem, the earlier check answers; the rows follow the service's order. */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { composite } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(composite())
const absent = newTableName('absent')
const base = { TableName: table, Key: { pk: { S: 'a' }, sk: { S: 'b' } } }
const { failure, failures } = say

describe('GetItem reports', () => {
  checkRefusals(client, 'GetItem', base, [
    [
      'all broken constraints together, in its own order',
      { TableName: 'a!c', Key: null, ReturnConsumedCapacity: 'x', AttributesToGet: [] },
      failures(
        failure(null, 'key', say.notNull),
        failure('a!c', 'tableName', say.namePattern),
        failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity),
        failure('[]', 'attributesToGet', say.lengthAtLeast(1)),
      ),
    ],
    [
      'constraints before mixing',
      { ReturnConsumedCapacity: 'x', AttributesToGet: ['a'], ProjectionExpression: 'a' },
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'mixing before values of the key',
      { AttributesToGet: ['a'], ProjectionExpression: 'a', Key: { pk: {} } },
      say.mixed(['AttributesToGet'], ['ProjectionExpression']),
    ],
    [
      'names without an expression before values of the key',
      { ExpressionAttributeNames: { '#a': 'a' }, Key: { pk: {} } },
      say.namesWithoutExpression,
    ],
    [
      'values of the key before attributes to get',
      { Key: { pk: {} }, AttributesToGet: ['a', 'a'] },
      say.emptyValue,
    ],
    [
      'values of the key before the projection',
      { Key: { pk: {} }, ProjectionExpression: 'size' },
      say.emptyValue,
    ],
    [
      'the projection before the table',
      { TableName: absent, ProjectionExpression: 'size' },
      'Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: size',
    ],
    [
      'attributes to get before the table',
      { TableName: absent, AttributesToGet: ['a', 'a'] },
      say.invalid('Duplicate value in attribute name: a'),
    ],
    [
      'the table before the key',
      { TableName: absent, Key: {} },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'the key before paths into keys',
      { Key: { pk: { S: 'a' } }, ProjectionExpression: 'pk.x' },
      say.keyMismatch,
    ],
  ])
})
