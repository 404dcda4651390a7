import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StampedCache } from './stamped-cache.js'

test('what was kept is found under the same stamp only', () => {
  const cache = new StampedCache<number>(2)
  assert.equal(cache.find('s1', 'a'), undefined)
  cache.keep('s1', 'a', 1)
  assert.equal(cache.find('s1', 'a'), 1)
  assert.equal(cache.find('s2', 'a'), undefined)
  assert.equal(cache.find('s1', 'a'), undefined)
})

test('what was read under an older stamp is not kept', () => {
  const cache = new StampedCache<number>(2)
  cache.find('s1', 'a')
  cache.find('s2', 'a')
  cache.keep('s1', 'a', 1)
  assert.equal(cache.find('s2', 'a'), undefined)
})

test('the oldest goes when it is full', () => {
  const cache = new StampedCache<number>(2)
  cache.find('s', 'a')
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['b', 3],
    ['c', 4],
  ] as const) {
    cache.keep('s', key, value)
  }
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.find('s', key)),
    [undefined, 3, 4],
  )
})
