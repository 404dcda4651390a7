/** The exact answers to some queries, computed as plainly as possible while the vectors are made. */

/** How many results a query wants. */
export const wanted = 10

export class Truth {
  readonly #queries: readonly Float32Array[]
  readonly #norms: readonly number[]
  /** For each query, the places of the nearest vectors, in the order in which they came, and their cosines, the nearest first. */
  readonly #nearest: { readonly number: number; readonly cosine: number }[][]

  constructor(queries: readonly Float32Array[]) {
    this.#queries = queries
    this.#norms = queries.map((query) => Math.sqrt(dot(query, query)))
    this.#nearest = queries.map(() => [])
  }

  add(number: number, vector: Float32Array): void {
    const norm = Math.sqrt(dot(vector, vector))
    for (let q = 0; q < this.#queries.length; q++) {
      const cosine = dot(this.#queries[q]!, vector) / (norm * this.#norms[q]!)
      const nearest = this.#nearest[q]!
      if (nearest.length === wanted && cosine <= nearest.at(-1)!.cosine) continue
      nearest.push({ number, cosine })
      nearest.sort((a, b) => b.cosine - a.cosine)
      if (nearest.length > wanted) nearest.pop()
    }
  }

  answers(): readonly (readonly number[])[] {
    return this.#nearest.map((nearest) => nearest.map(({ number }) => number))
  }
}

/** Which part of the exact answers was found. */
export function recallOf(
  truth: readonly (readonly number[])[],
  found: readonly (readonly number[])[],
): number {
  let [hits, all] = [0, 0]
  for (const [q, answer] of truth.entries()) {
    const has = new Set(found[q])
    for (const number of answer) if (has.has(number)) hits++
    all += answer.length
  }
  return hits / all
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
