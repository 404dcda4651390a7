/** Sequence numbers: their order, their length, and which log they belong to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSequenceNumber, sequenceNumber, type SequencePoint } from './sequence-number.js'

const createdAtMs = Date.UTC(2026, 0, 1)
const change = (entry: number, lane = 0): SequencePoint => ({ kind: 'change', entry, lane })
const start = (entry: number, shard: number, lane = 0): SequencePoint => {
  return { kind: 'shard-start', entry, lane, shard }
}
const entryMax = 10 ** 14 - 1
const shardMax = 2 ** 32 - 1

describe('a sequence number', () => {
  it('has 21 to 40 digits and nothing else', () => {
    for (const point of [change(1), change(entryMax, 999), start(0, 0), start(1, shardMax)]) {
      assert.match(sequenceNumber(createdAtMs, point), /^\d{21,40}$/)
    }
  })

  it('increases along a shard, over its end, and into the lanes that it is split into', () => {
    const points = [
      ...[start(0, 0), change(1), change(9), change(10), start(10, 4), change(11)],
      // Shards without a change, then a split.
      ...[start(11, 7), start(11, 8), start(11, 12, 4)],
    ]
    const numbers = points.map((point) => BigInt(sequenceNumber(createdAtMs, point)))
    const sorted = [...numbers].sort((a, b) => (a < b ? -1 : 1))
    assert.deepEqual(numbers, sorted)
    assert.equal(new Set(numbers).size, numbers.length)
  })

  it('is parsed into what it was made from', () => {
    for (const point of [change(1), change(entryMax, 999), start(7, 5, 3), start(0, shardMax)]) {
      const text = sequenceNumber(createdAtMs, point)
      assert.deepEqual(parseSequenceNumber(createdAtMs, text), point)
    }
  })

  it('belongs to one log', () => {
    const text = sequenceNumber(createdAtMs, change(1))
    assert.equal(parseSequenceNumber(createdAtMs + 1, text), undefined)
    for (const other of ['', '1'.repeat(21), `${text}0`, text.slice(1), text.replace('1', 'x')]) {
      assert.equal(parseSequenceNumber(createdAtMs, other), undefined, other)
    }
  })

  it('is refused for values that do not fit its digits', () => {
    assert.throws(() => sequenceNumber(createdAtMs, change(entryMax + 1)))
    assert.throws(() => sequenceNumber(createdAtMs, change(1, 1000)))
  })
})
