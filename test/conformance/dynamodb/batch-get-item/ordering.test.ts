/** Which fault of a BatchGetItem is reported if it has several. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const absent = newTableName('absent')
const { failure, failures } = say
const badEnum = failure('x', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)
const ask = (name: string, more: Json = {}, ...Keys: readonly Json[]): Json => ({
  RequestItems: { [name]: { Keys: Keys.length > 0 ? Keys : [{ pk: S('a') }], ...more } },
})

describe('BatchGetItem reports', () => {
  checkRefusals(client, 'BatchGetItem', {}, [
    [
      'an unknown enum before a missing table',
      { ...ask(absent), ReturnConsumedCapacity: 'x' },
      failures(badEnum),
    ],
    [
      'a bad table name together with an unknown enum, the name first',
      { ...ask('bad!name'), ReturnConsumedCapacity: 'x' },
      failures(`Value '{"bad!name":{"Keys":[{"pk":{"S":"a"}}]}}' ${say.mapKeys}`, badEnum),
    ],
    [
      'an unknown enum before duplicates',
      { ...ask(table, {}, { pk: S('a') }, { pk: S('a') }), ReturnConsumedCapacity: 'x' },
      failures(badEnum),
    ],
    [
      'parameters that cannot be combined before names',
      ask(absent, {
        AttributesToGet: ['a', 'a'],
        ProjectionExpression: '',
        ExpressionAttributeNames: {},
      }),
      say.mixed(['AttributesToGet'], ['ProjectionExpression']),
    ],
    [
      'the projection before the values of keys',
      ask(absent, { ProjectionExpression: '' }, { pk: {} }),
      'Invalid ProjectionExpression: The expression can not be empty;',
    ],
    [
      'unused names before the table',
      ask(absent, { ProjectionExpression: 'a', ExpressionAttributeNames: { '#u': 'u' } }),
      say.unusedNames('#u'),
    ],
    ['values of keys before duplicates', ask(absent, {}, { pk: {} }, { pk: {} }), say.emptyValue],
    [
      'duplicates before the table',
      ask(absent, {}, { pk: S('a') }, { pk: S('a') }),
      say.duplicateKeys,
    ],
    [
      'the table before the key',
      ask(absent, {}, { other: S('a') }),
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'a bad projection of one table, whatever another says',
      {
        RequestItems: {
          [table]: { Keys: [{ pk: S('a') }], ProjectionExpression: 'a' },
          [absent]: { Keys: [{ pk: S('a') }], ProjectionExpression: 'a, a' },
        },
      },
      /^Invalid ProjectionExpression: Two document paths overlap/,
    ],
  ])
})
