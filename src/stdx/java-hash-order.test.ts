import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bucketsFor, defaultBuckets, javaHashOrder } from './java-hash-order.js'

const sized = (...texts: string[]) => javaHashOrder(texts, bucketsFor(texts.length))
const grown = (...texts: string[]) => javaHashOrder(texts, defaultBuckets(texts.length))

describe('the order of a Java hash set', () => {
  // As the service printed them.
  it('made for its members', () => {
    assert.deepEqual(sized('pk', 'sk'), ['sk', 'pk'])
    assert.deepEqual(sized('pk', 'sk', 'a', 'b', 'c'), ['sk', 'a', 'b', 'pk', 'c'])
    assert.deepEqual(sized('my-hash', 'my-string', 'my-int'), ['my-string', 'my-int', 'my-hash'])
    const sent = ['ProductId', 'ProductName', 'CreatedTime', 'ProductDescription']
    const shown = ['ProductId', 'CreatedTime', 'ProductDescription', 'ProductName']
    assert.deepEqual(sized(...sent), shown)
  })

  it('of the default size', () => {
    assert.deepEqual(grown('pk', 'sk', 'a'), ['a', 'sk', 'pk'])
    assert.deepEqual(grown('my-string', 'my-hash'), ['my-hash', 'my-string'])
    const shown = ['CreatedTime', 'ProductName', 'ProductId']
    assert.deepEqual(grown('ProductId', 'ProductName', 'CreatedTime'), shown)
  })

  it('keeps the order of insertion inside a bucket', () => {
    assert.deepEqual(grown('Aa', 'BB'), ['Aa', 'BB'])
    assert.deepEqual(grown('BB', 'Aa'), ['BB', 'Aa'])
  })

  it('grows by the service’s rule', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 6, 7, 12, 13].map(bucketsFor), [1, 2, 4, 4, 8, 8, 16, 16, 32])
    assert.deepEqual([0, 12, 13].map(defaultBuckets), [16, 16, 32])
  })
})
