/** The operations of every contender: the same, on items of about 1 KB under the same keys. */
import type { Item } from '../../src/model/item.js'
import {
  getBodies,
  itemOf,
  keyCount,
  keyOf,
  putBodies,
  tableName,
} from '../item-operations/requests.js'
import { padded } from '../padded-item.js'

export const operations = [
  'GetItem',
  'PutItem',
  'UpdateItem',
  'Query',
  'TransactWriteItems',
] as const
export type Operation = (typeof operations)[number]

export const itemsPerQuery = 20
export const queriedItemBytes = 200
export const itemsPerTransaction = 4
export const partitions = 200

const each = (count: number) => Array.from({ length: count }, (_, n) => n)

/** The items of one partition that a Query reads. */
export function queriedItems(partition: number): readonly Item[] {
  return each(itemsPerQuery).map((n) =>
    padded(
      { pk: { S: `partition#${partition}` }, sk: { S: `order#${1000 + n}` } },
      queriedItemBytes,
    ),
  )
}

export const fillBodies = each(partitions).map((partition) =>
  JSON.stringify({
    RequestItems: {
      [tableName]: queriedItems(partition).map((Item) => ({ PutRequest: { Item } })),
    },
  }),
)

const updateBodies = each(keyCount).map((index) =>
  JSON.stringify({
    TableName: tableName,
    Key: keyOf(index),
    UpdateExpression: 'SET visits = if_not_exists(visits, :zero) + :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':zero': { N: '0' }, ':one': { N: '1' } },
  }),
)

const queryBodies = each(partitions).map((partition) =>
  JSON.stringify({
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: `partition#${partition}` } },
  }),
)

/** Neighbouring transactions share no item, so that none waits for another. */
const transactBodies = each(keyCount / itemsPerTransaction).map((group) =>
  JSON.stringify({
    TransactItems: each(itemsPerTransaction).map((n) => ({
      Put: { TableName: tableName, Item: itemOf(group * itemsPerTransaction + n) },
    })),
  }),
)

export const bodiesOf: Readonly<Record<Operation, readonly string[]>> = {
  GetItem: getBodies,
  PutItem: putBodies,
  UpdateItem: updateBodies,
  Query: queryBodies,
  TransactWriteItems: transactBodies,
}
