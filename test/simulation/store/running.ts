/** What is under way: calls of clients, and steps of background work. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call } from './calls.js'
import type { State } from './model.js'

export interface Running {
  readonly id: number
  /** Undefined for background work. */
  readonly call: Call | undefined
  /** The items as they were whenever it read something, or when a transaction of it was decided. */
  readonly moments: State[]
  /** As they were when its last transaction was decided. */
  decidedAt: State | undefined
  /** How many of its transactions wrote something that is flushed. */
  effects: number
  /** How often the store said that another transaction was faster. */
  conflicts: number
}

let lastId = 0

export function newRunning(call?: Call): Running {
  return { id: ++lastId, call, moments: [], decidedAt: undefined, effects: 0, conflicts: 0 }
}

const underWay = new AsyncLocalStorage<Running>()

export function runAs<T>(running: Running, work: () => Promise<T>): Promise<T> {
  return underWay.run(running, work)
}

/** Of the code that calls this. */
export function currentlyRunning(): Running {
  const running = underWay.getStore()
  if (running === undefined) throw new Error('nothing is under way')
  return running
}
