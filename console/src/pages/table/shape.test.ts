import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shapeOf, shareText } from './shape.js'

describe('the shape of a sample', () => {
  it('has every attribute with its types and shares', () => {
    const shape = shapeOf([
      { id: { S: 'a' }, year: { N: '1' } },
      { id: { S: 'b' }, year: { N: '2' } },
      { id: { S: 'c' }, year: { S: '3' }, tags: { SS: ['x'] } },
      { id: { S: 'd' } },
    ])
    assert.deepEqual(
      shape.map(({ name, share, types }) => [name, share, types.map(({ type }) => type).join()]),
      [
        ['id', 1, 'S'],
        ['year', 0.75, 'N,S'],
        ['tags', 0.25, 'SS'],
      ],
    )
  })

  it('of nothing is nothing', () => assert.deepEqual(shapeOf([]), []))

  it('says no part is all or nothing', () => {
    assert.deepEqual([0, 0.001, 0.5, 0.999, 1].map(shareText), [
      '0 %',
      '<1 %',
      '50 %',
      '>99 %',
      '100 %',
    ])
  })
})
