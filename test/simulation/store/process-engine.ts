/**
 * The store as one process sees it: each call waits for its turn, except for some reads that need not, and nothing
 * reaches a process that was killed.
 */
import type { Engine } from '../../../src/storage/engine.js'
import { allReplaced, replaceByTransaction } from '../../../src/storage/replace.js'
import type { Chance } from '../../support/chance.js'
import { ServerKilled } from '../replication/shaken-engine.js'
import type { Turns } from '../replication/turns.js'
import type { Process } from './process.js'
import { currentlyRunning } from './running.js'
import type { SimulatedStore } from './simulated-store.js'

export interface ProcessParts {
  readonly store: SimulatedStore
  readonly turns: Turns
  readonly chance: Chance
}

export function processEngine({ store, turns, chance }: ProcessParts, process: Process): Engine {
  const requireAlive = (): void => {
    if (!process.isAlive) throw new ServerKilled()
  }
  const engine: Engine = {
    name: 'simulated',
    shared: true,
    async read(reads, guards) {
      const by = currentlyRunning()
      await turns.wait()
      requireAlive()
      return store.read(by, reads, guards)
    },
    readNow(reads, guards) {
      if (chance() < 0.5) return undefined
      requireAlive()
      return store.read(currentlyRunning(), reads, guards)
    },
    async transact(transaction) {
      const by = currentlyRunning()
      await turns.wait()
      requireAlive()
      const result = await store.submit(transaction, process, by)
      requireAlive()
      return result as never
    },
    replace: (replacement) => replaceByTransaction(engine, replacement),
    replaceAll: (replacements, guards) =>
      engine.transact({
        guards,
        reads: replacements.map(({ space, key }) => ({ kind: 'get', space, key }) as const),
        decide(found) {
          const befores = replacements.map((each, i) => found[i] && each.weigh(found[i]))
          return { mutations: allReplaced(replacements, befores), result: befores }
        },
      }),
    spaces: () => store.spaces(),
    ping: async () => undefined,
    close: async () => undefined,
  }
  return engine
}
