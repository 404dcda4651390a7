/**
 * Turns a vector in space, always in the same way: lengths and products stay as they are, but what was in few numbers
 * is spread over many. Afterwards no vector has a direction that signs are bad at, whatever its numbers mean.
 *
 * Signs are flipped by chance, then Walsh and Hadamard's transform mixes as many of the first numbers as a power of two
 * can have, and then, flipped again, as many of the last. After two rounds of it, what was a single number looks like noise.
 */

const rounds = 2

/** In place. */
export function rotate(vector: Float64Array): void {
  const size = 2 ** Math.floor(Math.log2(vector.length))
  const starts = size === vector.length ? [0] : [0, vector.length - size]
  for (let round = 0; round < rounds; round++) {
    for (const start of starts) {
      flip(vector, 1 + 2 * round + Math.sign(start))
      mix(vector.subarray(start, start + size))
    }
  }
}

function mix(values: Float64Array): void {
  const { length } = values
  for (let half = 1; half < length; half *= 2) {
    for (let start = 0; start < length; start += 2 * half) {
      for (let i = start; i < start + half; i++) {
        const [a, b] = [values[i]!, values[i + half]!]
        values[i] = a + b
        values[i + half] = a - b
      }
    }
  }
  const scale = 1 / Math.sqrt(length)
  for (let i = 0; i < length; i++) values[i]! *= scale
}

/** By a sequence that is the same for all vectors, on every machine. */
function flip(values: Float64Array, seed: number): void {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  for (let i = 0; i < values.length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    if ((state & 1) !== 0) values[i] = -values[i]!
  }
}
