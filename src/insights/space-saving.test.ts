import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DistinctKeys } from './distinct-keys.js'
import { SpaceSaving } from './space-saving.js'

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

describe('SpaceSaving', () => {
  it('counts exactly as long as every key has a counter', () => {
    const counts = new SpaceSaving(3)
    for (const [key, weight] of [
      ['a', 1],
      ['b', 5],
      ['c', 2],
      ['a', 7],
    ] as const) {
      counts.add(key, weight)
    }
    assert.deepEqual(counts.top(2), [
      { key: 'a', count: 8, error: 0 },
      { key: 'b', count: 5, error: 0 },
    ])
    assert.equal(counts.total, 15)
  })

  it('gives the smallest counter to a new key', () => {
    const counts = new SpaceSaving(2)
    counts.add('a', 5)
    counts.add('b', 2)
    counts.add('c', 1)
    assert.deepEqual(counts.top(3), [
      { key: 'a', count: 5, error: 0 },
      { key: 'c', count: 3, error: 2 },
    ])
  })

  for (const seed of [1, 2, 3]) {
    it(`keeps its promises for skewed traffic, seed ${seed}`, () => {
      const countersMax = 64
      const counts = new SpaceSaving(countersMax)
      const exact = new Map<string, number>()
      const random = numbers(seed)
      for (let i = 0; i < 20_000; i++) {
        const key = `k${Math.floor(1 / (random.next().value + 1e-4))}`
        const weight = 1 + Math.floor(random.next().value * 4)
        counts.add(key, weight)
        exact.set(key, (exact.get(key) ?? 0) + weight)
      }
      const found = new Map(counts.top(countersMax).map((each) => [each.key, each]))
      const share = counts.total / countersMax
      for (const [key, truth] of exact) {
        if (truth > share) assert.ok(found.has(key), `${key} is held`)
      }
      for (const { key, count, error } of found.values()) {
        const truth = exact.get(key)!
        assert.ok(count - error <= truth && truth <= count && error <= share, key)
      }
    })
  }
})

describe('DistinctKeys', () => {
  for (const truth of [0, 10, 1000, 50_000]) {
    it(`estimates ${truth} keys within a tenth`, () => {
      const keys = new DistinctKeys()
      for (let i = 0; i < truth; i++) keys.add(`key ${i}`)
      for (let i = 0; i < truth; i += 7) keys.add(`key ${i}`)
      assert.ok(Math.abs(keys.estimate() - truth) <= truth / 10)
    })
  }

  it('adds up', () => {
    const [one, other] = [new DistinctKeys(), new DistinctKeys()]
    for (let i = 0; i < 600; i++) one.add(`key ${i}`)
    for (let i = 300; i < 900; i++) other.add(`key ${i}`)
    one.merge(other)
    assert.ok(Math.abs(one.estimate() - 900) < 90)
  })
})
