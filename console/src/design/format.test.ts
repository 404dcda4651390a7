import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countOf, formatBytes, formatDistance } from './format.js'

describe('formats', () => {
  for (const [bytes, text] of [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [123_456, '123 kB'],
    [4_200_000_000, '4.2 GB'],
  ] as const) {
    it(`shows ${bytes} bytes as ${text}`, () => assert.equal(formatBytes(bytes), text))
  }

  it('counts in words', () => {
    assert.equal(countOf(1, 'item'), '1 item')
    assert.equal(countOf(12_408, 'item'), '12,408 items')
  })

  it('tells how far a time is away', () => {
    const now = Date.UTC(2026, 10, 16)
    assert.equal(formatDistance(now + 3 * 86_400_000, now), 'in 3 days')
    assert.equal(formatDistance(now - 2 * 3_600_000, now), '2 hours ago')
  })
})
