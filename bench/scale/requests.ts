/** The requests of the bench: items of 300 bytes in partitions of 20, used all over the table. */
import type { Item } from '../../src/model/item.js'
import { padded } from '../padded-item.js'

export interface ScaleTable {
  readonly name: string
  readonly itemCount: number
  /** 20 if absent. */
  readonly partitionItems?: number
  /** 300 if absent. */
  readonly itemBytes?: number
  /** Attributes that its items have in addition. */
  readonly extra?: (index: number) => Item
}

const usualItemBytes = 300
export const usualPartitionItems = 20
const batchSize = 25
/** How many batches are rendered at a time: a million items at once would fill the memory. */
const batchesPerRun = 1000
/** Different requests of each kind; they are repeated. */
const requestCount = 5000
const scanPageItems = 50

export function keyOf(index: number, { partitionItems = usualPartitionItems }: ScaleTable): Item {
  return {
    pk: { S: `customer#${Math.floor(index / partitionItems)}` },
    sk: { S: `order#${10_000_000 + (index % partitionItems)}` },
  }
}

export function itemOf(index: number, of: ScaleTable): Item {
  return { ...padded(keyOf(index, of), of.itemBytes ?? usualItemBytes), ...of.extra?.(index) }
}

/** BatchWriteItems that put every item of the table, or every n-th, some at a time. */
export function* batchBodies(of: ScaleTable, every = 1): Iterable<readonly string[]> {
  const [inBatch, inRun] = [batchSize * every, batchesPerRun * batchSize * every]
  for (let first = 0; first < of.itemCount; first += inRun) {
    const bodies: string[] = []
    const end = Math.min(of.itemCount, first + inRun)
    for (let index = first; index < end; index += inBatch) {
      const count = Math.ceil(Math.min(inBatch, end - index) / every)
      const requests = Array.from({ length: count }, (_, n) => ({
        PutRequest: { Item: itemOf(index + n * every, of) },
      }))
      bodies.push(JSON.stringify({ RequestItems: { [of.name]: requests } }))
    }
    yield bodies
  }
}

export interface Reading {
  readonly name: string
  readonly operation: string
  readonly bodies: (of: ScaleTable) => readonly string[]
}

export const readings: readonly Reading[] = [
  spread('GetItem', 'GetItem', (index, of) => ({ Key: keyOf(index, of) })),
  spread(`Query of ${usualPartitionItems}`, 'Query', (index, of) => ({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keyOf(index, of)['pk'] },
  })),
  spread(`Scan of ${scanPageItems}, resumed`, 'Scan', (index, of) => ({
    Limit: scanPageItems,
    ExclusiveStartKey: keyOf(index, of),
  })),
]

export const writings: readonly Reading[] = [
  spread('PutItem', 'PutItem', (index, of) => ({ Item: itemOf(index, of) })),
  spread('UpdateItem', 'UpdateItem', (index, of) => ({
    Key: keyOf(index, of),
    UpdateExpression: 'SET visits = if_not_exists(visits, :zero) + :one',
    ExpressionAttributeValues: { ':zero': { N: '0' }, ':one': { N: '1' } },
  })),
]

/** Items spread over the whole table, in no order: the golden ratio visits them evenly. */
function spread(
  name: string,
  operation: string,
  input: (index: number, of: ScaleTable) => object,
): Reading {
  return {
    name,
    operation,
    bodies: (of) =>
      Array.from({ length: requestCount }, (_, n) => {
        const index = Math.floor(((n * 0.618033988749895) % 1) * of.itemCount)
        return JSON.stringify({ TableName: of.name, ...input(index, of) })
      }),
  }
}
