import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { musicSample } from './music-sample.js'
import type { Sample } from './sample.js'
import { shopSample } from './shop-sample.js'

describe('sample tables', () => {
  for (const sample of [musicSample, shopSample]) {
    const { create, items } = sample
    it(`${create.TableName} has no item twice`, () => {
      assert.equal(new Set(items.map((item) => keyOf(sample, item))).size, items.length)
    })

    it(`${create.TableName} has the keys of its indexes`, () => {
      const names = create.AttributeDefinitions?.map(({ AttributeName }) => AttributeName) ?? []
      for (const item of items) for (const name of names) assert.ok(name in item, name)
    })
  }

  it('Shop has 150 items of four kinds', () => {
    assert.equal(shopSample.items.length, 150)
    const kinds = new Set(shopSample.items.map(({ _type }) => JSON.stringify(_type)))
    assert.equal(kinds.size, 4)
  })
})

function keyOf({ create }: Sample, item: Sample['items'][number]): string {
  return JSON.stringify(create.KeySchema?.map(({ AttributeName }) => item[AttributeName]))
}
