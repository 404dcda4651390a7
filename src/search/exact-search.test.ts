/**
 * Searches by seed, against a reckoning from the items themselves: random writes of all kinds, with vectors
 * that are missing, changed, dropped or equal, while indexes are built.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inBatches } from '../../test/support/batches.js'
import { below, chanceOf, oneOf, seed, type Chance } from '../../test/support/chance.js'
import { openTestEngine } from '../../test/support/engines.js'
import { backfillBatch } from '../items/backfill.js'
import { verifyTable } from '../items/verify.js'
import { writeItem, type WriteAction } from '../items/write/write.js'
import { Catalog } from '../catalog/catalog.js'
import type { VectorIndexDraft } from '../catalog/settle-derived.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { Table } from '../catalog/table.js'
import type { AttributeValue } from '../model/attribute-value.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import type { VectorDistance, VectorIndexDefinition } from '../model/table.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { itemKey } from '../storage/keyspace.js'
import { unfenced } from '../storage/fence.js'
import { ExactSearch } from './exact-search.js'
import { rowPageEntriesMax } from './limits.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const keySchema = {
  partition: { name: 'pk', type: 'S' },
  sort: { name: 'sk', type: 'N' },
} as const
const dimensions = 3

const draft: TableDraft = {
  ...scope,
  name: 'searched',
  keySchema,
  attributeTypes: { pk: 'S', sk: 'N' },
  indexes: [],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

const distances: readonly VectorDistance[] = ['cosine', 'dot-product', 'euclidean']
const filters = [
  { name: 'colour', type: 'S' },
  { name: 'year', type: 'N' },
] as const

/** One for each distance, with and without scopes. */
const indexes: readonly VectorIndexDraft[] = distances.flatMap((distance, i) =>
  [false, true].slice(0, i === 2 ? 1 : 2).map((isScoped) => ({
    kind: 'vector' as const,
    name: `${distance}${isScoped ? '-scoped' : ''}`,
    attribute: 'emb',
    dimensions,
    distance,
    projection: { kind: 'keys-only' as const },
    ...(isScoped && { hash: { name: 'tenant', type: 'S' as const } }),
    filters: isScoped ? filters.slice(0, 1) : filters,
  })),
)

/** Few different numbers, so that many vectors are equal or equally near. */
const numbers = ['0', '1', '-1', '0.5', '2', '1e-50', '16777217', '3.4e38']
const tenants: readonly AttributeValue[] = [{ S: 't' }, { S: 'u' }, { S: 'x'.repeat(100) }]
const colours: readonly AttributeValue[] = [{ S: 'red' }, { S: '' }, { S: 'y'.repeat(300) }]
const years: readonly AttributeValue[] = [{ N: '2025' }, { N: '-1' }]

class World {
  readonly engine: Engine
  readonly chance: Chance
  readonly catalog: Catalog
  readonly items = new Map<string, Item>()

  constructor(engine: Engine, chance: Chance) {
    this.engine = engine
    this.chance = chance
    const settings = { tableTransitionMs: 0 }
    this.catalog = new Catalog({ engine, clock: systemClock, random: systemRandom, settings })
  }

  table(): Promise<Table> {
    return this.catalog.requireTable(scope, draft.name)
  }

  #maybe(name: string, values: readonly AttributeValue[], likely: number): Item {
    return this.chance() < likely ? { [name]: oneOf(this.chance, values) } : {}
  }

  vector(): AttributeValue {
    return { L: Array.from({ length: dimensions }, () => ({ N: oneOf(this.chance, numbers) })) }
  }

  key(): Item {
    return {
      pk: { S: `p${below(this.chance, 4)}` },
      sk: { N: String(below(this.chance, 12)) },
    }
  }

  action(): WriteAction {
    const key = this.key()
    const isDelete = this.chance() < 0.2
    if (isDelete) return { kind: 'delete', key }
    const item: Item = {
      ...key,
      ...(this.chance() < 0.8 && { emb: this.vector() }),
      ...this.#maybe('tenant', tenants, 0.8),
      ...this.#maybe('colour', colours, 0.7),
      ...this.#maybe('year', years, 0.5),
      n: { N: String(below(this.chance, 3)) },
    }
    return { kind: 'put', item, sizeBytes: itemSizeBytes(item) }
  }

  async write(): Promise<void> {
    const action = this.action()
    const key = action.kind === 'put' ? action.item : (action as { key: Item }).key
    for (;;) {
      try {
        await writeItem(this.engine, await this.table(), { action }, systemClock)
        break
      } catch (error) {
        if (!(error instanceof GuardBroken)) throw error
      }
    }
    const name = itemKey(keySchema, key).toString('hex')
    if (action.kind === 'put') this.items.set(name, action.item)
    else this.items.delete(name)
  }

  async addIndex(index: VectorIndexDraft): Promise<void> {
    await this.catalog.updateTable(scope, draft.name, (definition) => ({
      ...definition,
      vectorIndexes: [...(definition.vectorIndexes ?? []), index],
    }))
  }

  /** Builds one batch; returns whether everything is built. */
  async build(): Promise<boolean> {
    const table = await this.table()
    const [derived] = table.building
    if (derived === undefined) return true
    if (await backfillBatch(this.engine, table, derived)) {
      await this.catalog.finishBuild(table, derived, unfenced)
    }
    return false
  }

  /** Compares a random search of an index with what the items say. */
  async check(index: VectorIndexDefinition): Promise<void> {
    const conditions = new Map<string, AttributeValue>()
    if (index.hash) conditions.set('tenant', oneOf(this.chance, tenants))
    for (const { name } of index.filters) {
      if (this.chance() < 0.6) continue
      conditions.set(name, oneOf(this.chance, name === 'colour' ? colours : years))
    }
    const asked = floats(this.vector())
    const topK = 1 + below(this.chance, 30)
    const search = new ExactSearch(this.engine)
    const found = await search.search(await this.table(), index, {
      vector: asked,
      topK,
      conditions,
    })
    const got = found.map(({ stored, score }) => [nameOf(stored.item), score])
    assert.deepEqual(got, this.expected(index, asked, conditions).slice(0, topK), `seed ${seed}`)
  }

  expected(
    { distance, hash }: VectorIndexDefinition,
    asked: Float32Array,
    conditions: ReadonlyMap<string, AttributeValue>,
  ): readonly (readonly [string, number])[] {
    const all = [...this.items.values()].flatMap((item) => {
      const fits = [...conditions].every(
        ([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value),
      )
      if (item['emb'] === undefined || (hash && item[hash.name] === undefined) || !fits) return []
      return [[nameOf(item), plainScore(distance, asked, floats(item['emb']))] as const]
    })
    const sign = distance === 'dot-product' ? -1 : 1
    return all.sort((a, b) => sign * (a[1] - b[1]) || (a[0] < b[0] ? -1 : 1))
  }
}

function nameOf(item: Item): string {
  return itemKey(keySchema, item).toString('hex')
}

function floats(value: AttributeValue): Float32Array {
  return Float32Array.from((value as { L: readonly { N: string }[] }).L, ({ N }) => Number(N))
}

/** Another reckoning than the product's. */
function plainScore(distance: VectorDistance, a: Float32Array, b: Float32Array): number {
  const pairs = Array.from(a, (value, i) => [value, b[i]!] as const)
  const sum = (of: (x: number, y: number) => number) =>
    pairs.reduce((total, [x, y]) => total + of(x, y), 0)
  const limit = (value: number) => Math.fround(Math.min(floatMax, Math.max(-floatMax, value)))
  const floatMax = 3.4028234663852886e38
  if (distance === 'euclidean') return limit(Math.sqrt(sum((x, y) => (x - y) ** 2)))
  const dot = sum((x, y) => x * y)
  if (distance === 'dot-product') return limit(dot)
  const norms = Math.sqrt(sum((x) => x * x)) * Math.sqrt(sum((_, y) => y * y))
  if (norms === 0) return 1
  return Math.fround(1 - Math.fround(Math.min(1, Math.max(-1, dot / norms))))
}

async function open(start = seed): Promise<World> {
  const world = new World(await openTestEngine(), chanceOf(start))
  await world.catalog.createTable(draft)
  return world
}

describe('searches', () => {
  it(`find what the items say, whatever was written (seed ${seed})`, async () => {
    const world = await open()
    for (const index of indexes) await world.addIndex(index)
    while (!(await world.build()));
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < 5; i++) await world.write()
      for (const index of (await world.table()).vectorIndexes ?? []) await world.check(index)
    }
    assert.deepEqual((await verifyTable(world.engine, await world.table())).faults, [])
  })

  it(`find it too if the indexes were built meanwhile (seed ${seed})`, async () => {
    const world = await open(seed + 1)
    for (let i = 0; i < 60; i++) await world.write()
    for (const index of indexes) {
      await world.addIndex(index)
      const building = (async () => {
        while (!(await world.build()));
      })()
      for (let i = 0; i < 10; i++) await world.write()
      await building
    }
    const table = await world.table()
    for (const index of table.vectorIndexes ?? []) {
      for (let i = 0; i < 10; i++) await world.check(index)
    }
    assert.deepEqual((await verifyTable(world.engine, table)).faults, [])
  })

  it('read page after page, and keep the order of keys among equals', async () => {
    const world = await open()
    await world.addIndex({ ...indexes[0]!, filters: [] })
    while (!(await world.build()));
    const table = await world.table()
    const [index] = table.vectorIndexes ?? []
    const emb = { L: Array.from({ length: dimensions }, () => ({ N: '1' })) }
    const put = async (i: number) => {
      const item = { pk: { S: `p${i}` }, sk: { N: '1' }, emb }
      const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
      await writeItem(world.engine, table, { action }, systemClock)
      world.items.set(nameOf(item), item)
    }
    const all = Array.from({ length: rowPageEntriesMax + 1 }, (_, i) => i)
    await inBatches(all, put)
    for (let i = 0; i < 3; i++) await world.check(index!)
  })
})
