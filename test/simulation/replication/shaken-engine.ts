/** The store as one server process sees it: each call waits for its turn, and none is made after the process was killed. */
import type { Engine, Mutation } from '../../../src/storage/engine.js'
import type { Turns } from './turns.js'

/** What is wrong with the store on purpose, to show that the test would see it. */
export interface Fault {
  /** Mutations as they are stored. */
  readonly stored?: (mutations: readonly Mutation[]) => readonly Mutation[]
  /** What a read of an entry finds. */
  readonly found?: (read: { readonly space: number }, value: unknown) => unknown
}

export class ServerKilled extends Error {
  constructor() {
    super('the server was killed')
    this.name = 'ServerKilled'
  }
}

/** `isAlive` says whether the process that uses it still runs. */
export function shakenEngine(
  engine: Engine,
  { turns, fault, isAlive }: { turns: Turns; fault: Fault; isAlive: () => boolean },
): Engine {
  const turn = async (): Promise<void> => {
    await turns.wait()
    if (!isAlive()) throw new ServerKilled()
  }
  /** An answer to a process that is gone reaches nobody. */
  const answered = <T>(answer: T): T => {
    if (!isAlive()) throw new ServerKilled()
    return answer
  }
  const seen = (reads: readonly { readonly space: number }[], results: readonly unknown[]) =>
    fault.found === undefined
      ? results
      : results.map((value, at) => fault.found!(reads[at]!, value))
  const shaken: Pick<Engine, 'read' | 'transact' | 'replace'> = {
    async read(reads, guards) {
      await turn()
      const results = await engine.read(reads, guards)
      return answered(seen(reads, results as readonly unknown[]) as unknown as typeof results)
    },
    async transact(transaction) {
      await turn()
      const result = await engine.transact({
        ...transaction,
        decide: (results) => {
          const given = seen(transaction.reads, results)
          const decision = transaction.decide(given as unknown as typeof results)
          const { stored } = fault
          return stored === undefined
            ? decision
            : { ...decision, mutations: stored(decision.mutations) }
        },
      })
      return answered(result)
    },
    async replace(replacement) {
      await turn()
      return answered(await engine.replace(replacement))
    },
  }
  return new Proxy(engine, {
    get(target, name) {
      const own = shaken[name as keyof typeof shaken]
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
