/**
 * A part of a transaction that another part of the program begins: what it reads besides, and what
 * it adds to the commit. It throws to keep all of it from happening.
 */
import type { Mutation, Read, ResultsOf } from './engine.js'
import { joinReads } from './join-reads.js'

export interface TransactionPart {
  readonly reads: readonly Read[]
  /** Gets the answers to its own reads. Pure: it may run again. */
  readonly decide: (results: ResultsOf<readonly Read[]>) => readonly Mutation[]
}

export const noPart: TransactionPart = { reads: [], decide: () => [] }

/** The one place where the types of a part's reads are forgotten. */
export function transactionPart<const R extends readonly Read[]>(
  reads: R,
  decide: (results: ResultsOf<R>) => readonly Mutation[],
): TransactionPart {
  return { reads, decide: decide as unknown as TransactionPart['decide'] }
}

export function joinParts(first: TransactionPart, second: TransactionPart): TransactionPart {
  const joined = joinReads(first.reads, second.reads)
  return {
    reads: joined.reads,
    decide(results) {
      const [ofFirst, ofSecond] = joined.split(results)
      return [...first.decide(ofFirst), ...second.decide(ofSecond)]
    },
  }
}
