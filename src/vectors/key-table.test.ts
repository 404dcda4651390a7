import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, seed } from '../../test/support/chance.js'
import { KeyTable } from './key-table.js'

describe(`the table of keys, by seed ${seed}`, () => {
  const chance = chanceOf(seed)

  for (const [what, hashOf] of [
    ['good hashes', (n: number) => Math.imul(n, 0x85ebca6b) >>> 0],
    ['hashes that collide', (n: number) => n % 7],
  ] as const) {
    it(`holds what was added and not removed, with ${what}`, () => {
      const table = new KeyTable()
      const expected = new Map<number, number>()
      for (let step = 0; step < 6000; step++) {
        const n = below(chance, 400)
        const entry = expected.get(n)
        if (entry === undefined) {
          const added = table.add(keyOf(n), hashOf(n))
          table.setPlace(added, n, n + 1)
          expected.set(n, added)
        } else {
          assert.equal(table.find(keyOf(n), hashOf(n)), entry)
          table.remove(entry)
          expected.delete(n)
        }
      }
      assert.equal(table.size, expected.size)
      for (let n = 0; n < 400; n++) {
        const entry = table.find(keyOf(n), hashOf(n))
        assert.equal(entry, expected.get(n))
        if (entry === undefined) continue
        assert.deepEqual(Buffer.from(table.keyOf(entry)), keyOf(n))
        assert.deepEqual([table.storeOf(entry), table.rowOf(entry)], [n, n + 1])
      }
    })
  }

  it('does not grow with keys that come and go', () => {
    const table = new KeyTable()
    for (let n = 0; n < 100_000; n++) table.remove(table.add(keyOf(n), n))
    assert.ok(table.bytes < 10_000)
  })
})

function keyOf(n: number): Buffer {
  return Buffer.from(`key ${n}`.padEnd(n % 40))
}
