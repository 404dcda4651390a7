/**
 * Turns a vector in space, always in the same way: lengths and products stay as they are, but what was in few numbers
 * is spread over many. Afterwards no vector has a direction that signs are bad at, whatever its numbers mean.
 *
 * Signs are flipped by chance, then Walsh and Hadamard's transform mixes as many of the first numbers as a power of two
 * can have, and then, flipped again, as many of the last. After two rounds of it, what was a single number looks like noise.
 */
import { scratch, type Arena } from './arenas.js'

const rounds = 2
const floatBytes = 4
const groupNumbers = 4

/** Of at least 8 numbers. Computed in the arena's memory; valid until it is used for something else. */
export function rotated(arena: Arena, vector: ArrayLike<number>): Float32Array {
  const { length } = vector
  const start = scratch.tables
  const values = arena.floats.subarray(start / floatBytes, start / floatBytes + length)
  values.set(vector)
  const whole = Math.ceil(length / groupNumbers) * groupNumbers
  arena.floats.fill(0, start / floatBytes + length, start / floatBytes + whole)
  const size = 2 ** Math.floor(Math.log2(length))
  const firsts = size === length ? [0] : [0, length - size]
  for (let round = 0; round < rounds; round++) {
    for (const [which, first] of firsts.entries()) {
      const from = start + first * floatBytes
      const seed = 1 + rounds * round + which
      arena.kernel.turn(start, start + whole * floatBytes, from, from + size * floatBytes, seed)
      const scale = 1 / Math.sqrt(size)
      for (let i = first; i < first + size; i++) values[i]! *= scale
    }
  }
  return values
}
