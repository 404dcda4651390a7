/** The tables that the heavy requests read: as many items as a page can hold, or very large ones. */
import { createTable } from '../load/call.js'
import { LoadGenerator } from '../load/load.js'
import { send } from './heavy-request.js'

/** Items of five bytes, so that a page of a megabyte holds them all. */
export const tiny = { name: 'tiny', itemCount: 150_000 }
/** Items of nine bytes with a global index, in which they are one partition. */
export const indexed = { name: 'indexed', itemCount: 100_000 }
/** One partition of a megabyte. */
export const paged = { name: 'paged', itemCount: 1000, itemBytes: 1024 }
/** Single items of the largest size, and as many as a BatchGetItem returns. */
export const large = { name: 'large', itemCount: 100, itemBytes: 160 * 1024 }

export const longText = 'a'.repeat(399 * 1024)
export const numberSet = Array.from({ length: 100_000 }, (_, n) => String(n + 1))
export const stringSet = Array.from({ length: 60_000 }, (_, n) => `s${String(n).padStart(5, '0')}`)

/** A value of many small parts, different for each number only in its last one. */
export function partsValue(count: number, last: number): object {
  const parts = Array.from({ length: count }, (_, n) => ({ M: { a: { N: String(n % 10) } } }))
  return { L: [...parts, { N: String(last) }] }
}

export const storedParts = 20_000

export async function fillTables(url: string, port: number): Promise<void> {
  await createTables(url)
  using load = new LoadGenerator()
  await fill(
    load,
    port,
    tiny.name,
    each(tiny.itemCount, (n) => ({ p: { S: shortText(n) } })),
  )
  await fill(
    load,
    port,
    indexed.name,
    each(indexed.itemCount, (n) => ({ p: { S: shortText(n) }, g: { S: 'x' } })),
  )
  const text = 'x'.repeat(paged.itemBytes)
  await fill(
    load,
    port,
    paged.name,
    each(paged.itemCount, (n) => ({
      pk: { S: 'one' },
      sk: { S: shortText(n) },
      text: { S: text },
    })),
  )
  await putLargeItems(url)
}

async function createTables(url: string): Promise<void> {
  const onlyHash = { KeySchema: [{ AttributeName: 'p', KeyType: 'HASH' }] }
  const text = (...names: readonly string[]) => ({
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  })
  await createTable(url, tiny.name, { ...onlyHash, ...text('p') })
  await createTable(url, indexed.name, {
    ...onlyHash,
    ...text('p', 'g'),
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-g',
        KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
  await createTable(url, paged.name)
  await createTable(url, large.name, { ...onlyHash, ...text('p') })
}

const shortText = (n: number): string => n.toString(36).padStart(4, '0')

const connections = 16
const durationMs = 120_000
const batchSize = 25

async function fill(
  load: LoadGenerator,
  port: number,
  tableName: string,
  items: readonly object[],
): Promise<void> {
  const bodies = each(items.length / batchSize, (batch) => {
    const written = items.slice(batch * batchSize, (batch + 1) * batchSize)
    const requests = written.map((Item) => ({ PutRequest: { Item } }))
    return JSON.stringify({ RequestItems: { [tableName]: requests } })
  })
  const bounds = { connections, durationMs, operationsMax: bodies.length }
  await load.run({ port, operation: 'BatchWriteItem', bodies, ...bounds })
}

async function putLargeItems(url: string): Promise<void> {
  const text = { S: 'x'.repeat(large.itemBytes) }
  const items = [
    { p: { S: 'text' }, text: { S: longText } },
    { p: { S: 'numbers' }, numbers: { NS: numberSet } },
    { p: { S: 'strings' }, strings: { SS: stringSet } },
    { p: { S: 'parts' }, parts: partsValue(storedParts, 0) },
    { p: { S: 'ping' } },
    ...each(large.itemCount, (n) => ({ p: { S: `item${n}` }, text })),
  ]
  for (const Item of items) {
    await send(url, 'PutItem', JSON.stringify({ TableName: large.name, Item }))
  }
}

export function each<T>(count: number, make: (n: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, n) => make(n))
}
