import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chanceOf, seed } from '../../test/support/chance.js'
import { Arena, scratch } from './arenas.js'
import { groupBytes, queryCodeMax } from './kernel.js'
import { blockBytes } from './limits.js'

const numbers = 32
const factors = { scale: 0.5, weight: 3, bias: -7 }
const [queryScale, shift] = [0.25, 11]

describe(`the kernels of vector search, by seed ${seed}`, () => {
  const chance = chanceOf(seed)

  for (const dimensions of [1, 3, 31, 32, 33, 128, 1536, 4096]) {
    it(`scores ${dimensions} floats as the plain sum does`, () => {
      const rows = vectors(3, dimensions, () => chance() * 2 - 1)
      const query = vectors(1, dimensions, () => chance() * 2 - 1)[0]!
      const { arena, score } = prepared('scoreFloats', dimensions * 4)
      const keys = score(
        rows.map((row) => new Uint8Array(row.buffer)),
        () => arena.doubles.set(query, scratch.query / 8),
      )
      for (const [i, row] of rows.entries()) near(keys[i]!, keyOf(dot(row, query)))
    })

    it(`scores ${dimensions} bytes exactly, also the largest`, () => {
      const rows = [
        Int8Array.from({ length: dimensions }, () => Math.round(chance() * 254 - 127)),
        new Int8Array(dimensions).fill(127),
        new Int8Array(dimensions).fill(-127),
      ]
      const query = new Int16Array(dimensions).fill(queryCodeMax)
      const { arena, score } = prepared('scoreBytes', dimensions)
      const keys = score(
        rows.map((row) => new Uint8Array(row.buffer)),
        () => arena.bytes.set(new Uint8Array(query.buffer), scratch.query),
      )
      for (const [i, row] of rows.entries()) near(keys[i]!, keyOf(dot(row, query)))
    })
  }

  it('adds floats that no float can hold the sum of', () => {
    const row = Float32Array.of(3e38, 3e38, 3e38, -3e38)
    const { arena, score } = prepared('scoreFloats', 16)
    const write = () => arena.doubles.set([1e38, 1e38, 1e38, 1e38], scratch.query / 8)
    near(score([new Uint8Array(row.buffer)], write)[0]!, keyOf(2 * Math.fround(3e38) * 1e38))
  })
})

function prepared(kernel: 'scoreBytes' | 'scoreFloats', usedBytes: number) {
  const arena = new Arena()
  const numberBytes = Math.ceil(usedBytes / groupBytes) * groupBytes
  const score = (rows: readonly Uint8Array[], writeQuery: () => void): Float64Array => {
    const first = arena.take()!
    assert.equal(first, blockBytes)
    writeQuery()
    rows.forEach((row, i) => {
      const address = first + i * (numbers + numberBytes)
      arena.doubles.set([factors.scale, factors.weight, factors.bias], address / 8)
      arena.bytes.set(row, address + numbers)
      arena.words[scratch.list / 4 + i] = address
    })
    const { list, keys, query } = scratch
    const end = list + rows.length * 4
    arena.kernel[kernel](list, end, numbers, numberBytes, query, queryScale, shift, keys)
    return arena.doubles.slice(keys / 8, keys / 8 + rows.length)
  }
  return { arena, score }
}

function vectors(count: number, length: number, next: () => number): readonly Float32Array[] {
  return Array.from({ length: count }, () => Float32Array.from({ length }, next))
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

function keyOf(sum: number): number {
  return factors.weight * (factors.scale * queryScale * sum + shift) + factors.bias
}

function near(actual: number, expected: number): void {
  const tolerance = 1e-9 * Math.max(1, Math.abs(expected))
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} instead of ${expected}`)
}
