/**
 * Vectors by seed, fast enough for millions: clustered, a few numbers mapped to many, with noise, or noise alone, which no
 * model makes. Every number is a multiple of 1/256, whose text is looked up rather than made.
 */
import { chanceOf } from '../../test/support/chance.js'

export const setKinds = ['clustered', 'latent', 'isotropic'] as const
export type SetKind = (typeof setKinds)[number]

export interface VectorSetSize {
  readonly count: number
  readonly dimensions: number
  readonly kind: SetKind
}

const grid = 256
const largest = 8
const clusters = 200
const spread = 0.4
const latentDimensions = 32
const latentNoise = 0.3
const baseCounts = { clustered: clusters, latent: latentDimensions, isotropic: 0 } as const
const normals = 4096

const texts = Array.from({ length: 2 * largest * grid + 1 }, (_, i) => {
  return `{"N":"${i / grid - largest}"}`
})

/** A vector after the other; each is valid until the next one. */
export function makeVectors({ dimensions, kind }: VectorSetSize, seed: number): () => Float32Array {
  // What makes the distribution is the same for the vectors and for the queries.
  const shape = normalTable(1)
  const pick = pickerOf(2)
  const base = Array.from({ length: baseCounts[kind] }, () =>
    Float32Array.from({ length: dimensions }, () => shape[pick() % normals]!),
  )
  const next = pickerOf(seed)
  const vector = new Float32Array(dimensions)
  const normal = () => shape[next() % normals]!
  return () => {
    if (kind === 'clustered') {
      const centre = base[next() % clusters]!
      for (let i = 0; i < dimensions; i++) vector[i] = onGrid(centre[i]! + spread * normal())
      return vector
    }
    if (kind === 'isotropic') {
      for (let i = 0; i < dimensions; i++) vector[i] = onGrid(normal())
      return vector
    }
    const weights = base.map(() => normal() / Math.sqrt(latentDimensions))
    for (let i = 0; i < dimensions; i++) vector[i] = latentNoise * normal()
    for (const [b, direction] of base.entries()) {
      const weight = weights[b]!
      for (let i = 0; i < dimensions; i++) vector[i]! += weight * direction[i]!
    }
    for (let i = 0; i < dimensions; i++) vector[i] = onGrid(vector[i]!)
    return vector
  }
}

/** As an attribute's list, in JSON. */
export function vectorText(vector: Float32Array): string {
  let text = '['
  for (let i = 0; i < vector.length; i++) {
    text += (i === 0 ? '' : ',') + texts[(vector[i]! + largest) * grid]!
  }
  return `${text}]`
}

function onGrid(value: number): number {
  return Math.max(-largest, Math.min(largest, Math.round(value * grid) / grid))
}

function normalTable(seed: number): Float32Array {
  const chance = chanceOf(seed)
  return Float32Array.from({ length: normals }, () => {
    return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  })
}

/** Whole numbers below 2^31, by xorshift. */
function pickerOf(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) | 1) >>> 0
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) >>> 1
  }
}
