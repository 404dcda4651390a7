/**
 * Several transactions on the same key as one: the decisions are made one after another, each
 * seeing what the earlier ones would write, and everything is written together. A counter that a
 * hundred clients increment at once then costs the database a few statements, not two hundred.
 *
 * If a decision throws, its caller gets the error once the others are committed: the error may
 * depend on what they wrote.
 */
import { groupedBytesMax } from '../limits.js'
import type { Decision, Mutation, Read, ResultsOf, Transaction } from '../../engine.js'
import { entryName } from '../write/folded-mutations.js'

export type AnyTransaction = Transaction<readonly Read[], unknown>

export type GroupedOutcome =
  | { readonly kind: 'decided'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly error: unknown }
  /** The group was full before its turn came: nothing was done for it yet. */
  | { readonly kind: 'postponed' }

/** The transactions must have the same guards. */
export function grouped(
  transactions: readonly AnyTransaction[],
): Transaction<readonly Read[], readonly GroupedOutcome[]> {
  const { guards = [] } = transactions[0]!
  return {
    guards,
    reads: transactions.flatMap(({ reads }) => reads),
    decide: (results) => decideInTurn(transactions, results),
  }
}

function decideInTurn(
  transactions: readonly AnyTransaction[],
  results: ResultsOf<readonly Read[]>,
): Decision<readonly GroupedOutcome[]> {
  const written = new Map<string, Buffer | undefined>()
  const mutations: Mutation[] = []
  const outcomes: GroupedOutcome[] = []
  let [offset, bytes] = [0, 0]
  for (const transaction of transactions) {
    const { reads } = transaction
    const own = results.slice(offset, (offset += reads.length))
    if (bytes >= groupedBytesMax) {
      outcomes.push({ kind: 'postponed' })
      continue
    }
    const decision = decideOne(
      transaction,
      reads.map((read, i) => asWritten(read, own[i], written)),
    )
    outcomes.push(decision.outcome)
    for (const mutation of decision.mutations) bytes += note(mutation, written)
    mutations.push(...decision.mutations)
  }
  return { mutations, result: outcomes }
}

type Result = ResultsOf<readonly Read[]>[number]

function decideOne(transaction: AnyTransaction, results: readonly Result[]) {
  try {
    const { mutations, result } = transaction.decide(results)
    return { mutations, outcome: { kind: 'decided', result } as const }
  } catch (error) {
    return { mutations: [], outcome: { kind: 'refused', error } as const }
  }
}

function asWritten(read: Read, result: Result, written: ReadonlyMap<string, Buffer | undefined>) {
  if (read.kind !== 'get') return result
  const name = entryName(read.space, read.key)
  return written.has(name) ? written.get(name) : result
}

/** Records what later decisions must see; returns its weight. */
function note(mutation: Mutation, written: Map<string, Buffer | undefined>): number {
  switch (mutation.kind) {
    case 'put':
      written.set(entryName(mutation.space, mutation.key), Buffer.from(mutation.value))
      return mutation.value.length
    case 'delete':
      written.set(entryName(mutation.space, mutation.key), undefined)
      return 0
    case 'append':
      return mutation.value.length
    default:
      return 0
  }
}
