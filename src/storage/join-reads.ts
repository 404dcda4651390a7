/** Two groups of reads asked for at once, for parts of a transaction that know nothing of each other. */
import type { Read, ResultsOf } from './engine.js'

export interface JoinedReads<A extends readonly Read[], B extends readonly Read[]> {
  readonly reads: readonly Read[]
  /** Hands each group the answers to its own reads. */
  split(results: ResultsOf<readonly Read[]>): readonly [ResultsOf<A>, ResultsOf<B>]
}

export function joinReads<const A extends readonly Read[], const B extends readonly Read[]>(
  first: A,
  second: B,
): JoinedReads<A, B> {
  return {
    reads: [...first, ...second],
    // The one place where answers are separated by position: the compiler cannot follow a slice.
    split: (results) => [
      results.slice(0, first.length) as unknown as ResultsOf<A>,
      results.slice(first.length) as unknown as ResultsOf<B>,
    ],
  }
}
