/**
 * Refused Query requests: a row for each sentence of its checks. Start keys are in
 * `start-keys.test.ts`.
 */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkAccepted, checkRefusals, type Refusal } from '../../../support/expect.js'
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
const { failure, failures, invalid, prefixed } = say

const byPk = {
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: { ':p': { S: 'a' } },
}
const base = { TableName: table, ...byPk }
const equals = (text: string): Json => ({
  ComparisonOperator: 'EQ',
  AttributeValueList: [{ S: text }],
})
const legacy = { TableName: table, KeyConditions: { pk: equals('a') } }

describe('Query refuses by constraint', () => {
  checkRefusals(client, 'Query', base, [
    [
      'a missing table name',
      { TableName: null },
      failures(failure(null, 'tableName', say.notNull)),
    ],
    [
      'a table name with a bad character',
      { TableName: 'a;b' },
      failures(failure('a;b', 'tableName', say.namePattern)),
    ],
    [
      'an unknown Select, also by its case',
      { Select: 'count' },
      failures(failure('count', 'select', say.enums.select)),
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { ReturnConsumedCapacity: 'x' },
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    // AWS: without the value and with a capital letter, unlike Scan.
    ['a Limit of 0', { Limit: 0 }, prefixed(say.plainFailure('Limit', say.valueAtLeast(1)))],
    ['a negative Limit', { Limit: -1 }, prefixed(say.plainFailure('Limit', say.valueAtLeast(1)))],
    [
      'an index name with a blank',
      { IndexName: 'by local' },
      /at '[iI]ndexName' failed to satisfy constraint: Member must satisfy regular expression pattern: \[a-zA-Z0-9_\.-\]\+$/,
    ],
    [
      'a short index name',
      { IndexName: 'ab' },
      /at '[iI]ndexName' failed to satisfy constraint: Member must have length greater than or equal to 3$/,
    ],
  ])
  checkRefusals(client, 'Query', legacy, [
    [
      'an empty AttributesToGet',
      { AttributesToGet: [] },
      /at '[aA]ttributesToGet' failed to satisfy constraint: Member must have length greater than or equal to 1$/,
    ],
    [
      'an unknown operator of a key condition',
      { KeyConditions: { pk: { ComparisonOperator: 'LIKE' } } },
      /^1 validation error detected: .*[kK]eyConditions\.pk\.member\.[cC]omparisonOperator.*Member must satisfy enum value set/,
    ],
    [
      'an unknown operator of a filter',
      { QueryFilter: { a: { ComparisonOperator: 'LIKE' } } },
      /^1 validation error detected: .*[qQ]ueryFilter\.a\.member\.[cC]omparisonOperator.*Member must satisfy enum value set/,
    ],
  ])
})

describe('Query refuses parameters that cannot be combined', () => {
  const filter = { FilterExpression: 'attribute_exists(a)' }
  checkRefusals(client, 'Query', base, [
    [
      'KeyConditions with its expression',
      { KeyConditions: { pk: equals('a') } },
      say.mixed(['KeyConditions'], ['KeyConditionExpression']),
    ],
    [
      'all legacy parameters with all expressions, in a fixed order',
      {
        KeyConditions: { pk: equals('a') },
        QueryFilter: { a: equals('x'), b: equals('y') },
        ConditionalOperator: 'AND',
        AttributesToGet: ['a'],
        ProjectionExpression: 'a',
        ...filter,
      },
      say.mixed(
        ['AttributesToGet', 'QueryFilter', 'ConditionalOperator', 'KeyConditions'],
        ['ProjectionExpression', 'FilterExpression', 'KeyConditionExpression'],
      ),
    ],
    [
      'AttributesToGet with a key condition expression',
      { AttributesToGet: ['a'] },
      say.mixed(['AttributesToGet'], ['KeyConditionExpression']),
    ],
    [
      'QueryFilter with a key condition expression',
      { QueryFilter: { a: equals('x') } },
      say.mixed(['QueryFilter'], ['KeyConditionExpression']),
    ],
  ])
  checkRefusals(client, 'Query', legacy, [
    [
      'QueryFilter with a filter expression, without mentioning KeyConditions',
      { QueryFilter: { a: equals('x') }, ...filter },
      say.mixed(['QueryFilter'], ['FilterExpression']),
    ],
    [
      'names without an expression',
      { ExpressionAttributeNames: { '#a': 'a' } },
      say.namesWithoutExpression,
    ],
    [
      'values without an expression',
      { ExpressionAttributeValues: { ':a': { S: 'x' } } },
      say.valuesWithoutExpression,
    ],
    [
      'an operator between conditions without conditions',
      { ConditionalOperator: 'AND' },
      say.needsConditions,
    ],
    [
      'an operator between conditions with one condition',
      { ConditionalOperator: 'OR', QueryFilter: { a: equals('x') } },
      say.needsTwoConditions,
    ],
    ['no key condition at all', { KeyConditions: null }, say.needsKeyCondition],
    [
      'an attribute to get twice',
      { AttributesToGet: ['a', 'a'] },
      invalid('Duplicate value in attribute name: a'),
    ],
  ])
  checkAccepted(client, 'Query', legacy, [
    ['but accepts KeyConditions with a filter expression', filter],
    ['and KeyConditions with a projection expression', { ProjectionExpression: 'a' }],
    [
      'and two filters with an operator',
      {
        ConditionalOperator: 'OR',
        QueryFilter: { a: equals('x'), b: equals('y') },
      },
    ],
  ])
})

const misuses = (TableName: string, projection: Json, sentence: (what: string) => string) =>
  (
    [
      ['ALL_ATTRIBUTES', 'ALL_ATTRIBUTES', {}],
      ['COUNT', 'only the Count', {}],
      ['ALL_PROJECTED_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', { IndexName: 'by-local' }],
    ] as const
  ).map(([Select, what, more]): Refusal => [
    `a projection with ${Select}`,
    { TableName, ...projection, Select, ...more },
    prefixed(sentence(what)),
  ])

describe('Query refuses Select', () => {
  checkRefusals(client, 'Query', base, [
    [
      'SPECIFIC_ATTRIBUTES without a projection',
      { Select: 'SPECIFIC_ATTRIBUTES' },
      prefixed(say.select.specificNeedsNames),
    ],
    ...misuses(withIndexes, { ProjectionExpression: 'a' }, say.select.noProjection),
    [
      'ALL_PROJECTED_ATTRIBUTES without an index',
      { Select: 'ALL_PROJECTED_ATTRIBUTES' },
      prefixed(say.select.projectedNeedsIndex),
    ],
  ])
  checkRefusals(
    client,
    'Query',
    legacy,
    misuses(withIndexes, { AttributesToGet: ['a'] }, say.select.noAttributesToGet),
  )
  const byGroup = {
    TableName: withProjections,
    KeyConditionExpression: '#g = :p',
    ExpressionAttributeNames: { '#g': 'group' },
    ExpressionAttributeValues: { ':p': { S: 'a' } },
  }
  checkRefusals(client, 'Query', byGroup, [
    ...['global-keys', 'global-some'].map((IndexName): Refusal => [
      `ALL_ATTRIBUTES on ${IndexName}`,
      { IndexName, Select: 'ALL_ATTRIBUTES' },
      say.noAllAttributes(IndexName),
    ]),
    [
      'an attribute that the index lacks',
      { IndexName: 'global-keys', ProjectionExpression: 'kept' },
      say.notProjected('global-keys', 'kept'),
    ],
    [
      'an attribute inside one that the index lacks',
      { IndexName: 'global-some', ProjectionExpression: 'kept, lost.deep[0]' },
      say.notProjected('global-some', 'lost'),
    ],
    [
      'several attributes that the index lacks',
      { IndexName: 'global-some', ProjectionExpression: 'lost, gone' },
      say.anyOf(
        say.notProjected('global-some', 'lost', 'gone'),
        say.notProjected('global-some', 'gone', 'lost'),
      ),
    ],
    [
      'an attribute to get that the index lacks',
      {
        IndexName: 'global-keys',
        KeyConditionExpression: null,
        ExpressionAttributeNames: null,
        ExpressionAttributeValues: null,
        KeyConditions: { group: equals('a') },
        AttributesToGet: ['kept'],
      },
      say.notProjected('global-keys', 'kept'),
    ],
  ])
  checkAccepted(client, 'Query', byGroup, [
    [
      'but not ALL_ATTRIBUTES if the index projects all',
      {
        IndexName: 'global-all',
        Select: 'ALL_ATTRIBUTES',
      },
    ],
    [
      'nor attributes that the index projects',
      {
        IndexName: 'global-some',
        ProjectionExpression: 'kept, pk, sk, #g',
      },
    ],
  ])
})

describe('Query refuses tables and indexes', () => {
  checkRefusals(client, 'Query', base, [
    [
      'a table that does not exist',
      { TableName: absent },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    ['an index that does not exist', { IndexName: 'nowhere' }, say.noIndex('nowhere')],
    [
      'an index whose name differs in case',
      { TableName: withIndexes, IndexName: 'By-Local' },
      say.noIndex('By-Local'),
    ],
    [
      'a consistent read of a global index',
      {
        TableName: withIndexes,
        IndexName: 'by-global',
        KeyConditionExpression: '#g = :p',
        ExpressionAttributeNames: { '#g': 'global' },
        ConsistentRead: true,
      },
      say.noConsistentReads,
    ],
  ])
  checkAccepted(client, 'Query', base, [
    [
      'but not a consistent read of a local index',
      {
        TableName: withIndexes,
        IndexName: 'by-local',
        ConsistentRead: true,
      },
    ],
  ])
})

describe('Query refuses filters', () => {
  const keyInFilter = (name: string): string =>
    `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${name}`
  const filter = (FilterExpression: string): Json => ({ FilterExpression })
  checkRefusals(client, 'Query', base, [
    ['the partition key', filter('pk = :p'), keyInFilter('pk')],
    ['the sort key', filter('begins_with(sk, :p)'), keyInFilter('sk')],
    ['a path into a key', filter('attribute_exists(pk.a) AND a = :p'), keyInFilter('pk')],
    [
      'the sort key of the index read',
      {
        TableName: withIndexes,
        IndexName: 'by-local',
        ...filter('a = :p OR #l = :p'),
        ExpressionAttributeNames: { '#l': 'local' },
      },
      keyInFilter('local'),
    ],
    [
      'a path into the key of another index',
      {
        TableName: withIndexes,
        ...filter('#l.a = :p'),
        ExpressionAttributeNames: { '#l': 'local' },
      },
      say.scalarKey('local', 'IndexKey'),
    ],
    ['a projection into a key', { ProjectionExpression: 'pk.a' }, say.scalarKey('pk')],
  ])
  checkRefusals(client, 'Query', legacy, [
    [
      'the partition key in the older form',
      { QueryFilter: { pk: equals('a') } },
      'QueryFilter can only contain non-primary key attributes: Primary key attribute: pk',
    ],
    [
      'the sort key in the older form',
      { QueryFilter: { sk: equals('a') } },
      'QueryFilter can only contain non-primary key attributes: Primary key attribute: sk',
    ],
  ])
  checkAccepted(client, 'Query', { ...base, TableName: withIndexes }, [
    [
      'but not the sort key of the table on an index',
      {
        IndexName: 'by-local',
        ...filter('sk <> :p'),
      },
    ],
    [
      'nor the key of an index on the table',
      {
        ...filter('#l = :p'),
        ExpressionAttributeNames: { '#l': 'local' },
      },
    ],
  ])
  checkAccepted(client, 'Query', { ...byPk, TableName: single }, [
    ['nor, in a table without a sort key, an attribute named like one', filter('sk = :p')],
  ])
})

describe('Query refuses values, bare and without a wrapper', () => {
  const filtered = (value: Json): Json => ({
    FilterExpression: 'a = :v',
    ExpressionAttributeValues: { ':p': { S: 'a' }, ':v': value },
  })
  checkRefusals(client, 'Query', base, [
    ['no number', filtered({ N: 'abc' }), say.notANumber('abc')],
    ['an empty number', filtered({ N: '' }), say.notANumber('')],
    ['a number too large', filtered({ N: '1e126' }), say.numberOverflow],
    ['a string twice', filtered({ SS: ['b', 'a', 'b'] }), say.duplicateStrings('a', 'b', 'b')],
    ['a number twice', filtered({ NS: ['2', '1', '2'] }), say.duplicateNumbers],
    ['an empty set', filtered({ SS: [] }), say.emptyStringSet],
    ['NULL that is not true', filtered({ NULL: false }), say.nullNotTrue],
    ['a value without a type', filtered({}), /Supplied AttributeValue is empty/],
    [
      'unused values',
      { ExpressionAttributeValues: { ':p': { S: 'a' }, ':u': { S: 'a' } } },
      say.unusedValues(':u'),
    ],
    ['unused names', { ExpressionAttributeNames: { '#u': 'a' } }, say.unusedNames('#u')],
  ])
})
