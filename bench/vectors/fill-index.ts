/**
 * Fills a table that has a vector index, by the engine itself: parsing a million vectors as JSON would take longer than
 * everything else. What is stored is what PutItem stores, except that the items of very large sets lack their vector.
 */
import { Catalog } from '../../src/catalog/catalog.js'
import { StoredItem } from '../../src/items/stored-item.js'
import type { Item } from '../../src/model/item.js'
import { systemClock } from '../../src/stdx/clock.js'
import { systemRandom } from '../../src/stdx/random.js'
import type { Engine, Mutation } from '../../src/storage/engine.js'
import { itemKey, vectorRowKey } from '../../src/storage/keyspace.js'
import { openLmdbEngine } from '../../src/storage/lmdb/lmdb-engine.js'
import { encodeRow } from '../../src/vectors/row.js'
import { makeVectors, vectorText, type VectorSetSize } from './made-vectors.js'
import type { Truth } from './truth.js'

export const tableName = 'vectors'
export const indexName = 'near'

/** Numbers in all vectors together, up to which items have their vectors. */
const itemNumbersMax = 200_000_000
const itemsPerTransaction = 1000

export function haveItemsVectors({ count, dimensions }: VectorSetSize): boolean {
  return count * dimensions <= itemNumbersMax
}

const keySchema = {
  partition: { name: 'pk', type: 'S' },
  sort: { name: 'sk', type: 'S' },
} as const

export const keyOf = (number: number): Item => ({
  pk: { S: `document ${number}` },
  sk: { S: 'text' },
})

/** The numbers of the documents in the order of their keys, in which they are written fastest. */
export function documentsInOrder({ count }: VectorSetSize): readonly number[] {
  const keys = Array.from({ length: count }, (_, number) => itemKey(keySchema, keyOf(number)))
  return keys.map((_, number) => number).sort((a, b) => Buffer.compare(keys[a]!, keys[b]!))
}

export async function fillIndex(
  dataDir: string,
  size: VectorSetSize,
  { seed, truth }: { readonly seed: number; readonly truth: Truth },
): Promise<void> {
  const engine = await openLmdbEngine({ dataDir, durability: 'relaxed' })
  try {
    const write = await writerOf(engine, size)
    const next = makeVectors(size, seed)
    let mutations: Mutation[] = []
    for (const [place, number] of documentsInOrder(size).entries()) {
      const vector = next()
      truth.add(place, vector)
      mutations.push(...write(number, vector))
      if (place % itemsPerTransaction !== itemsPerTransaction - 1) continue
      await apply(engine, mutations)
      mutations = []
    }
    await apply(engine, mutations)
  } finally {
    await engine.close()
  }
}

async function writerOf(engine: Engine, size: VectorSetSize) {
  const settings = { tableTransitionMs: 0 }
  const catalog = new Catalog({ engine, clock: systemClock, random: systemRandom, settings })
  const scope = { account: '000000000000', region: 'us-east-1' }
  const { space, vectorIndexes } = await catalog.requireTable(scope, tableName)
  const index = vectorIndexes![0]!
  const hasVector = haveItemsVectors(size)
  return (number: number, vector: Float32Array): readonly Mutation[] => {
    const key = itemKey(keySchema, keyOf(number))
    const { record, sizeBytes: weight } = StoredItem.of(itemOf(number, hasVector && vector))
    const row = encodeRow({ vector, filters: [] })
    const rowKey = vectorRowKey(undefined, key)
    return [
      { kind: 'put', space, key, value: record, weight },
      { kind: 'tally', space, entries: 1, bytes: weight },
      { kind: 'put', space: index.space, key: rowKey, value: row, weight },
      { kind: 'tally', space: index.space, entries: 1, bytes: weight },
    ]
  }
}

function itemOf(number: number, vector: Float32Array | false): Item {
  const item = { ...keyOf(number), title: { S: `About ${number}` } }
  if (vector === false) return item
  return { ...item, emb: { L: JSON.parse(vectorText(vector)) as { N: string }[] } }
}

async function apply(engine: Engine, mutations: readonly Mutation[]): Promise<void> {
  await engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
}
