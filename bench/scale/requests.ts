/** The requests of the bench: items of 300 bytes in partitions of 20, read all over the table. */
import type { Item } from '../../src/model/item.js'
import { padded } from '../padded-item.js'

export interface ScaleTable {
  readonly name: string
  readonly itemCount: number
  /** Attributes that its items have in addition. */
  readonly extra?: (index: number) => Item
}

const itemBytes = 300
const itemsPerPartition = 20
const batchSize = 25
/** How many batches are rendered at a time: a million items at once would fill the memory. */
const batchesPerRun = 1000
/** Different requests of each kind; they are repeated. */
const requestCount = 1000
const scanPageItems = 50

const keyOf = (index: number): Item => ({
  pk: { S: `customer#${Math.floor(index / itemsPerPartition)}` },
  sk: { S: `order#${1000 + (index % itemsPerPartition)}` },
})

function itemOf(index: number, extra: ScaleTable['extra']): Item {
  return { ...padded(keyOf(index), itemBytes), ...extra?.(index) }
}

/** BatchWriteItems that put every item of the table, or every n-th, some at a time. */
export function* batchBodies(
  { name, itemCount, extra }: ScaleTable,
  every = 1,
): Iterable<readonly string[]> {
  const [inBatch, inRun] = [batchSize * every, batchesPerRun * batchSize * every]
  for (let first = 0; first < itemCount; first += inRun) {
    const bodies: string[] = []
    const end = Math.min(itemCount, first + inRun)
    for (let index = first; index < end; index += inBatch) {
      const count = Math.ceil(Math.min(inBatch, end - index) / every)
      const requests = Array.from({ length: count }, (_, n) => ({
        PutRequest: { Item: itemOf(index + n * every, extra) },
      }))
      bodies.push(JSON.stringify({ RequestItems: { [name]: requests } }))
    }
    yield bodies
  }
}

export interface Reading {
  readonly name: string
  readonly operation: string
  bodies(of: ScaleTable): readonly string[]
}

export const readings: readonly Reading[] = [
  reading('GetItem', 'GetItem', (index) => ({ Key: keyOf(index) })),
  reading(`Query of ${itemsPerPartition}`, 'Query', (index) => ({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keyOf(index)['pk'] },
  })),
  reading(`Scan of ${scanPageItems}, resumed`, 'Scan', (index) => ({
    Limit: scanPageItems,
    ExclusiveStartKey: keyOf(index),
  })),
]

/** Items spread over the whole table, in no order: the golden ratio visits them evenly. */
function reading(name: string, operation: string, input: (index: number) => object): Reading {
  return {
    name,
    operation,
    bodies: (of) =>
      Array.from({ length: requestCount }, (_, n) => {
        const index = Math.floor(((n * 0.618033988749895) % 1) * of.itemCount)
        return JSON.stringify({ TableName: of.name, ...input(index) })
      }),
  }
}
