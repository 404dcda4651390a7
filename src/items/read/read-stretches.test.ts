import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../../test/support/engines.js'
import { Catalog } from '../../catalog/catalog.js'
import type { Item } from '../../model/item.js'
import { itemSizeBytes } from '../../model/item-size.js'
import { VirtualClock } from '../../stdx/clock.js'
import { systemRandom } from '../../stdx/random.js'
import type { Engine } from '../../storage/engine.js'
import { Items } from '../items.js'
import { readStretches, type StretchesPage, type StretchPosition } from './read-stretches.js'
import { tableTarget } from './read-target.js'
import { partitionStretch } from './stretch.js'

const N = (number: number) => ({ N: String(number) })

/** An engine that counts its reads. */
function counting(engine: Engine): { engine: Engine; reads: () => number } {
  let reads = 0
  const counted = new Proxy(engine, {
    get(target, name) {
      if (name === 'read') reads++
      const member = Reflect.get(target, name) as unknown
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
  return { engine: counted, reads: () => reads }
}

async function tableOf(keys: readonly number[], bytes: number) {
  const plain = memoryEngine()
  const { engine, reads } = counting(plain)
  const settings = { tableTransitionMs: 0 }
  const clock = new VirtualClock()
  const catalog = new Catalog({ engine: plain, clock, random: systemRandom, settings })
  const table = await catalog.createTable({
    account: '000000000000',
    region: 'us-east-1',
    name: 'things',
    attributeTypes: {},
    billing: {
      mode: 'on-demand',
      throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 },
    },
    deletionProtection: false,
    tags: [],
    keySchema: { partition: { name: 'p', type: 'N' } },
    indexes: [],
  })
  const items = new Items(plain, clock)
  for (const key of keys) {
    const item: Item = { p: N(key), filler: { S: 'f'.repeat(bytes) } }
    await items.write(table, { action: { kind: 'put', item, sizeBytes: itemSizeBytes(item) } })
  }
  const target = tableTarget(table)
  const read = (wanted: readonly number[], limit?: number, start?: StretchPosition) => {
    const stretches = wanted.map((n) =>
      partitionStretch(target, [{ kind: '=', attribute: 'p', value: N(n) }], undefined),
    )
    const request = { target, stretches, reverse: false, consistent: false, fetch: false }
    return readStretches(engine, { ...request, limit, start })
  }
  return { read, reads }
}

const found = ({ items }: StretchesPage) =>
  items.map(({ item }) => Number((item['p'] as { N: string }).N))

describe('stretches of one item each', () => {
  it('are read at once, and each is a separate touch in the work', async () => {
    const { read, reads } = await tableOf([1, 2, 4], 10)
    const page = await read([1, 2, 3, 4])
    assert.deepEqual(found(page), [1, 2, 4])
    assert.deepEqual(
      page.work.map(({ bytes }) => bytes > 0),
      [true, true, false, true],
    )
    assert.equal(page.next, undefined)
    assert.equal(reads(), 1)
  })

  it('count for a limit only if they hold an item', async () => {
    const { read } = await tableOf([1, 3, 4, 5], 10)
    const page = await read([1, 2, 3, 4, 5], 3)
    assert.deepEqual(found(page), [1, 3, 4])
    assert.deepEqual(page.next, { stretch: 4, after: undefined })
    assert.deepEqual(found(await read([1, 2, 3, 4, 5], 3, page.next)), [5])
  })

  it('end a page at a megabyte, and what follows is not charged', async () => {
    const { read } = await tableOf([1, 2, 3, 4, 5], 300 * 1024)
    const page = await read([1, 2, 3, 4, 5])
    assert.deepEqual(found(page), [1, 2, 3, 4])
    assert.equal(page.work.length, 4)
    assert.deepEqual(page.next, { stretch: 4, after: undefined })
  })

  it('end the read if the last of them reaches the limit', async () => {
    const { read } = await tableOf([1, 2], 10)
    assert.equal((await read([1, 2], 2)).next, undefined)
    assert.equal((await read([1], 1)).next, undefined)
  })
})
