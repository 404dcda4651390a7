/** Rows of vector indexes: what goes in comes out, whatever byte a row starts at. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { vectorDimensionsMax } from '../model/limits.js'
import { decodeRow, encodeRow, filterCodeBytesMax, vectorOfRow, type VectorRow } from './row.js'

const rows: readonly (readonly [string, VectorRow])[] = [
  ['one dimension', { vector: Float32Array.of(1), filters: [] }],
  ['extremes', { vector: Float32Array.of(3.4028235e38, -3.4028235e38, 1e-45, -0), filters: [] }],
  ['all dimensions', { vector: new Float32Array(vectorDimensionsMax).fill(0.1), filters: [] }],
  [
    'filters, one of them lacking and one empty',
    { vector: Float32Array.of(1, 2), filters: [Buffer.from('abc'), undefined, Buffer.alloc(0)] },
  ],
  [
    'the longest code',
    { vector: Float32Array.of(1), filters: [Buffer.alloc(filterCodeBytesMax, 7)] },
  ],
]

describe('a row of a vector index', () => {
  for (const [name, row] of rows) {
    it(`keeps ${name}`, () => {
      const stored = Buffer.concat([Buffer.alloc(3), encodeRow(row)]).subarray(3)
      const decoded = decodeRow(stored, row.vector.length, row.filters.length)
      assert.deepEqual(decoded.vector, row.vector)
      const codes = decoded.filters.map((code) => code && Buffer.from(code).toString('hex'))
      assert.deepEqual(
        codes,
        row.filters.map((code) => code && Buffer.from(code).toString('hex')),
      )
    })
  }

  it('is little endian', () => {
    assert.equal(
      encodeRow({ vector: Float32Array.of(1), filters: [] }).toString('hex'),
      '010000803f',
    )
  })

  it('is refused if it is cut, longer, or of another form', () => {
    const row = encodeRow({ vector: Float32Array.of(1, 2), filters: [Buffer.from('ab')] })
    assert.throws(() => decodeRow(row.subarray(0, 8), 2, 1))
    assert.throws(() => decodeRow(row, 2, 0 + 2))
    assert.throws(() => decodeRow(Buffer.concat([row, row]), 2, 1))
    assert.throws(() => vectorOfRow(Buffer.concat([Buffer.of(9), row.subarray(1)]), 2))
  })
})
