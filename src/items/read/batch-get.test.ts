import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTable } from '../table-suite.js'
import { ObservedEngine } from '../../storage/observed-engine.js'
import type { Guard, Read, ResultsOf } from '../../storage/engine.js'
import { batchGet } from './batch-get.js'

const shape = { keySchema: { partition: { name: 'pk', type: 'S' } }, indexes: [] } as const
const large = { S: 'x'.repeat(399 * 1024) }
const keysOf = (count: number) => Array.from({ length: count }, (_, n) => ({ pk: { S: `${n}` } }))

/** Tells how many keys each read names. */
class CountedEngine extends ObservedEngine {
  readonly reads: number[] = []

  override read<const R extends readonly Read[]>(
    reads: R,
    guards?: readonly Guard[],
  ): Promise<ResultsOf<R>> {
    this.reads.push(reads.length)
    return super.read(reads, guards)
  }
}

async function opened(bodies: number, bodyOf: (n: number) => object) {
  const test = await openTable(shape)
  for (const [n, key] of keysOf(bodies).entries()) await test.put({ ...key, ...bodyOf(n) })
  const counted = new CountedEngine(test.engine)
  const get = (count: number) =>
    batchGet(
      counted,
      keysOf(count).map((key) => ({ table: test.table, key, consistent: true })),
    )
  return { get, counted }
}

describe('reading many items', () => {
  it('answers for each key in order, found or not', async () => {
    const { get, counted } = await opened(90, (n) => (n % 2 === 0 ? {} : { n: { N: `${n}` } }))
    const { items, work } = await get(100)
    assert.equal(items.length, 100)
    assert.equal(work.length, 100)
    for (const [n, item] of items.entries()) {
      if (n >= 90) assert.equal(item, undefined)
      else assert.deepEqual(item?.item['n'], n % 2 === 0 ? undefined : { N: `${n}` })
    }
    const most = counted.keysPerRead ?? 100
    assert.deepEqual(
      counted.reads,
      Array.from({ length: Math.ceil(100 / most) }, (_, n) => Math.min(most, 100 - n * most)),
    )
  })

  it('reads little beyond what fits into 16 MB', async () => {
    const { get, counted } = await opened(60, () => ({ large }))
    const { items } = await get(60)
    assert.equal(items.length, 41)
    const read = counted.reads.reduce((sum, keys) => sum + keys, 0)
    assert.ok(read - 41 < (counted.keysPerRead ?? 60), `${read} keys`)
  })
})
