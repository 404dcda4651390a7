import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chanceOf, seed } from '../../test/support/chance.js'
import { vectorSet, vectorSetNames, type MakeVector } from '../../test/support/vector-sets.js'
import { Arenas, scratch } from './arenas.js'
import { signGroupRows } from './kernel.js'
import { rowLayout, signFields } from './row-layout.js'
import { RowStore } from './row-store.js'
import { signQuery, writeSigns } from './signs.js'

/** Vectors for which signs would be bad if they were not turned. */
function hardSets(dimensions: number): readonly (readonly [string, MakeVector])[] {
  const normal = vectorSet('isotropic', dimensions, seed)
  const chance = chanceOf(seed)
  return [
    ['one large number', () => normal().map((value, i) => (i === 0 ? 30 * value : value))],
    ['few numbers that are not 0', () => normal().map((value) => (chance() < 0.2 ? value : 0))],
    ['no negative numbers', () => normal().map(Math.abs)],
    ['numbers of very different size', () => normal().map((value, i) => value * 0.98 ** i)],
  ]
}

describe(`the bounds that signs give, by seed ${seed}`, () => {
  for (const dimensions of [64, 67, 384, 1536]) {
    const usual = vectorSetNames.map((name) => [name, vectorSet(name, dimensions, seed)] as const)
    for (const [name, next] of [...usual, ...hardSets(dimensions)]) {
      it(`are hardly ever too low, and not far off: ${name}, ${dimensions} dimensions`, () => {
        const { isTooLow, slack, deviation } = boundsOf(next, dimensions)
        assert.ok(isTooLow.filter(Boolean).length <= 1, `${isTooLow.filter(Boolean).length}`)
        // By less than would make signs useless.
        assert.ok(slack < 6 * deviation, `${slack} ${deviation}`)
      })
    }
  }

  for (const factor of [1e38, 1e20, 1e-20, 1e-38]) {
    it(`leave out nothing if floats are bad at the numbers: ${factor}`, () => {
      const next = vectorSet('isotropic', 64, seed)
      const scaled = () => next().map((value) => value * factor)
      const { isTooLow } = boundsOf(scaled, 64)
      assert.deepEqual(isTooLow.filter(Boolean), [])
    })
  }
})

/** The bounds of dot products with one query, compared with these. */
function boundsOf(next: MakeVector, dimensions: number) {
  const mean = new Float64Array(dimensions)
  for (let n = 0; n < 100; n++) next().forEach((value, i) => (mean[i]! += value / 100))
  const rows = Array.from({ length: 400 }, next)
  const store = new RowStore(rowLayout('bytes', dimensions, 0), new Arenas())
  for (const vector of rows) {
    const place = store.signsOf(store.add())!
    writeSigns(store.layout, place, { vector, mean, weight: 1, bias: 0 })
  }
  const vector = next()
  const query = signQuery(store.signBlocks[0]!.arena, vector, mean)
  const products = rows.map((row) => row.reduce((sum, value, i) => sum + value * vector[i]!, 0))
  if (query === undefined) return { isTooLow: [], slack: 0, deviation: 1 }
  const bounds = computed(store, query)
  const isTooLow = products.map((product, i) => bounds[i]! < product)
  const average = products.reduce((sum, product) => sum + product, 0) / rows.length
  const squares = products.reduce((sum, product) => sum + (product - average) ** 2, 0)
  const slack = products.reduce((sum, product, i) => sum + bounds[i]! - product, 0) / rows.length
  return { isTooLow, slack, deviation: Math.sqrt(squares / rows.length) }
}

function computed(store: RowStore, query: NonNullable<ReturnType<typeof signQuery>>) {
  const { groupBytes, rowsPerBlock } = store.layout.signs!
  return store.signBlocks.flatMap(({ arena, address }, block) => {
    const count = Math.min(rowsPerBlock, store.length - block * rowsPerBlock)
    const end = address + Math.ceil(count / signGroupRows) * groupBytes
    query.write(arena)
    const { step, base, shift, error } = query
    const bytes = groupBytes - signFields.signs
    const { tables, keys } = scratch
    arena.kernel.boundSigns(address, end, bytes, tables, step, base, shift, error, keys)
    return [...arena.floats.subarray(keys / 4, keys / 4 + count)]
  })
}
