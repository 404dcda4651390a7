/**
 * TransactWriteItems requests that are refused as a whole: nothing is applied, and no reasons are
 * returned.
 */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkAccepted, checkRefusals, type Refusal } from '../../../support/expect.js'
import { B, nested, padded, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, binary, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(partitionOnly('B')),
  client.createTable(indexed),
])
const { failure, failures, prefixed } = say
const Key = { pk: S('a') }
const put = (more: Json = {}): Json => ({ Put: { TableName: table, Item: Key, ...more } })
const remove = (more: Json = {}): Json => ({ Delete: { TableName: table, Key, ...more } })
const update = (more: Json = {}): Json => ({
  Update: { TableName: table, Key, UpdateExpression: 'REMOVE a', ...more },
})
const check = (more: Json = {}): Json => ({
  ConditionCheck: { TableName: table, Key, ConditionExpression: 'attribute_exists(pk)', ...more },
})
const of = (...TransactItems: readonly Json[]): Json => ({ TransactItems })

describe('TransactWriteItems refuses by constraint', () => {
  const many = Array.from({ length: 101 }, (_, n) => put({ Item: { pk: S(`k${n}`) } }))
  const token = 'x'.repeat(37)
  checkRefusals(client, 'TransactWriteItems', of(put()), [
    ['no actions', { TransactItems: null }, failures(failure(null, 'transactItems', say.notNull))],
    // AWS: regions differ in the printed value.
    [
      'an empty list of actions',
      of(),
      say.anyOf(
        failures(failure('[]', 'transactItems', say.lengthAtLeast(1))),
        prefixed(say.plainFailure('TransactItems', say.lengthAtLeast(1))),
      ),
    ],
    [
      '101 actions',
      of(...many),
      /^1 validation error detected: (?:Value '\[.+\]' at 'transactItems'|Value at 'TransactItems') failed to satisfy constraint: Member must have length less than or equal to 100$/s,
    ],
    [
      'a token of 37 characters',
      { ClientRequestToken: token },
      say.anyOf(
        failures(failure(token, 'clientRequestToken', say.lengthAtMost(36))),
        prefixed(say.plainFailure('ClientRequestToken', say.lengthAtMost(36))),
      ),
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { ReturnConsumedCapacity: 'x' },
      failures(failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
    [
      'an unknown ReturnItemCollectionMetrics',
      { ReturnItemCollectionMetrics: 'y' },
      failures(failure('y', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics)),
    ],
    [
      'a put without an item',
      of(put({ Item: null })),
      /at 'transactItems\.1\.member\.put\.item' failed to satisfy constraint: Member must not be null$/,
    ],
    [
      'an update without a key',
      of(update({ Key: null })),
      /at 'transactItems\.1\.member\.update\.key' failed to satisfy constraint: Member must not be null$/,
    ],
    [
      'an update without an expression',
      of(put({ Item: { pk: S('b') } }), update({ UpdateExpression: null })),
      /at 'transactItems\.2\.member\.update\.updateExpression' failed to satisfy constraint: Member must not be null$/,
    ],
    [
      'a check without a condition',
      of(check({ ConditionExpression: null })),
      /at 'transactItems\.1\.member\.conditionCheck\.conditionExpression' failed to satisfy constraint: Member must not be null$/,
    ],
    [
      'a table name with a bad character',
      of(put({ TableName: 'a;b' })),
      /at 'transactItems\.1\.member\.put\.tableName' failed to satisfy constraint: Member must satisfy regular expression pattern/,
    ],
  ])
})

describe('TransactWriteItems refuses actions', () => {
  const several = 'TransactItems can only contain one of Check, Put, Update or Delete'
  checkRefusals(client, 'TransactWriteItems', {}, [
    [
      'that are empty',
      of({}),
      say.anyOf(
        several,
        'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request',
      ),
    ],
    ['that are two at once', of({ ...put(), ...remove() }), several],
    ['on one item twice', of(put(), remove()), say.sameItemTwice],
    ['that check an item and write it', of(check(), update()), say.sameItemTwice],
    ['on one item twice, the same', of(put(), put()), say.sameItemTwice],
    [
      'on a table that does not exist',
      of(put({ TableName: newTableName('absent') })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'of which only the last table does not exist',
      of(put(), remove({ TableName: newTableName('absent') })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'that put an item of 400 KB and a byte',
      of(put({ Item: padded(Key, 400 * 1024 + 1) })),
      say.itemTooBig,
    ],
  ])
})

describe('TransactWriteItems refuses expressions, bare', () => {
  const condition = (ConditionExpression: string): Json => ({ ConditionExpression })
  const value = { ExpressionAttributeValues: { ':v': S('x') } }
  const everywhere = (name: string, more: Json, message: string): readonly Refusal[] =>
    [
      ['Put', put(more)] as const,
      ['Delete', remove(more)] as const,
      ['Update', update(more)] as const,
      ['ConditionCheck', check(more)] as const,
    ].map(([action, item]) => [`${name} of a ${action}`, of(item), message])
  checkRefusals(client, 'TransactWriteItems', {}, [
    ...everywhere(
      'an empty condition',
      condition(''),
      'Invalid ConditionExpression: The expression can not be empty;',
    ),
    ...everywhere(
      'the syntax',
      condition('attribute_not_exists('),
      'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "("',
    ),
    ...everywhere(
      'unused values',
      { ...condition('attribute_exists(pk)'), ...value },
      say.unusedValues(':v'),
    ),
    ...everywhere(
      'unused names',
      { ...condition('attribute_exists(pk)'), ExpressionAttributeNames: { '#n': 'n' } },
      say.unusedNames('#n'),
    ),
    ...everywhere(
      'empty values',
      { ...condition('attribute_exists(pk)'), ExpressionAttributeValues: {} },
      'ExpressionAttributeValues must not be empty',
    ),
    ...everywhere(
      'an undefined value',
      condition('a = :v'),
      'Invalid ConditionExpression: An expression attribute value used in expression is not defined; attribute value: :v',
    ),
    [
      'the syntax of an update',
      of(update({ UpdateExpression: 'SET a = ' })),
      'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "="',
    ],
    [
      'a condition of 4097 bytes',
      of(put(condition('attribute_exists(pk)'.padEnd(4097)))),
      'Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: 4097',
    ],
    [
      'an update of 4097 bytes',
      of(update({ UpdateExpression: 'REMOVE a'.padEnd(4097) })),
      'Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;',
    ],
    [
      'an update of a key',
      of(update({ UpdateExpression: 'SET pk = :v', ...value })),
      /./,
      'TransactionCanceledException',
    ],
  ])
  // AWS: unlike the operations on single items.
  checkAccepted(client, 'TransactWriteItems', {}, [
    ['but not names without an expression', of(put({ ExpressionAttributeNames: { '#n': 'n' } }))],
    ['nor values without an expression', of(put(value))],
    ['nor a condition of 4096 bytes', of(put(condition('attribute_exists(pk)'.padEnd(4096))))],
  ])
})

describe('TransactWriteItems refuses values in either wording', () => {
  const item = (value: Json): Json => of(put({ Item: { ...Key, v: value } }))
  const expression = (value: Json): Json =>
    of(update({ UpdateExpression: 'SET v = :v', ExpressionAttributeValues: { ':v': value } }))
  const either = (newer: string, older: string): RegExp => say.anyOf(newer, older)
  const wrapped = (sentence: string): string => say.invalidValue(sentence, ':v')
  const strings = { SS: ['b', 'a', 'b'] }
  const olderStrings = say.older.duplicateStrings('b', 'a', 'b')
  checkRefusals(client, 'TransactWriteItems', {}, [
    ['without a type', item({}), say.emptyValue],
    ['of two types', item({ S: 'a', N: '1' }), say.severalTypes],
    ['that are not numbers', item({ N: 'abc' }), say.notANumber('abc')],
    [
      'that are an empty number',
      item({ N: '' }),
      either(say.notANumber(''), say.older.emptyNumber),
    ],
    ['that are too large', item({ N: '1e126' }), say.numberOverflow],
    ['that are an empty set', item({ SS: [] }), say.emptyStringSet],
    ['that are NULL but not true', item({ NULL: false }), say.nullNotTrue],
    [
      'with a string twice',
      item(strings),
      either(say.duplicateStrings('a', 'b', 'b'), olderStrings),
    ],
    [
      'with a number twice',
      item({ NS: ['2', '1', '2'] }),
      either(say.duplicateNumbers, say.older.duplicateNumbers),
    ],
    ['nested too deep', item(nested(40)), say.tooDeep],
    ['without a name', of(put({ Item: { ...Key, '': S('x') } })), 'Empty attribute name'],
    ['without a name inside a map', item({ M: { '': S('x') } }), /./],
    [
      'in an expression, no number',
      expression({ N: 'abc' }),
      either(say.notANumber('abc'), wrapped(say.notANumber('abc'))),
    ],
    [
      'in an update, a number that is far too large, as too small',
      expression({ N: '1e2147483647' }),
      wrapped(say.numberUnderflow),
    ],
    [
      'in an expression, with a string twice',
      expression(strings),
      either(say.duplicateStrings('a', 'b', 'b'), wrapped(olderStrings)),
    ],
    ['in an expression, nested too deep', expression(nested(33)), wrapped(say.tooDeep)],
    [
      'in a key, with a string twice',
      of(remove({ Key: { pk: strings } })),
      either(say.duplicateStrings('a', 'b', 'b'), olderStrings),
    ],
  ])
})

// AWS: an empty key is known from the request, a mistyped one only from the table.
describe('TransactWriteItems refuses empty keys as a whole', () => {
  const keyed = (TableName: string, key: Json): readonly (readonly [string, Json])[] => [
    ['put', of(put({ TableName, Item: key }))],
    ['delete', of(remove({ TableName, Key: key }))],
    ['update', of(update({ TableName, Key: key }))],
    ['check', of(check({ TableName, Key: key }))],
  ]
  checkRefusals(client, 'TransactWriteItems', {}, [
    ...keyed(table, { pk: S('') }).map(([name, input]): Refusal => [
      `to ${name}`,
      input,
      say.emptyKey('pk'),
    ]),
    ...keyed(binary, { pk: B('') }).map(([name, input]): Refusal => [
      `to ${name}, binary`,
      input,
      say.emptyKey('pk', 'binary'),
    ]),
    [
      'of an index',
      of(put({ TableName: withIndexes, Item: { pk: S('a'), sk: S('b'), global: S('') } })),
      say.notValid(
        'A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: by-global, IndexKey: global',
      ),
    ],
  ])
})
