/** The requests of one tenant of a shared table, and the policy that lets it do no more than that. */
import type { Item } from '../../src/model/item.js'
import { padded } from '../padded-item.js'

export const tenant = 'tenant'
export const securedOperations = ['GetItem', 'PutItem', 'Query', 'TransactWriteItems'] as const

const tableName = 'bench'
const keyCount = 1000
const itemBytes = 1000
const itemsPerQuery = 20
const itemsPerBatch = 20

const each = (count: number) => Array.from({ length: count }, (_, n) => n)

function keyOf(n: number): Item {
  return { pk: { S: tenant }, sk: { S: `order#${100_000 + n}` } }
}

function itemOf(n: number): Item {
  return padded(keyOf(n), itemBytes)
}

const shown = { ProjectionExpression: '#s, note', ExpressionAttributeNames: { '#s': 'status' } }

export const fillBodies = each(keyCount / itemsPerBatch).map((batch) =>
  JSON.stringify({
    RequestItems: {
      [tableName]: each(itemsPerBatch).map((n) => {
        return { PutRequest: { Item: itemOf(batch * itemsPerBatch + n) } }
      }),
    },
  }),
)

const bodies = (of: (n: number) => object) => each(keyCount).map((n) => JSON.stringify(of(n)))

export const bodiesOf: Readonly<Record<(typeof securedOperations)[number], readonly string[]>> = {
  GetItem: bodies((n) => ({ TableName: tableName, Key: keyOf(n), ...shown })),
  PutItem: bodies((n) => ({ TableName: tableName, Item: itemOf(n) })),
  Query: bodies((n) => ({
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk AND sk >= :from',
    ExpressionAttributeValues: { ':pk': { S: tenant }, ':from': keyOf(n)['sk'] },
    Limit: itemsPerQuery,
    ...shown,
  })),
  TransactWriteItems: bodies((n) => ({
    TransactItems: each(4).map((i) => {
      return { Put: { TableName: tableName, Item: itemOf((n * 4 + i) % keyCount) } }
    }),
  })),
}

export const policy = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:BatchWriteItem'],
      Resource: `arn:aws:dynamodb:*:*:table/${tableName}`,
      Condition: {
        'ForAllValues:StringEquals': {
          'dynamodb:LeadingKeys': ['${aws:username}'],
          'dynamodb:Attributes': ['pk', 'sk', 'status', 'total', 'note'],
        },
        StringEqualsIfExists: {
          'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
          'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
        },
      },
    },
  ],
}
