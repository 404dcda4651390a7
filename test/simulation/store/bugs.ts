/** Faults that are put in on purpose, to show that the simulation finds them. */
import type { Mutation, Read } from '../../../src/storage/engine.js'
import { testCaller } from '../../../src/operations/json-call-suite.js'
import { requestTokenKey } from '../../../src/storage/keyspace.js'

export interface Bug {
  /** Mutations as they are stored. */
  readonly stored?: (mutations: readonly Mutation[]) => readonly Mutation[]
  /** What a read of a transaction finds. */
  readonly found?: (read: Read, value: unknown) => unknown
  /** What is left of a transaction that was being written at a crash. */
  readonly atCrash?: (mutations: readonly Mutation[]) => readonly Mutation[]
  readonly ignoresGuards?: boolean
  /** Whether writes are answered before they are flushed. */
  readonly answersEarly?: boolean
}

export const noBug: Bug = {}

/** What a change of a key attribute leaves behind in an index. */
function keepsIndexEntries(): Bug {
  const spaces = new Set<number>()
  return {
    stored(mutations) {
      for (const each of mutations) {
        if (each.kind === 'create-space' && each.label === 'main.byGroup') spaces.add(each.space)
      }
      return mutations.filter((each) => each.kind !== 'delete' || !spaces.has(each.space))
    },
  }
}

const tokenPrefix = requestTokenKey('items', testCaller, '').subarray(0, 1)

/** A repeated transaction is carried out again. */
function forgetsTokens(): Bug {
  return {
    found: (read, value) =>
      read.kind === 'get' && tokenPrefix.equals(read.key.subarray(0, 1)) ? undefined : value,
  }
}

export const bugs: Readonly<Record<string, () => Bug>> = {
  'entries of an index are not deleted': keepsIndexEntries,
  'writes are acknowledged before they are flushed': () => ({ answersEarly: true }),
  'guards are not checked': () => ({ ignoresGuards: true }),
  'tokens of transactions are forgotten': forgetsTokens,
  'a crash loses the record of a change': () => ({
    atCrash: (mutations) => mutations.filter(({ kind }) => kind !== 'append'),
  }),
  'a crash leaves half a transaction': () => ({
    atCrash: (mutations) => mutations.slice(0, Math.ceil(mutations.length / 2)),
  }),
}
