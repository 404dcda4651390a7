/** Which fault of a Query is reported if it has several. */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed, partitionOnly, projected } from '../../../support/tables.js'

const client = await connect()
const [table, single, withIndexes, withProjections] = await Promise.all([
  client.createTable(composite()),
  client.createTable(partitionOnly()),
  client.createTable(indexed),
  client.createTable(projected),
])
const absent = newTableName('absent')
const { failure, failures, invalid } = say
const base = {
  TableName: absent,
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: { ':p': S('a') },
}
const legacy = {
  TableName: absent,
  KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [S('a')] } },
}
const badFilter = { QueryFilter: { a: { ComparisonOperator: 'EQ' } } }
const badStart = { ExclusiveStartKey: { pk: {} } }
const twice = { AttributesToGet: ['a', 'a'] }
const argumentsOf = (operator: string): string =>
  invalid(`Invalid number of argument(s) for the ${operator} ComparisonOperator`)
const badOperand =
  'Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N'
const undefinedValue =
  'Invalid KeyConditionExpression: An expression attribute value used in expression is not defined; attribute value: :missing'

describe('Query reports', () => {
  checkRefusals(client, 'Query', base, [
    [
      'constraints before parameters that do not go together',
      { ReturnConsumedCapacity: 'x', AttributesToGet: ['a'] },
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'several constraints together',
      { ReturnConsumedCapacity: 'x', Select: 'y' },
      /returnConsumedCapacity/,
    ],
    [
      'parameters that cannot be combined before names',
      { AttributesToGet: ['a', 'a'], ExpressionAttributeNames: {} },
      say.mixed(['AttributesToGet'], ['KeyConditionExpression']),
    ],
    [
      'values of the start key before names',
      { ...badStart, ExpressionAttributeNames: {} },
      say.startKeyFault(say.emptyValue),
    ],
    [
      'names before values',
      { ExpressionAttributeNames: {}, ExpressionAttributeValues: {} },
      'ExpressionAttributeNames must not be empty',
    ],
    [
      'values before the key condition',
      { ExpressionAttributeValues: {}, KeyConditionExpression: '' },
      'ExpressionAttributeValues must not be empty',
    ],
    [
      'the key condition before unused values',
      { KeyConditionExpression: 'pk = ' },
      'Invalid KeyConditionExpression: Syntax error; token: "<EOF>", near: "="',
    ],
    [
      'faults of a filter before the shape of the key condition',
      { KeyConditionExpression: 'pk <> :p', FilterExpression: '' },
      'Invalid FilterExpression: The expression can not be empty;',
    ],
    [
      'faults of a projection before the shape of the key condition',
      { KeyConditionExpression: 'pk <> :p', ProjectionExpression: '' },
      'Invalid ProjectionExpression: The expression can not be empty;',
    ],
    [
      'unused names before misuse of Select',
      { ExpressionAttributeNames: { '#u': 'u' }, Select: 'SPECIFIC_ATTRIBUTES' },
      say.unusedNames('#u'),
    ],
    [
      'misuse of Select before the table',
      { Select: 'SPECIFIC_ATTRIBUTES' },
      say.prefixed(say.select.specificNeedsNames),
    ],
    [
      'the shape of the key condition before the table',
      { KeyConditionExpression: 'pk <> :p' },
      'Invalid KeyConditionExpression: Invalid operator used in KeyConditionExpression: <>',
    ],
    [
      'the table before its index, the start key and the keys',
      { IndexName: 'nowhere', ExclusiveStartKey: {}, KeyConditionExpression: 'zz = :p' },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'the index before consistent reads and the start key',
      { TableName: table, IndexName: 'nowhere', ConsistentRead: true, ExclusiveStartKey: {} },
      say.noIndex('nowhere'),
    ],
    [
      'consistent reads before the start key',
      {
        TableName: withIndexes,
        IndexName: 'by-global',
        ConsistentRead: true,
        ExclusiveStartKey: {},
      },
      say.noConsistentReads,
    ],
    [
      'the number of start key attributes before the keys of the condition',
      { TableName: table, ExclusiveStartKey: {}, KeyConditionExpression: 'zz = :p' },
      say.badStartKey,
    ],
    [
      'a missing key condition before types of the sort part of the start key',
      {
        TableName: table,
        ExclusiveStartKey: { pk: S('a'), sk: N(1) },
        KeyConditionExpression: 'zz = :p',
      },
      say.missedKey('pk'),
    ],
    [
      'the start key before a key in the filter',
      {
        TableName: table,
        ExclusiveStartKey: { pk: S('z'), sk: S('z') },
        FilterExpression: 'pk = :p',
      },
      say.startKeyOutside,
    ],
    [
      'a path into a key in the projection before a key in the filter',
      { TableName: table, ProjectionExpression: 'pk.a', FilterExpression: 'sk = :p' },
      say.scalarKey('pk'),
    ],
    [
      'a key in the filter before what the index does not project',
      {
        TableName: withProjections,
        IndexName: 'global-keys',
        KeyConditionExpression: '#g = :p',
        FilterExpression: '#r = :p',
        ProjectionExpression: 'lost',
        ExpressionAttributeNames: { '#g': 'group', '#r': 'rank' },
      },
      'Filter Expression can only contain non-primary key attributes: Primary key attribute: rank',
    ],
  ])
})

describe('Query with legacy parameters reports', () => {
  checkRefusals(client, 'Query', legacy, [
    [
      'a filter before a duplicate attribute to get',
      { ...badFilter, ...twice, ...badStart },
      argumentsOf('EQ'),
    ],
    [
      'a duplicate attribute to get before the start key',
      { ...twice, ...badStart },
      invalid('Duplicate value in attribute name: a'),
    ],
    [
      'the start key before key conditions',
      { ...badStart, KeyConditions: { pk: { ComparisonOperator: 'EQ' } } },
      say.startKeyFault(say.emptyValue),
    ],
    [
      'an operator without conditions before a missing key condition',
      { KeyConditions: null, ConditionalOperator: 'AND' },
      say.needsConditions,
    ],
    // AWS: without a prefix, alone, and with a different set of values.
    [
      'an unknown operator between conditions before an unknown Select',
      {
        QueryFilter: { b: { ComparisonOperator: 'NULL' }, c: { ComparisonOperator: 'NULL' } },
        ConditionalOperator: 'XOR',
        Select: 'BOGUS',
      },
      'Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]',
    ],
    [
      'key conditions before the table',
      { KeyConditions: { pk: { ComparisonOperator: 'EQ' } } },
      argumentsOf('EQ'),
    ],
    [
      'the table before operators that cannot use an index',
      { KeyConditions: { zz: { ComparisonOperator: 'NULL' } } },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
  ])
})

// AWS: clauses are checked in the order they are written, whatever the fault.
describe('Query reports of a key condition', () => {
  const condition = (KeyConditionExpression: string, ...names: readonly string[]) => ({
    KeyConditionExpression,
    ExpressionAttributeValues: Object.fromEntries(
      names.map((name) => [name, name === ':n' ? N(1) : S('a')]),
    ),
  })
  checkRefusals(client, 'Query', base, [
    [
      'an undefined value before a wrong operand',
      condition('pk = :missing AND begins_with(sk, :n)', ':n'),
      undefinedValue,
    ],
    [
      'a wrong operand before an undefined value',
      condition('begins_with(sk, :n) AND pk = :missing', ':n'),
      badOperand,
    ],
    [
      'a wrong operand in the middle before a later undefined value',
      condition('pk = :p AND begins_with(sk, :n) AND sk = :missing', ':p', ':n'),
      badOperand,
    ],
    [
      'a wrong operand before a second condition on the same key',
      condition('pk = :p AND begins_with(sk, :n) AND sk > :s', ':p', ':n', ':s'),
      badOperand,
    ],
    [
      'a wrong operand before a missing table',
      condition('pk = :p AND begins_with(sk, :n)', ':p', ':n'),
      badOperand,
    ],
    [
      'a missing table before a type that the schema does not have',
      condition('pk = :n', ':n'),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'a missing key before the type of a value',
      { TableName: table, ...condition('sk = :n', ':n') },
      say.missedKey('pk'),
    ],
    [
      'the type of a value before a partition key without equality',
      { TableName: single, ...condition('pk > :n', ':n') },
      say.conditionType,
    ],
    [
      'a partition key without equality before an empty value',
      {
        TableName: table,
        KeyConditionExpression: 'pk > :p',
        ExpressionAttributeValues: { ':p': S('') },
      },
      say.unsupportedKeyCondition,
    ],
  ])
})
