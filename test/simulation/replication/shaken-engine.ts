/** The store as one server process sees it: each call waits for its turn, and none is made after the process was killed. */
import type { Engine } from '../../../src/storage/engine.js'
import { faultyEngine, withMethods, type Fault } from './faulty-engine.js'
import type { Turns } from './turns.js'

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
  const store = faultyEngine(engine, fault)
  /** An answer to a process that is gone reaches nobody. */
  const inTurn = async <T>(call: () => Promise<T>): Promise<T> => {
    await turns.wait()
    if (!isAlive()) throw new ServerKilled()
    const answer = await call()
    if (!isAlive()) throw new ServerKilled()
    return answer
  }
  return withMethods(store, {
    read: (reads, guards) => inTurn(() => store.read(reads, guards)),
    transact: (transaction) => inTurn(() => store.transact(transaction)),
    replace: (replacement) => inTurn(() => store.replace(replacement)),
  })
}
