/** Which fault of a TransactWriteItems is reported if it has several. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, nested, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const absent = newTableName('absent')
const { failure, failures, prefixed } = say
const capacity = failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)
const metrics = failure('y', 'returnItemCollectionMetrics', say.enums.returnItemCollectionMetrics)
const Key = { pk: S('a') }
const other = { pk: S('b') }
const of = (...TransactItems: readonly Json[]): Json => ({ TransactItems })
const put = (more: Json = {}): Json => ({ Put: { TableName: absent, Item: Key, ...more } })
const remove = (more: Json = {}): Json => ({ Delete: { TableName: absent, Key: other, ...more } })
const check = (more: Json = {}): Json => ({
  ConditionCheck: {
    TableName: absent,
    Key: other,
    ConditionExpression: 'attribute_exists(a)',
    ...more,
  },
})
const syntax = 'Invalid ConditionExpression: Syntax error; token: "=", near: "= = b"'
const badSyntax = { ConditionExpression: 'a = = b' }
const unused = { ExpressionAttributeValues: { ':v': S('x') } }
const deepItem = { Item: { ...Key, d: nested(40) } }
const token = 'x'.repeat(37)

describe('TransactWriteItems reports', () => {
  checkRefusals(client, 'TransactWriteItems', of(put()), [
    [
      'both unknown enums, ReturnConsumedCapacity first',
      { ReturnItemCollectionMetrics: 'y', ReturnConsumedCapacity: 'x' },
      failures(capacity, metrics),
    ],
    ['an unknown enum before a missing table', { ReturnConsumedCapacity: 'x' }, failures(capacity)],
    [
      'an unknown enum before an item twice',
      {
        ...of(put({ TableName: table }), remove({ TableName: table, Key })),
        ReturnConsumedCapacity: 'x',
      },
      failures(capacity),
    ],
    [
      'a long token before an unknown enum, together or alone',
      { ClientRequestToken: token, ReturnConsumedCapacity: 'x' },
      say.anyOf(
        prefixed(say.plainFailure('ClientRequestToken', say.lengthAtMost(36))),
        failures(failure(token, 'clientRequestToken', say.lengthAtMost(36)), capacity),
      ),
    ],
    [
      'a table that does not exist before a key that does not match',
      of(put({ Item: { zz: S('a') } })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
  ])
})

// AWS: action by action, in the order of the request, whatever the fault.
describe('TransactWriteItems reports, of two actions,', () => {
  checkRefusals(client, 'TransactWriteItems', {}, [
    ['syntax before a missing table', of(put(), check(badSyntax)), syntax],
    ['unused values before a missing table', of(put(), check(unused)), say.unusedValues(':v')],
    [
      'unused values before a later missing table',
      of(check(unused), put()),
      say.unusedValues(':v'),
    ],
    [
      'unused values before an item twice',
      of(put({ TableName: table, Item: other }), check({ TableName: table, ...unused })),
      say.unusedValues(':v'),
    ],
    ['syntax before a later item that is too deep', of(check(badSyntax), put(deepItem)), syntax],
    [
      'an item that is too deep before later syntax',
      of(put(deepItem), check(badSyntax)),
      say.tooDeep,
    ],
    [
      'an item that is too deep before a later empty name',
      of(put(deepItem), put({ Item: { ...other, '': S('x') } })),
      say.tooDeep,
    ],
    [
      'an empty name before a later item that is too deep',
      of(put({ Item: { ...other, '': S('x') } }), put(deepItem)),
      'Empty attribute name',
    ],
    [
      'an empty name before a value of its own item that is too deep',
      of(put({ Item: { ...other, d: nested(100), '': S('x') } })),
      'Empty attribute name',
    ],
    [
      'an item that is too deep before an empty name inside it',
      of(put({ Item: { ...other, a: { M: { '': S('x') } }, d: nested(40) } })),
      say.tooDeep,
    ],
    [
      'a key that is too deep before later syntax',
      of(remove({ Key: { pk: nested(40) } }), put(badSyntax)),
      say.tooDeep,
    ],
    [
      'syntax before a later key that is too deep',
      of(put(badSyntax), remove({ Key: { pk: nested(100) } })),
      syntax,
    ],
    [
      'syntax before its own key that is too deep',
      of(remove({ Key: { pk: nested(100) }, ...badSyntax })),
      syntax,
    ],
    [
      'a missing table before an empty key',
      of(put({ Item: { pk: S('') } })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'a missing table before a mistyped key of an earlier action',
      of(put({ TableName: table, Item: { pk: N(1) } }), put({ Item: other })),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
  ])
})
