/** A server process of the simulation: everything that a process has in memory, on a store that outlives it. */
import { openTestDatabase, type Json } from '../../../src/operations/database-suite.js'
import type { Database } from '../../../src/operations/database.js'
import type { Clock } from '../../../src/stdx/clock.js'
import type { Engine } from '../../../src/storage/engine.js'
import { simulatedJobs, type SimulatedJob } from './simulated-jobs.js'
import type { Fault } from './faulty-engine.js'
import { shakenEngine } from './shaken-engine.js'
import type { Turns } from './turns.js'

export interface ServerParts {
  readonly engine: Engine
  readonly turns: Turns
  readonly fault: Fault
  readonly clock: Clock
  /** The only one that clients of this server use. */
  readonly region: string
}

export class SimulatedServer {
  readonly region: string
  readonly database: Database
  readonly jobs: readonly SimulatedJob[]
  readonly #ask: (operation: string, input: Json, region: string) => Promise<Json>
  #isAlive = true

  constructor(parts: ServerParts) {
    const { clock, region } = parts
    const isAlive = () => this.#isAlive
    const engine = shakenEngine(parts.engine, { ...parts, isAlive })
    const { database, ask } = openTestDatabase(engine, { clock, ttlChangeIntervalMs: 0 })
    this.region = region
    this.database = database
    this.jobs = simulatedJobs({ engine, database, clock })
    this.#ask = (operation, input, where) =>
      ask(operation, input, { account: '000000000000', region: where, accessKeyId: 'test' })
  }

  ask(operation: string, input: Json, region = this.region): Promise<Json> {
    return this.#ask(operation, input, region)
  }

  /** What it has under way never gets an answer, and changes nothing any more. */
  kill(): void {
    this.#isAlive = false
  }
}
