/** Refused PutItem requests: a row for each sentence of its checks. */
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
const Item = { pk: { S: 'a' }, sk: { S: 'b' } }
const base = { TableName: table, Item }
const { failure, failures, invalid, prefixed } = say

describe('PutItem refuses by constraint', () => {
  checkRefusals(client, 'PutItem', base, [
    [
      'a missing table name',
      { TableName: null },
      failures(failure(null, 'tableName', say.notNull)),
    ],
    // AWS: regions differ in the printed value and its case; the constraint is certain.
    [
      'an empty table name',
      { TableName: '' },
      /^1 validation error detected: Value .*at '[tT]ableName' failed to satisfy constraint: Member must have length greater than or equal to 1$/,
    ],
    [
      'a table name with a blank',
      { TableName: 'bad name!' },
      failures(failure('bad name!', 'tableName', say.namePattern)),
    ],
    [
      'a table name of 256 characters',
      { TableName: 'a'.repeat(256) },
      failures(failure('a'.repeat(256), 'tableName', say.lengthAtMost(255))),
    ],
    ['a missing item', { Item: null }, failures(failure(null, 'item', say.notNull))],
    [
      'an unknown ReturnConsumedCapacity',
      { ReturnConsumedCapacity: 'all' },
      failures(failure('all', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    ['an unknown ReturnValues', { ReturnValues: 'all_old' }, failures(say.badReturnValues)],
    [
      'an unknown ReturnItemCollectionMetrics',
      { ReturnItemCollectionMetrics: 'BIG' },
      failures(
        failure('BIG', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics),
      ),
    ],
    [
      'an unknown ReturnValuesOnConditionCheckFailure',
      { ReturnValuesOnConditionCheckFailure: 'ALL_NEW' },
      /^1 validation error detected: Value 'ALL_NEW' at 'returnValuesOnConditionCheckFailure' failed to satisfy constraint: Member must satisfy enum value set: \[.*\]$/,
    ],
    [
      'an unknown ConditionalOperator',
      {
        Expected: { a: { Exists: false }, b: { Exists: false } },
        ConditionalOperator: 'XOR',
      },
      failures(say.badConditionalOperator),
    ],
    ['an empty name in Expected', { Expected: { '': { Exists: false } } }, /Empty attribute name/],
    [
      'an unknown ComparisonOperator',
      { Expected: { a: { ComparisonOperator: 'LIKE', AttributeValueList: [{ S: 'x' }] } } },
      failures(
        failure('LIKE', 'expected.a.member.comparisonOperator', say.enums.comparisonOperator),
      ),
    ],
  ])
})

describe('PutItem refuses parameters that cannot be combined', () => {
  const names = { ExpressionAttributeNames: { '#a': 'a' } }
  const values = { ExpressionAttributeValues: { ':a': { S: 'x' } } }
  checkRefusals(client, 'PutItem', base, [
    [
      'Expected with an expression',
      { Expected: { a: { Exists: false } }, ConditionExpression: 'attribute_exists(a)' },
      prefixed(say.mixed(['Expected'], ['ConditionExpression'])),
    ],
    [
      'Expected and ConditionalOperator with an expression',
      {
        Expected: { a: { Exists: false }, b: { Exists: false } },
        ConditionalOperator: 'AND',
        ConditionExpression: 'attribute_exists(a)',
      },
      prefixed(say.mixed(['Expected', 'ConditionalOperator'], ['ConditionExpression'])),
    ],
    ['names without an expression', names, prefixed(say.namesWithoutExpression)],
    ['values without an expression', values, prefixed(say.valuesWithoutExpression)],
    [
      'names with Expected only',
      { ...names, Expected: { a: { Exists: false } } },
      prefixed(say.namesWithoutExpression),
    ],
    ...['ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'].map(
      (ReturnValues) =>
        [`ReturnValues ${ReturnValues}`, { ReturnValues }, prefixed(say.onlyAllOldOrNone)] as const,
    ),
  ])
})

describe('PutItem refuses Expected', () => {
  const expected = (a: object) => ({ Expected: { a } })
  const one = [{ S: 'x' }]
  const fault = (sentence: string) => prefixed(invalid(sentence))
  checkRefusals(client, 'PutItem', base, [
    [
      'with Value and AttributeValueList',
      expected({ Value: { S: 'x' }, ComparisonOperator: 'EQ', AttributeValueList: one }),
      fault('Value and AttributeValueList cannot be used together for Attribute: a'),
    ],
    [
      'with Exists and ComparisonOperator',
      expected({ Exists: true, ComparisonOperator: 'EQ', AttributeValueList: one }),
      fault('Exists and ComparisonOperator cannot be used together for Attribute: a'),
    ],
    [
      'with an operator and nothing to compare',
      expected({ ComparisonOperator: 'EQ' }),
      fault(
        'Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: a',
      ),
    ],
    [
      'with a list but no operator',
      expected({ AttributeValueList: one }),
      fault('AttributeValueList can only be used with a ComparisonOperator for Attribute: a'),
    ],
    [
      'with nothing at all',
      expected({}),
      fault('Value must be provided when Exists is null for Attribute: a'),
    ],
    [
      'that expects an attribute without a value',
      expected({ Exists: true }),
      fault('Value must be provided when Exists is true for Attribute: a'),
    ],
    [
      'that expects a value not to exist',
      expected({ Exists: false, Value: { S: 'x' } }),
      fault('Value cannot be used when Exists is false for Attribute: a'),
    ],
    ...(
      [
        ['NULL', 1],
        ['NOT_NULL', 1],
        ['EQ', 2],
        ['LT', 2],
        ['BETWEEN', 1],
        ['BETWEEN', 3],
        ['BEGINS_WITH', 2],
        ['CONTAINS', 0],
      ] as const
    ).map(
      ([operator, count]) =>
        [
          `of ${operator} with ${count} values`,
          expected({
            ComparisonOperator: operator,
            AttributeValueList: Array.from({ length: count }, () => ({ S: 'x' })),
          }),
          fault(`Invalid number of argument(s) for the ${operator} ComparisonOperator`),
        ] as const,
    ),
    [
      'with values of two types',
      expected({ ComparisonOperator: 'IN', AttributeValueList: [{ S: 'x' }, { N: '1' }] }),
      fault('AttributeValues inside AttributeValueList must be of same type'),
    ],
    [
      'with an operator that does not know the type',
      expected({ ComparisonOperator: 'LT', AttributeValueList: [{ BOOL: true }] }),
      fault('ComparisonOperator LT is not valid for BOOL AttributeValue type'),
    ],
    [
      'of BETWEEN with its bounds the wrong way round',
      expected({ ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '2' }, { N: '1' }] }),
      prefixed(
        'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
      ),
    ],
    ['with an empty value', expected({ Value: {} }), /Supplied AttributeValue is empty/],
    ['with a bad number', expected({ Value: { N: 'abc' } }), prefixed(say.notANumber('abc'))],
    [
      'with an operator between conditions if it is empty',
      { Expected: {}, ConditionalOperator: 'AND' },
      new RegExp(say.needsConditions),
    ],
    [
      'with an operator between conditions if it has only one',
      { Expected: { a: { Exists: false } }, ConditionalOperator: 'AND' },
      new RegExp(say.needsTwoConditions),
    ],
    [
      'with an operator between conditions if it is absent',
      { ConditionalOperator: 'AND' },
      new RegExp(say.needsConditions),
    ],
  ])
})

describe('PutItem refuses keys', () => {
  const item = (attributes: object) => ({ Item: attributes })
  const mismatch = (name: string, actual: string) =>
    invalid(`Type mismatch for key ${name} expected: S actual: ${actual}`)
  checkRefusals(client, 'PutItem', base, [
    ['none at all', item({}), invalid('Missing the key pk in the item')],
    [
      'without the partition key',
      item({ sk: { S: 'b' } }),
      invalid('Missing the key pk in the item'),
    ],
    ['without the sort key', item({ pk: { S: 'a' } }), invalid('Missing the key sk in the item')],
    ['a partition key of another type', item({ ...Item, pk: { N: '1' } }), mismatch('pk', 'N')],
    ['a sort key of another type', item({ ...Item, sk: { B: 'AAAA' } }), mismatch('sk', 'B')],
    ['a key that is a map', item({ ...Item, sk: { M: {} } }), mismatch('sk', 'M')],
    ['a key that is a set', item({ ...Item, sk: { SS: ['a'] } }), mismatch('sk', 'SS')],
    ['an empty partition key', item({ ...Item, pk: { S: '' } }), say.emptyKey('pk')],
    ['an empty sort key', item({ ...Item, sk: { S: '' } }), say.emptyKey('sk')],
  ])
})

describe('PutItem refuses keys of indexes', () => {
  const item = (attributes: object) => ({ Item: { ...Item, ...attributes } })
  const mismatch = (attribute: string, actual: string, index: string) =>
    invalid(
      `Type mismatch for Index Key ${attribute} Expected: S Actual: ${actual} IndexName: ${index}`,
    )
  const empty = (attribute: string, index: string) =>
    say.notValid(
      'A value specified for a secondary index key is not supported. The AttributeValue for a key ' +
        `attribute cannot contain an empty string value. IndexName: ${index}, IndexKey: ${attribute}`,
    )
  checkRefusals(client, 'PutItem', { TableName: withIndexes }, [
    ['of another type, global', item({ global: { N: '1' } }), mismatch('global', 'N', 'by-global')],
    ['of another type, local', item({ local: { L: [] } }), mismatch('local', 'L', 'by-local')],
    [
      'NULL, which is not absent',
      item({ global: { NULL: true } }),
      mismatch('global', 'NULL', 'by-global'),
    ],
    ['empty, global', item({ global: { S: '' } }), empty('global', 'by-global')],
    ['empty, local', item({ local: { S: '' } }), empty('local', 'by-local')],
    // AWS: the part with an index name is not certain; the rest of the sentence is.
    ['too long, global', item({ global: { S: 'x'.repeat(2049) } }), /2048 bytes/],
    ['too long, local', item({ local: { S: 'x'.repeat(1025) } }), /1024 bytes/],
  ])
})

describe('PutItem refuses a table', () => {
  checkRefusals(client, 'PutItem', base, [
    [
      'that does not exist',
      { TableName: newTableName('absent') },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
  ])
})
