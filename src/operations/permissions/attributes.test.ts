/** A policy that lists attributes: nothing shows the others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../database-suite.js'
import { openGuarded, type TestUser } from './permissions-suite.js'

const TableName = 'shared'
const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`
const secret = 'what only bob knows'
const S = (text: string): Json => ({ S: text })
const shown = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
const ofBob = {
  KeyConditionExpression: 'pk = :v',
  ExpressionAttributeValues: { ':v': S('bob') },
}

type Attempt = readonly [operation: string, input: Json]

describe('a caller that may see some attributes', () => {
  const reader: TestUser = {
    name: 'reader',
    policy: [
      {
        Effect: 'Allow',
        Action: ['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
        Resource: arn,
        Condition: {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'owner'] },
          StringEqualsIfExists: {
            'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
            'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
          },
        },
      },
    ],
  }
  const Key = { pk: S('bob'), sk: S('a') }

  it('sees no others, by projection, filter, update, return value or failed condition', async () => {
    const { tell, ask } = openGuarded({ users: [reader] })
    await ask('CreateTable', {
      TableName,
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => {
        return { AttributeName, AttributeType: 'S' }
      }),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    })
    await ask('PutItem', { TableName, Item: { ...Key, owner: S('bob'), note: S(secret) } })
    const refused: readonly Attempt[] = [
      ['GetItem', { TableName, Key }],
      [
        'GetItem',
        {
          TableName,
          Key,
          ProjectionExpression: '#o, note',
          ExpressionAttributeNames: { '#o': 'owner' },
        },
      ],
      ['GetItem', { TableName, Key, AttributesToGet: ['note'] }],
      ['Query', { TableName, ...ofBob, Select: 'COUNT' }],
      ['Query', { TableName, ...ofBob, ProjectionExpression: 'sk', FilterExpression: 'note > :v' }],
      [
        'UpdateItem',
        {
          TableName,
          Key,
          UpdateExpression: 'SET #o = note',
          ExpressionAttributeNames: { '#o': 'owner' },
        },
      ],
      ['UpdateItem', { TableName, Key, ReturnValues: 'ALL_NEW' }],
      ['UpdateItem', { TableName, Key, ConditionExpression: 'attribute_not_exists(pk)', ...shown }],
    ]
    for (const [operation, input] of refused) {
      const told = await tell(reader, operation, input)
      assert.match(told, /^AccessDenied/, JSON.stringify(input))
      assert.ok(!told.includes(secret))
    }
    const told = await tell(reader, 'GetItem', { TableName, Key, AttributesToGet: ['owner'] })
    assert.equal(told, JSON.stringify({ Item: { owner: S('bob') } }))
  })
})
