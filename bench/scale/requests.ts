/** The requests of the bench: items of 300 bytes in partitions of 20, read all over the table. */
import type { Item } from '../../src/model/item.js'
import { padded } from '../padded-item.js'

export interface ScaleTable {
  readonly name: string
  readonly itemCount: number
}

const itemBytes = 300
const itemsPerPartition = 20
const batchSize = 25
/** How many batches are rendered at a time: a million items at once would fill the memory. */
const batchesPerRun = 1000
/** Different requests of each kind; they come round again. */
const requestCount = 1000
const scanPageItems = 50

const keyOf = (index: number): Item => ({
  pk: { S: `customer#${Math.floor(index / itemsPerPartition)}` },
  sk: { S: `order#${1000 + (index % itemsPerPartition)}` },
})

/** BatchWriteItems that fill the table, some at a time. */
export function* batchBodies({ name, itemCount }: ScaleTable): Iterable<readonly string[]> {
  for (let first = 0; first < itemCount; first += batchesPerRun * batchSize) {
    const bodies: string[] = []
    const end = Math.min(itemCount, first + batchesPerRun * batchSize)
    for (let index = first; index < end; index += batchSize) {
      const requests = Array.from({ length: Math.min(batchSize, end - index) }, (_, n) => ({
        PutRequest: { Item: padded(keyOf(index + n), itemBytes) },
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
