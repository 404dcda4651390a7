/**
 * How near two vectors are: the one routine that every score comes from.
 *
 * It computes in 64-bit floats, one dimension after the other, and rounds as the service does. So a
 * score depends on the two vectors alone, not on how candidates were found or on which machine.
 */
import type { VectorDistance } from '../model/table.js'
import { unreachable } from '../stdx/assert.js'

/** A vector that others are compared with. */
export interface QueryVector {
  readonly values: Float32Array
  /** The square of its length. */
  readonly squaredNorm: number
}

export function queryVector(values: Float32Array): QueryVector {
  return { values, squaredNorm: dotProduct(values, values) }
}

/** AWS: scores are 32-bit floats. */
export function scoreOf(
  distance: VectorDistance,
  query: QueryVector,
  vector: Float32Array,
): number {
  switch (distance) {
    case 'cosine':
      return cosineScore(query, vector)
    case 'dot-product':
      return finiteFloat(dotProduct(query.values, vector))
    case 'euclidean':
      return finiteFloat(Math.sqrt(squaredDistance(query.values, vector)))
    default:
      return unreachable(distance)
  }
}

/** Negative if the first score is the better one. AWS: a larger dot product is nearer. */
export function compareScores(distance: VectorDistance, a: number, b: number): number {
  return distance === 'dot-product' ? b - a : a - b
}

/** AWS: a vector of zeros is as far from every other as one at a right angle. */
function cosineScore({ values, squaredNorm }: QueryVector, vector: Float32Array): number {
  const norms = Math.sqrt(squaredNorm) * Math.sqrt(dotProduct(vector, vector))
  if (norms === 0) return 1
  const cosine = Math.min(1, Math.max(-1, dotProduct(values, vector) / norms))
  return Math.fround(1 - Math.fround(cosine))
}

function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

function squaredDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    const difference = a[i]! - b[i]!
    sum += difference * difference
  }
  return sum
}

/** What is beyond the 32-bit floats becomes the greatest of them. */
function finiteFloat(value: number): number {
  return Math.fround(Math.min(floatMax, Math.max(-floatMax, value)))
}

const floatMax = Math.fround(3.4028235e38)
