/** A server that is killed at one of its transactions: before it takes effect, or before its answer arrives. */
import { openTestDatabase } from '../../../src/operations/database-suite.js'
import type { Clock } from '../../../src/stdx/clock.js'
import type { Engine } from '../../../src/storage/engine.js'
import type { Json } from '../../support/client.js'
import { withMethods } from './faulty-engine.js'
import { ServerKilled } from './shaken-engine.js'
import { simulatedJobs, type SimulatedJob } from './simulated-jobs.js'

export interface Death {
  /** Counted from 1. */
  readonly atTransaction: number
  readonly takesEffect: boolean
}

export interface ShortLivedServer {
  readonly jobs: readonly SimulatedJob[]
  readonly isAlive: boolean
  ask(operation: string, input: Json, region: string): Promise<Json>
}

/** Without a death it lives on. */
export function shortLivedServer(store: Engine, clock: Clock, death?: Death): ShortLivedServer {
  let transactions = 0
  let isAlive = true
  const alive = <T>(call: () => Promise<T>): Promise<T> => {
    if (!isAlive) throw new ServerKilled()
    return call()
  }
  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    if (++transactions !== death?.atTransaction) return alive(call)
    if (death.takesEffect) await alive(call)
    isAlive = false
    throw new ServerKilled()
  }
  const engine = withMethods(store, {
    read: async (reads, guards) => alive(() => store.read(reads, guards)),
    transact: (transaction) => counted(() => store.transact(transaction)),
    replace: (replacement) => counted(() => store.replace(replacement)),
  })
  const { database, ask } = openTestDatabase(engine, { clock, ttlChangeIntervalMs: 0 })
  return {
    jobs: simulatedJobs({ engine, database, clock }),
    get isAlive() {
      return isAlive
    },
    ask: (operation, input, region) =>
      ask(operation, input, { account: '000000000000', region, accessKeyId: 'test' }),
  }
}
