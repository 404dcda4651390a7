/** Refused BatchGetItem requests: a row for each sentence of its checks. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkAccepted, checkRefusals, type Refusal } from '../../../support/expect.js'
import { B, N, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, sorted, binary] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
  client.createTable(partitionOnly('B')),
])
const absent = newTableName('absent')
const { failure, failures, prefixed } = say
const from = (TableName: string, ...Keys: readonly Json[]): Json => ({
  RequestItems: { [TableName]: { Keys } },
})
const one = (more: Json): Json => ({
  RequestItems: { [table]: { Keys: [{ pk: S('a') }], ...more } },
})

describe('BatchGetItem refuses by constraint', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => ({ pk: S(`k${n}`) }))
  checkRefusals(client, 'BatchGetItem', {}, [
    [
      'no request items',
      { RequestItems: null },
      failures(failure(null, 'requestItems', say.notNull)),
    ],
    [
      'empty request items',
      { RequestItems: {} },
      prefixed(say.plainFailure('RequestItems', say.lengthAtLeast(1))),
    ],
    [
      'an empty list of keys',
      from(table),
      prefixed(say.plainFailure(`RequestItems.${table}.member.Keys`, say.lengthAtLeast(1))),
    ],
    [
      'no list of keys',
      { RequestItems: { [table]: {} } },
      /at '[rR]equestItems\..*\.member\.[kK]eys' failed to satisfy constraint: Member must not be null$/,
    ],
    [
      '101 keys of one table',
      from(table, ...keys(101)),
      prefixed(say.plainFailure(`RequestItems.${table}.member.Keys`, say.lengthAtMost(100))),
    ],
    [
      'a table name with a bad character',
      from('bad!name', { pk: S('a') }),
      prefixed(`Value '{"bad!name":{"Keys":[{"pk":{"S":"a"}}]}}' ${say.mapKeys}`),
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { ...from(table, { pk: S('a') }), ReturnConsumedCapacity: 'x' },
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'an empty list of attributes to get',
      one({ AttributesToGet: [] }),
      /[aA]ttributesToGet' failed to satisfy constraint: Member must have length greater than or equal to 1$/,
    ],
  ])
})

describe('BatchGetItem refuses', () => {
  const projection = (ProjectionExpression: string, more: Json = {}): Json =>
    one({ ProjectionExpression, ...more })
  const overlap = (first: string, second: string): string =>
    `Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [${first}], path two: [${second}]`
  checkRefusals(client, 'BatchGetItem', {}, [
    [
      'a legacy projection with an expression',
      projection('a', { AttributesToGet: ['a'] }),
      say.mixed(['AttributesToGet'], ['ProjectionExpression']),
    ],
    [
      'a legacy projection with an expression for another table',
      {
        RequestItems: {
          [table]: { Keys: [{ pk: S('a') }], ProjectionExpression: 'a' },
          [sorted]: { Keys: [{ pk: S('a'), sk: S('b') }], AttributesToGet: ['a'] },
        },
      },
      say.mixed(['AttributesToGet'], ['ProjectionExpression']),
    ],
    [
      'names without an expression',
      one({ ExpressionAttributeNames: { '#a': 'a' } }),
      say.namesWithoutExpression,
    ],
    [
      'empty names',
      projection('a', { ExpressionAttributeNames: {} }),
      'ExpressionAttributeNames must not be empty',
    ],
    [
      'unused names',
      projection('a', { ExpressionAttributeNames: { '#u': 'u' } }),
      say.unusedNames('#u'),
    ],
    [
      'an attribute to get twice',
      one({ AttributesToGet: ['a', 'a'] }),
      say.invalid('Duplicate value in attribute name: a'),
    ],
    [
      'an empty projection',
      projection(''),
      'Invalid ProjectionExpression: The expression can not be empty;',
    ],
    ['a path twice', projection('a, a'), overlap('a', 'a')],
    ['a path inside another', projection('a, a.b'), overlap('a', 'a, b')],
    [
      'a path twice by two names',
      projection('#a, #b', { ExpressionAttributeNames: { '#a': 'a', '#b': 'a' } }),
      overlap('a', 'a'),
    ],
    ['a key twice', from(table, { pk: S('a') }, { pk: S('a') }), say.duplicateKeys],
    [
      'a number twice in two notations',
      from(table, { pk: N('1') }, { pk: N('1.0') }),
      say.duplicateKeys,
    ],
    [
      'a table that does not exist',
      from(absent, { pk: S('a') }),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'one table of two that does not exist',
      {
        RequestItems: {
          [table]: { Keys: [{ pk: S('a') }] },
          [absent]: { Keys: [{ pk: S('a') }] },
        },
      },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    ['a path into a key', projection('pk.a'), say.scalarKey('pk')],
  ])
  checkAccepted(client, 'BatchGetItem', {}, [
    [
      'but not one key in two tables',
      {
        RequestItems: {
          [table]: { Keys: [{ pk: S('a') }] },
          [sorted]: {
            Keys: [
              { pk: S('a'), sk: S('a') },
              { pk: S('a'), sk: S('b') },
            ],
          },
        },
      },
    ],
  ])
})

describe('BatchGetItem refuses keys', () => {
  const mismatches: readonly (readonly [string, Json])[] = [
    ['none', {}],
    ['without the sort key', { pk: S('a') }],
    ['of another name', { pk: S('a'), other: S('b') }],
    ['with more than the key', { pk: S('a'), sk: S('b'), more: S('c') }],
    ['of another type', { pk: N(1), sk: S('b') }],
    ['that are a map', { pk: S('a'), sk: { M: {} } }],
  ]
  checkRefusals(client, 'BatchGetItem', {}, [
    ...mismatches.map(([name, key]): Refusal => [name, from(sorted, key), say.keyMismatch]),
    ['empty', from(table, { pk: S('') }), say.emptyKey('pk')],
    ['empty binaries', from(binary, { pk: B('') }), say.emptyKey('pk', 'binary')],
    ['of 2049 bytes', from(table, { pk: S('a'.repeat(2049)) }), say.partitionKeyTooLong],
    [
      'with a sort key of 1025 bytes',
      from(sorted, { pk: S('a'), sk: S('a'.repeat(1025)) }),
      say.sortKeyTooLong,
    ],
  ])
})

describe('BatchGetItem refuses values, bare and in the newer wording', () => {
  const key = (value: Json): Json => from(table, { pk: value })
  checkRefusals(client, 'BatchGetItem', {}, [
    ['without a type', key({}), say.emptyValue],
    ['of two types', key({ S: 'a', N: '1' }), say.severalTypes],
    ['that are not numbers', key({ N: 'abc' }), say.notANumber('abc')],
    ['that are an empty number', key({ N: '' }), say.notANumber('')],
    ['that are too large', key({ N: '1e126' }), say.numberOverflow],
    ['that are an empty set', key({ SS: [] }), say.emptyStringSet],
    ['that are NULL but not true', key({ NULL: false }), say.nullNotTrue],
    ['with a string twice', key({ SS: ['b', 'a', 'b'] }), say.duplicateStrings('a', 'b', 'b')],
    ['with a number twice', key({ NS: ['2', '1', '2'] }), say.duplicateNumbers],
    [
      'with a binary twice',
      key({ BS: ['/w==', 'AA==', 'AA=='] }),
      say.duplicateBinaries('AA==', '/w==', 'AA=='),
    ],
  ])
})
