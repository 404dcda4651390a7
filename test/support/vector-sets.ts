/** Vectors by seed, distributed as those of embedding models are, or as they had better not be. */
import { chanceOf, type Chance } from './chance.js'

export type MakeVector = () => Float32Array

export const vectorSetNames = ['clustered', 'latent', 'offset', 'isotropic'] as const
export type VectorSetName = (typeof vectorSetNames)[number]

const clusters = 200
const spread = 0.4
const latentDimensions = 32
const latentNoise = 0.3
const offset = 20

/** Vectors of one set, without end. Those for queries come from the same distribution. */
export function vectorSet(name: VectorSetName, dimensions: number, seed: number): MakeVector {
  const chance = chanceOf(seed)
  const normal = normalOf(chance)
  const noise = () => Float32Array.from({ length: dimensions }, normal)
  switch (name) {
    case 'clustered':
      return clustered(chance, noise)
    case 'latent':
      return latent(normal, noise)
    case 'offset':
      return () => noise().map((value, i) => value + (i % 7 === 0 ? offset : 0))
    case 'isotropic':
      return noise
  }
}

function clustered(chance: Chance, noise: MakeVector): MakeVector {
  const centres = Array.from({ length: clusters }, noise)
  return () => {
    const centre = centres[Math.floor(chance() * clusters)]!
    return noise().map((value, i) => centre[i]! + spread * value)
  }
}

/** A few numbers that matter, mapped to many, and some noise. */
function latent(normal: () => number, noise: MakeVector): MakeVector {
  const map = Array.from({ length: latentDimensions }, noise)
  return () => {
    const vector = noise().map((value) => latentNoise * Math.sqrt(latentDimensions) * value)
    for (const direction of map) {
      const weight = normal()
      for (let i = 0; i < vector.length; i++) vector[i]! += weight * direction[i]!
    }
    return vector
  }
}

function normalOf(chance: Chance): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}
