/** A store that is wrong on purpose, to show that the test would see it. */
import type { Engine, LabelledSpace, Mutation } from '../../../src/storage/engine.js'

export interface Fault {
  /** Mutations as they are stored. */
  readonly stored?: (mutations: readonly Mutation[]) => readonly Mutation[]
  /** What a read of an entry finds. */
  readonly found?: (read: { readonly space: number }, value: unknown) => unknown
}

/** A fault in a store that has these spaces when it is opened. */
export type FaultIn = (spaces: readonly LabelledSpace[]) => Fault

export function faultyEngine(engine: Engine, fault: Fault): Engine {
  const { found, stored = (mutations: readonly Mutation[]) => mutations } = fault
  const seen = (reads: readonly { readonly space: number }[], results: readonly unknown[]) =>
    found === undefined ? results : results.map((value, at) => found(reads[at]!, value))
  return withMethods(engine, {
    async read(reads, guards) {
      const results = await engine.read(reads, guards)
      return seen(reads, results) as unknown as typeof results
    },
    transact: (transaction) =>
      engine.transact({
        ...transaction,
        decide: (results) => {
          const given = seen(transaction.reads, results)
          const decision = transaction.decide(given as unknown as typeof results)
          return { ...decision, mutations: stored(decision.mutations) }
        },
      }),
  })
}

/** An engine that does some things in another way. */
export function withMethods(engine: Engine, own: Partial<Engine>): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const value: unknown = own[name as keyof Engine] ?? Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
