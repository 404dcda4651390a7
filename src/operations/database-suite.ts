/** A database for tests: a server without the wire and the background work. */
import type { Caller } from '../model/caller.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { assembleDatabase, type Database, type DatabaseDependencies } from './database.js'
import { createDispatcher } from './dispatch.js'
import { jsonCall } from './json-call-suite.js'

export type Json = Readonly<Record<string, unknown>>

export interface TestDatabase {
  readonly database: Database
  /** Takes JSON as the wire would, and returns what the wire would get. */
  readonly dispatch: (operation: string, json: unknown, caller?: Caller) => Promise<unknown>
  /** As a client would: request and answer pass through JSON. */
  readonly ask: (operation: string, input: Json, caller?: Caller) => Promise<Json>
}

export function openTestDatabase(
  engine: Engine,
  options: Partial<DatabaseDependencies> = {},
): TestDatabase {
  const database = assembleDatabase({
    engine,
    clock: new VirtualClock(),
    random: systemRandom,
    secret: Buffer.alloc(32),
    tableTransitionMs: 0,
    ...options,
  })
  const dispatcher = createDispatcher(database)
  const dispatch: TestDatabase['dispatch'] = (operation, json, caller) =>
    dispatcher.dispatch(jsonCall(operation, json, caller))
  return {
    database,
    dispatch,
    async ask(operation, input, caller) {
      const json: unknown = JSON.parse(JSON.stringify(input))
      const answer = await dispatch(operation, json, caller)
      return JSON.parse(JSON.stringify(answer ?? {})) as Json
    },
  }
}
