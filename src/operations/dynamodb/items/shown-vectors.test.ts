import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoredItem } from '../../../items/stored-item.js'
import type { Item } from '../../../model/item.js'
import { ItemJson } from '../../../model/item-json.js'
import { itemSizeBytes } from '../../../model/item-size.js'
import { itemSizeBytesMax, searchBytesMax } from '../../../model/limits.js'
import type { VectorIndexDefinition } from '../../../model/table.js'
import type { FoundVector } from '../../../search/search.js'
import { turnsTaken } from '../../../stdx/turns-suite.js'
import { shownVectors, type Seen } from './shown-vectors.js'

const index: VectorIndexDefinition = {
  kind: 'vector',
  name: 'near',
  space: 1,
  attribute: 'emb',
  dimensions: 1,
  distance: 'euclidean',
  filters: [],
  projection: { kind: 'all' },
}
const seen: Seen = {
  table: { keySchema: { partition: { name: 'p', type: 'S' } } },
  index,
  projection: undefined,
}

/** An item that counts for exactly this many bytes beside its vector. */
function found(bytes: number): FoundVector {
  const item = (text: string): Item => ({ p: { S: 'p' }, text: { S: text } })
  const beside = item('x'.repeat(bytes - itemSizeBytes(item(''))))
  const stored = { ...beside, emb: { L: [{ N: '1' }] } }
  return {
    stored: StoredItem.of(stored, itemSizeBytes(stored)),
    vector: Float32Array.of(1),
    score: 1,
  }
}

describe('what a search shows', () => {
  const large = found(itemSizeBytesMax)
  const many = Array<FoundVector>(40).fill(large)
  const left = searchBytesMax - 40 * itemSizeBytesMax

  it('is read in turns if it is much', async () => {
    const { turns, result } = await turnsTaken(() => shownVectors(seen, many))
    assert.ok(turns >= many.length - 2, `${turns} turns`)
    assert.equal(result.length, many.length)
    assert.ok(result.every(({ item }) => item instanceof ItemJson))
  })

  it('is at most 16 MB, to the byte, without vectors that are not asked for', async () => {
    assert.equal((await shownVectors(seen, [...many, found(left)])).length, 41)
    const beyond = [...many, found(left + 1), found(100)]
    assert.equal((await shownVectors(seen, beyond)).length, 40)
  })

  it('is measured by what is asked for', async () => {
    const projection = { paths: [['p']] } as const
    const shown = await shownVectors({ ...seen, projection }, [...many, ...many])
    assert.equal(shown.length, 80)
  })
})
