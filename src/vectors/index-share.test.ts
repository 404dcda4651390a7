import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed } from '../../test/support/chance.js'
import { vectorSet, vectorSetNames, type VectorSetName } from '../../test/support/vector-sets.js'
import type { VectorDistance } from '../model/table.js'
import { crc32 } from '../stdx/crc32.js'
import { Arenas } from './arenas.js'
import { areComplete } from './candidates.js'
import { IndexShare, type ShareSearch } from './index-share.js'
import { blockBytes } from './limits.js'

interface Model {
  readonly scope: number
  readonly vector: Float32Array
  readonly filters: Uint32Array
}

const distances: readonly VectorDistance[] = ['cosine', 'dot-product', 'euclidean']
/** The first rows of a scope are floats, the others bytes. */
const floatBytes = 100_000

describe(`the share of a vector index, by seed ${seed}`, () => {
  for (const distance of distances) {
    it(`finds the nearest among rows that come, change, move and go: ${distance}`, () => {
      const chance = chanceOf(seed)
      const arenas = new Arenas()
      const shape = { dimensions: 5, distance, filterCount: 2 }
      const share = new IndexShare(shape, arenas)
      const model = new Map<string, Model>()
      const next = vectorSet('clustered', shape.dimensions, seed)
      for (const scope of [0, 1]) share.openScope(scope, false)
      for (let step = 0; step < 3000; step++) {
        const key = `item ${below(chance, 800)}`
        const row = { scope: below(chance, 3), vector: next(), filters: randomFilters(chance) }
        if (chance() < 0.25) {
          share.remove(...named(key))
          model.delete(key)
        } else {
          share.put(row.scope, incoming(key, row))
          model.set(key, row)
        }
        if (step % 100 === 0) compare(share, model, distance, { vector: next(), chance })
      }
      for (const scope of [0, 1]) share.dropScope(scope)
      assert.equal(arenas.bytesUsed, 0)
    })
  }

  for (const distance of distances) {
    it(`finds them too though rows are bytes that have signs: ${distance}`, () => {
      const chance = chanceOf(seed)
      const arenas = new Arenas()
      const shape = { dimensions: 100, distance, filterCount: 2 }
      const share = new IndexShare(shape, arenas, { floatBytes: 40_000, signRows: 0 })
      const model = new Map<string, Model>()
      const next = vectorSet('clustered', shape.dimensions, seed)
      for (const scope of [0, 1]) share.openScope(scope, false)
      for (let step = 0; step < 6000; step++) {
        const key = `item ${below(chance, 2000)}`
        if (chance() < 0.25) {
          share.remove(...named(key))
          model.delete(key)
        } else {
          const row = { scope: below(chance, 2), vector: next(), filters: randomFilters(chance) }
          share.put(row.scope, incoming(key, row))
          model.set(key, row)
        }
        if (step % 200 === 0) compare(share, model, distance, { vector: next(), chance })
      }
      for (const scope of [0, 1]) share.dropScope(scope)
      assert.equal(arenas.bytesUsed, 0)
    })
  }

  for (const name of vectorSetNames) {
    for (const distance of distances) {
      it(`has the nearest among its candidates though rows are bytes: ${name}, ${distance}`, () => {
        assert.equal(recallOfBytes(name, distance), 1)
      })
    }
  }

  it('knows when bytes do not tell vectors apart', () => {
    // The mean is that of the first rows; those that follow differ by far less than a byte can say.
    const dimensions = 64
    const shape = { dimensions, distance: 'euclidean', filterCount: 0 } as const
    const share = new IndexShare(shape, new Arenas(), { floatBytes, signRows: 0 })
    share.openScope(0, false)
    const next = vectorSet('isotropic', dimensions, seed)
    const floats = Math.ceil(floatBytes / (dimensions * 4 + 32))
    for (let n = 0; n < floats; n++) share.put(0, incoming(`far ${n}`, far(next())))
    const near = () => next().map((value, i) => 1e-3 * value + (i === 0 ? 100 : 0))
    for (let n = 0; n < 3000; n++) share.put(0, incoming(`near ${n}`, far(near())))
    const found = share.search(0, { vector: near(), count: 10, filters: [] })
    assert.equal(areComplete(found, 10), false)
  })

  it('takes no more room than its rows need', () => {
    const arenas = new Arenas()
    const shape = { dimensions: 256, distance: 'cosine', filterCount: 0 } as const
    const share = new IndexShare(shape, arenas, { floatBytes, signRows: 0 })
    share.openScope(0, false)
    const next = vectorSet('isotropic', 256, seed)
    const vector = next()
    for (let n = 0; n < 4_000; n++) share.put(0, incoming(`${n}`, far(vector)))
    const bytes = floatBytes + 4_000 * (256 + 32 + 256 / 8 + 16)
    assert.ok(arenas.bytesUsed <= bytes + 3 * blockBytes)
    for (let n = 0; n < 4_000; n++) share.remove(...named(`${n}`))
    assert.equal(arenas.bytesUsed, 0)
  })
})

function far(vector: Float32Array): Model {
  return { scope: 0, vector, filters: new Uint32Array() }
}

function named(key: string): [Buffer, number] {
  const bytes = Buffer.from(key)
  return [bytes, crc32(bytes)]
}

function incoming(name: string, { vector, filters }: Model) {
  const [key, hash] = named(name)
  return { key, hash, vector, filters }
}

function randomFilters(chance: () => number): Uint32Array {
  return Uint32Array.of(below(chance, 3), below(chance, 2))
}

function compare(
  share: IndexShare,
  model: ReadonlyMap<string, Model>,
  distance: VectorDistance,
  { vector, chance }: { readonly vector: Float32Array; readonly chance: () => number },
): void {
  for (const scope of [0, 1]) {
    const hash = 1 + below(chance, 2)
    const filters = oneOf(chance, [[], [{ attribute: 0, hash }]])
    const expected = [...model]
      .filter(([, row]) => row.scope === scope)
      .filter(([, row]) => filters.every((filter) => row.filters[filter.attribute] === filter.hash))
      .map(([key, row]) => ({ key, nearness: keyOf(distance, row.vector, vector) }))
      .sort((a, b) => b.nearness - a.nearness)
      .slice(0, 10)
      .map(({ key }) => key)
    const found = nearest(share, model, distance, { scope, vector, count: 10, filters })
    assert.deepEqual(found, expected)
  }
}

/** Candidates that are bytes are not in their order yet. */
function nearest(
  share: IndexShare,
  model: ReadonlyMap<string, Model>,
  distance: VectorDistance,
  { scope, ...search }: ShareSearch & { readonly scope: number },
): readonly string[] {
  return share
    .search(scope, search)
    .rows.map(({ itemKey }) => Buffer.from(itemKey).toString())
    .map((key) => ({ key, nearness: keyOf(distance, model.get(key)!.vector, search.vector) }))
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, search.count)
    .map(({ key }) => key)
}

function recallOfBytes(name: VectorSetName, distance: VectorDistance): number {
  const dimensions = 96
  const share = new IndexShare({ dimensions, distance, filterCount: 0 }, new Arenas(), {
    floatBytes,
  })
  share.openScope(0, false)
  const next = vectorSet(name, dimensions, seed)
  const floats = Math.ceil(floatBytes / (dimensions * 4 + 32))
  // Most of the rows become bytes once the first ones, which stay floats, are gone.
  for (let n = 0; n < floats; n++) share.put(0, incoming(`float ${n}`, far(next())))
  const vectors = Array.from({ length: 1200 }, next)
  vectors.forEach((vector, n) => share.put(0, incoming(`${n}`, far(vector))))
  for (let n = 0; n < floats; n++) share.remove(...named(`float ${n}`))
  let [hits, wanted] = [0, 0]
  for (let query = 0; query < 10; query++) {
    const vector = next()
    const found = share.search(0, { vector, count: 10, filters: [] })
    assert.ok(areComplete(found, 10))
    const keys = new Set(found.rows.map(({ itemKey }) => Buffer.from(itemKey).toString()))
    const scores = vectors.map((each) => keyOf(distance, each, vector))
    const best = scores.map((_, n) => n).sort((a, b) => scores[b]! - scores[a]!)
    for (const n of best.slice(0, 10)) hits += keys.has(`${n}`) ? 1 : 0
    wanted += 10
  }
  return hits / wanted
}

/** Larger the nearer they are. */
function keyOf(distance: VectorDistance, a: Float32Array, b: Float32Array): number {
  let [dot, squares, differences] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    squares += a[i]! * a[i]!
    differences += (a[i]! - b[i]!) ** 2
  }
  if (distance === 'dot-product') return dot
  return distance === 'cosine' ? dot / Math.sqrt(squares) : -differences
}
