/** Searches in memory answer as those that read every row do, whatever happens meanwhile. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, type Chance } from '../../test/support/chance.js'
import { openTestEngine } from '../../test/support/engines.js'
import { vectorSet, type MakeVector } from '../../test/support/vector-sets.js'
import { Catalog } from '../catalog/catalog.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { Table } from '../catalog/table.js'
import { followersRetentionMs } from '../changes/limits.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { Items } from '../items/items.js'
import type { AttributeValue } from '../model/attribute-value.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import type { VectorDistance } from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { ensureFormat } from '../storage/format.js'
import type { ShareSettings } from '../vectors/index-share.js'
import { DelayedSearch } from './delayed-search.js'
import { ExactSearch } from './exact-search.js'
import { MemorySearch } from './memory-search.js'
import { keptMsMin } from './memory/limits.js'
import { memorySearchesMax } from './limits.js'
import type { FoundVector, VectorSearch } from './search.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const dimensions = 3
const megabyte = 1024 * 1024
const tenants = ['a', 'b', 'c']

function draft(distance: VectorDistance, dimensions: number): TableDraft {
  const colour = { name: 'colour', type: 'S' } as const
  const index = { kind: 'vector', attribute: 'emb', dimensions, distance } as const
  const projection = { kind: 'all' } as const
  return {
    ...scope,
    name: 'things',
    keySchema: { partition: { name: 'pk', type: 'S' } },
    attributeTypes: { pk: 'S', tenant: 'S', colour: 'S' },
    indexes: [],
    vectorIndexes: [
      { ...index, name: 'all', projection, filters: [colour] },
      {
        ...index,
        name: 'scoped',
        projection,
        hash: { name: 'tenant', type: 'S' },
        filters: [colour],
      },
    ],
    billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
    deletionProtection: false,
    tags: [],
  }
}

class SearchBench {
  readonly clock = new VirtualClock()
  readonly catalog: Catalog
  readonly #engine: Engine
  readonly #items: Items
  readonly exact: ExactSearch
  readonly #next: MakeVector
  #table: Table | undefined

  private constructor(engine: Engine, dimensions: number) {
    this.#engine = engine
    this.#next = vectorSet('clustered', dimensions, seed)
    const { clock } = this
    const settings = { tableTransitionMs: 0 }
    this.catalog = new Catalog({ engine, clock, random: systemRandom, settings })
    this.#items = new Items(engine, clock)
    this.exact = new ExactSearch(engine)
  }

  static async open(
    distance: VectorDistance = 'euclidean',
    size = dimensions,
  ): Promise<SearchBench> {
    const engine = await openTestEngine()
    await ensureFormat(engine)
    const bench = new SearchBench(engine, size)
    bench.#table = await bench.catalog.createTable(draft(distance, size))
    return bench
  }

  get table(): Table {
    return this.#table!
  }

  async trimLog(): Promise<void> {
    this.clock.advance(followersRetentionMs + 1)
    await new ChangeUpkeep(this.#engine, this.clock).step()
  }

  memory(bytesMax = 64 * megabyte, threads = 2, shares: ShareSettings = {}): MemorySearch {
    const { clock } = this
    const search = new MemorySearch({ engine: this.#engine, clock, threads, bytesMax, shares })
    after(() => search.close())
    return search
  }

  delayed(delayMs: number): DelayedSearch {
    const { clock, exact: search } = this
    return new DelayedSearch({ engine: this.#engine, clock, search, delayMs })
  }

  async put(pk: string, chance: Chance): Promise<void> {
    const item: Record<string, AttributeValue> = { pk: { S: pk } }
    if (chance() < 0.9) item['emb'] = { L: [...this.#next()].map((n) => ({ N: n.toFixed(3) })) }
    if (chance() < 0.9) item['tenant'] = { S: oneOf(chance, tenants) }
    if (chance() < 0.8) item['colour'] = { S: oneOf(chance, ['red', 'green']) }
    await this.putItem(item)
  }

  async putItem(item: Item): Promise<void> {
    const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
    await this.#items.write(this.table, { action })
  }

  async delete(pk: string): Promise<void> {
    await this.#items.write(this.table, { action: { kind: 'delete', key: { pk: { S: pk } } } })
  }

  async change(chance: Chance): Promise<void> {
    const pk = `item ${below(chance, 60)}`
    if (chance() < 0.3) await this.delete(pk)
    else await this.put(pk, chance)
  }

  /** The same search by both. */
  async compare(search: VectorSearch, chance: Chance): Promise<void> {
    const index = oneOf(chance, this.table.vectorIndexes!)
    const conditions = new Map<string, AttributeValue>()
    if (index.hash !== undefined) conditions.set('tenant', { S: oneOf(chance, tenants) })
    if (chance() < 0.3) conditions.set('colour', { S: oneOf(chance, ['red', 'blue']) })
    const request = { vector: this.#next(), topK: 1 + below(chance, 12), conditions }
    const found = await search.search(this.table, index, request)
    const expected = await this.exact.search(this.table, index, request)
    assert.deepEqual(shown(found), shown(expected))
  }
}

function shown(found: readonly FoundVector[]) {
  return found.map(({ stored, score }) => ({ item: stored.item, score }))
}

describe(`searches in memory, by seed ${seed}`, () => {
  for (const distance of ['cosine', 'dot-product', 'euclidean'] as const) {
    it(`never miss a write, on two servers: ${distance}`, async () => {
      const chance = chanceOf(seed)
      const bench = await SearchBench.open(distance)
      const servers = [bench.memory(), bench.memory(64 * megabyte, 1)]
      for (let step = 0; step < 90; step++) {
        await bench.change(chance)
        if (step % 3 === 0) await bench.compare(oneOf(chance, servers), chance)
      }
    })
  }

  it('never miss a write though rows are bytes and signs, as those of large indexes are', async () => {
    const chance = chanceOf(seed)
    const bench = await SearchBench.open('cosine', 64)
    // Some rows are floats: signs are of use only once there are as many results as are wanted.
    const shares = { floatBytes: 1500, signRows: 0 }
    const servers = [bench.memory(64 * megabyte, 2, shares), bench.memory(64 * megabyte, 1, shares)]
    for (let step = 0; step < 150; step++) {
      await bench.change(chance)
      if (step % 3 === 0) await bench.compare(oneOf(chance, servers), chance)
    }
  })

  it('see what is written while rows are loaded', async () => {
    const chance = chanceOf(seed)
    const bench = await SearchBench.open()
    for (let n = 0; n < 60; n++) await bench.put(`item ${n}`, chance)
    const search = bench.memory()
    const index = bench.table.vectorIndexes![0]!
    const request = { vector: new Float32Array(dimensions), topK: 5, conditions: new Map() }
    const searches = Array.from({ length: 5 }, () => search.search(bench.table, index, request))
    for (let n = 0; n < 30; n++) await bench.change(chance)
    await Promise.all(searches)
    for (let n = 0; n < 10; n++) await bench.compare(search, chance)
  })

  it('read the store for what has no room', async () => {
    const chance = chanceOf(seed)
    const bench = await SearchBench.open()
    for (let n = 0; n < 60; n++) await bench.put(`item ${n}`, chance)
    const search = bench.memory(1)
    for (let n = 0; n < 10; n++) await bench.compare(search, chance)
    assert.equal(await settledBytes(search), 0)
  })

  it('make room for what is searched by dropping what is not', async () => {
    const chance = chanceOf(seed)
    const bench = await SearchBench.open()
    for (let n = 0; n < 60; n++) await bench.put(`item ${n}`, chance)
    // A block for each scope of each thread, and their keys: not enough for all four scopes.
    const search = bench.memory(0.2 * megabyte, 1)
    for (let n = 0; n < 20; n++) {
      await bench.compare(search, chance)
      bench.clock.advance(keptMsMin)
      assert.ok(search.bytes <= 0.2 * megabyte)
    }
    assert.ok(search.bytes > 0)
  })

  it('begin anew when changes were trimmed that they did not see', async () => {
    const chance = chanceOf(seed)
    const bench = await SearchBench.open()
    const search = bench.memory()
    for (let n = 0; n < 20; n++) await bench.change(chance)
    for (let n = 0; n < 5; n++) await bench.compare(search, chance)
    for (let n = 0; n < 20; n++) await bench.change(chance)
    await bench.trimLog()
    for (let n = 0; n < 5; n++) await bench.compare(search, chance)
    for (let n = 0; n < 20; n++) await bench.change(chance)
    for (let n = 0; n < 5; n++) await bench.compare(search, chance)
  })

  it('are turned away if there are too many', async () => {
    const chance = chanceOf(seed)
    const bench = await SearchBench.open()
    await bench.put('item', chance)
    const search = bench.memory()
    const index = bench.table.vectorIndexes![0]!
    const request = { vector: new Float32Array(dimensions), topK: 5, conditions: new Map() }
    const one = () => search.search(bench.table, index, request)
    const answers = await Promise.allSettled(Array.from({ length: memorySearchesMax + 1 }, one))
    const refused = answers.filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 1)
    assert.equal((refused[0] as { reason: Error }).reason.name, 'ThrottlingException')
    assert.ok(await one())
  })
})

describe('searches whose clients have left', () => {
  const opened = async () => {
    const bench = await SearchBench.open()
    for (let n = 0; n < 20; n++) await bench.put(`item ${n}`, chanceOf(seed))
    return { bench, index: bench.table.vectorIndexes![0]! }
  }
  const asked = { vector: new Float32Array(dimensions), topK: 5, conditions: new Map() }

  it('end before they use threads, and hold up no other', async () => {
    const { bench, index } = await opened()
    const search = bench.memory()
    let isGone = false
    const isUnwanted = () => isGone
    const one = () => search.search(bench.table, index, { ...asked, isUnwanted })
    await one()
    const searches = Array.from({ length: memorySearchesMax }, one)
    await Promise.race(searches)
    isGone = true
    const answers = await Promise.allSettled(searches)
    const given = answers.filter(({ status }) => status === 'rejected')
    assert.ok(given.length > 0)
    for (const { reason } of given as readonly { readonly reason: Error }[]) {
      assert.equal(reason.name, 'RequestAbortedException')
    }
    assert.ok(await search.search(bench.table, index, asked))
  })

  it('end before they read the store', async () => {
    const { bench, index } = await opened()
    const isUnwanted = () => true
    await assert.rejects(bench.exact.search(bench.table, index, { ...asked, isUnwanted }), {
      name: 'RequestAbortedException',
    })
  })
})

async function settledBytes(search: MemorySearch): Promise<number> {
  await search.close()
  return search.bytes
}

describe('a search with a delay', () => {
  it('shows items once it is over, and others in their place until then', async () => {
    const bench = await SearchBench.open()
    const delayMs = 5_000
    const search = bench.delayed(delayMs)
    const put = (pk: string, x: number) =>
      bench.putItem({ pk: { S: pk }, emb: { L: [x, 0, 0].map((n) => ({ N: String(n) })) } })
    const index = bench.table.vectorIndexes![0]!
    const found = async (): Promise<readonly string[]> => {
      const request = { vector: new Float32Array(3), topK: 2, conditions: new Map() }
      const all = await search.search(bench.table, index, request)
      return all.map(({ stored }) => (stored.item['pk'] as { readonly S: string }).S)
    }
    for (const [pk, x] of [
      ['far', 3],
      ['further', 4],
      ['gone', 2],
    ] as const)
      await put(pk, x)
    assert.deepEqual(await found(), [])
    bench.clock.advance(delayMs)
    await put('near', 1)
    assert.deepEqual(await found(), ['gone', 'far'])
    await bench.delete('gone')
    assert.deepEqual(await found(), ['far', 'further'])
    bench.clock.advance(delayMs)
    assert.deepEqual(await found(), ['near', 'far'])
  })
})
