/** Refused BatchWriteItem requests: a row for each sentence of its checks. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import { B, N, nested, padded, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, sorted, binary, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
  client.createTable(partitionOnly('B')),
  client.createTable(indexed),
])
const { failure, failures, invalid, prefixed } = say
const put = (Item: Json): Json => ({ PutRequest: { Item } })
const remove = (Key: Json): Json => ({ DeleteRequest: { Key } })
const to = (TableName: string, ...requests: readonly Json[]): Json => ({
  RequestItems: { [TableName]: requests },
})
const mapValues =
  "at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]"

describe('BatchWriteItem refuses by constraint', () => {
  const many = Array.from({ length: 26 }, (_, n) => put({ pk: S(`k${n}`) }))
  checkRefusals(client, 'BatchWriteItem', {}, [
    [
      'no request items',
      { RequestItems: null },
      failures(failure(null, 'requestItems', say.notNull)),
    ],
    // AWS: regions differ, and some have answered with both.
    [
      'empty request items',
      { RequestItems: {} },
      say.anyOf(
        'The requestItems parameter is required for BatchWriteItem',
        prefixed(say.plainFailure('RequestItems', say.lengthAtLeast(1))),
      ),
    ],
    ['an empty list', to(table), prefixed(`Value '{${table}=[]}' ${mapValues}`)],
    [
      '26 requests for one table',
      to(table, ...many),
      new RegExp(
        `^1 validation error detected: (?:Value '\\{${table}=\\[.+\\]\\}' ${say.escaped(mapValues)}|Value at 'RequestItems\\.${table}\\.member' failed to satisfy constraint: Member must have length less than or equal to 25)$`,
        's',
      ),
    ],
    [
      'a table name with a bad character',
      to('bad!name', put({ pk: S('a') })),
      new RegExp(
        `^1 validation error detected: Value '\\{bad!name=.+\\}' ${say.escaped(say.mapKeys)}$`,
        's',
      ),
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { ...to(table, put({ pk: S('a') })), ReturnConsumedCapacity: 'x' },
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'an unknown ReturnItemCollectionMetrics',
      { ...to(table, put({ pk: S('a') })), ReturnItemCollectionMetrics: 'y' },
      failures(failure('y', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics)),
    ],
    [
      'a put without an item',
      to(table, { PutRequest: {} }),
      /putRequest\.item' failed to satisfy constraint: Member must not be null$/,
    ],
    [
      'a delete without a key',
      to(table, { DeleteRequest: {} }),
      /deleteRequest\.key' failed to satisfy constraint: Member must not be null$/,
    ],
  ])
})

describe('BatchWriteItem refuses', () => {
  const bothActions = { ...put({ pk: S('a') }), ...remove({ pk: S('a') }) }
  checkRefusals(client, 'BatchWriteItem', {}, [
    ['an empty request', to(table, {}), say.severalTypes],
    ['a request that says two things', to(table, bothActions), say.severalTypes],
    [
      'an item of 400 KB and a byte',
      to(table, put(padded({ pk: S('a') }, 400 * 1024 + 1))),
      say.itemTooBig,
    ],
    [
      'a table that does not exist',
      to(newTableName('absent'), put({ pk: S('a') })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'to put an item twice',
      to(table, put({ pk: S('a') }), put({ pk: S('a'), more: S('b') })),
      say.duplicateKeys,
    ],
    [
      'to put and delete an item',
      to(table, put({ pk: S('a') }), remove({ pk: S('a') })),
      say.duplicateKeys,
    ],
    [
      'to delete an item twice',
      to(sorted, remove({ pk: S('a'), sk: S('b') }), remove({ sk: S('b'), pk: S('a') })),
      say.duplicateKeys,
    ],
  ])
})

describe('BatchWriteItem refuses keys', () => {
  const mismatches: readonly (readonly [string, Json])[] = [
    ['to put without any key', put({})],
    ['to put without the partition key', put({ sk: S('b') })],
    ['to put without the sort key', put({ pk: S('a') })],
    ['to put a key of another type', put({ pk: N(1), sk: S('b') })],
    ['to put a key that is a list', put({ pk: S('a'), sk: { L: [S('b')] } })],
    ['to delete without the sort key', remove({ pk: S('a') })],
    ['to delete by another name', remove({ pk: S('a'), other: S('b') })],
    ['to delete with more than the key', remove({ pk: S('a'), sk: S('b'), more: S('c') })],
    ['to delete a key of another type', remove({ pk: S('a'), sk: N(1) })],
  ]
  checkRefusals(client, 'BatchWriteItem', {}, [
    ...mismatches.map(([name, request]): Refusal => [name, to(sorted, request), say.keyMismatch]),
    ['to put an empty key', to(table, put({ pk: S('') })), say.emptyKey('pk')],
    ['to delete an empty key', to(table, remove({ pk: S('') })), say.emptyKey('pk')],
    ['to put an empty binary key', to(binary, put({ pk: B('') })), say.emptyKey('pk', 'binary')],
    [
      'to delete an empty binary key',
      to(binary, remove({ pk: B('') })),
      say.emptyKey('pk', 'binary'),
    ],
    ['a key of 2049 bytes', to(table, put({ pk: S('a'.repeat(2049)) })), say.partitionKeyTooLong],
    [
      'a sort key of 1025 bytes',
      to(sorted, put({ pk: S('a'), sk: S('a'.repeat(1025)) })),
      say.sortKeyTooLong,
    ],
    [
      'an index key of another type',
      to(withIndexes, put({ pk: S('a'), sk: S('b'), global: N(1) })),
      invalid('Type mismatch for Index Key global Expected: S Actual: N IndexName: by-global'),
    ],
    [
      'an empty index key',
      to(withIndexes, put({ pk: S('a'), sk: S('b'), local: S('') })),
      say.notValid(
        'A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: by-local, IndexKey: local',
      ),
    ],
  ])
})

describe('BatchWriteItem refuses values, bare and in the older wording', () => {
  const item = (value: Json): Json => to(table, put({ pk: S('a'), v: value }))
  checkRefusals(client, 'BatchWriteItem', {}, [
    ['without a type', item({}), say.emptyValue],
    ['of two types', item({ S: 'a', N: '1' }), say.severalTypes],
    ['that are not numbers', item({ N: 'abc' }), say.notANumber('abc')],
    ['that are an empty number', item({ N: '' }), say.older.emptyNumber],
    ['that are too large', item({ N: '1e126' }), say.numberOverflow],
    ['far too large, as too small', item({ N: '1e2147483647' }), say.numberUnderflow],
    ['that are an empty set', item({ NS: [] }), say.emptyNumberSet],
    ['that are NULL but not true', item({ NULL: false }), say.nullNotTrue],
    [
      'with a string twice',
      item({ SS: ['b', 'a', 'b'] }),
      say.older.duplicateStrings('b', 'a', 'b'),
    ],
    ['with a number twice', item({ NS: ['2', '1', '2'] }), say.older.duplicateNumbers],
    [
      'with a binary twice',
      item({ BS: ['/w==', 'AA==', 'AA=='] }),
      say.older.duplicateBinaries('/w==', 'AA==', 'AA=='),
    ],
    ['nested too deep', item(nested(32)), say.tooDeep],
    // AWS: an empty name is certainly refused; the sentence is not certain.
    ['without a name', to(table, put({ pk: S('a'), '': S('x') })), /./],
    [
      'in the key of a delete',
      to(table, remove({ pk: { SS: ['b', 'a', 'b'] } })),
      say.older.duplicateStrings('b', 'a', 'b'),
    ],
  ])
})
