/** A server process of the simulation: everything that a process has in memory, on a store that outlives it. */
import { ChangeUpkeep } from '../../../src/changes/upkeep.js'
import { Builder } from '../../../src/items/builder.js'
import { assembleDatabase } from '../../../src/operations/database.js'
import { testCaller } from '../../../src/operations/json-call-suite.js'
import { silentLog } from '../../../src/stdx/log.js'
import type { Clock } from '../../../src/stdx/clock.js'
import type { Random } from '../../../src/stdx/random.js'
import type { Engine } from '../../../src/storage/engine.js'
import { unfenced } from '../../../src/storage/fence.js'
import { ExpirySweep } from '../../../src/ttl/expiry-sweep.js'
import type { Chance } from '../../support/chance.js'
import type { Turns } from '../replication/turns.js'
import { entranceOf, type Ask } from './entrance.js'
import { processEngine } from './process-engine.js'
import type { Process } from './process.js'
import type { SimulatedStore } from './simulated-store.js'
import { ItemsByChance } from './ways.js'

export interface ServerParts {
  readonly store: SimulatedStore
  readonly turns: Turns
  readonly clock: Clock
  readonly random: Random
  readonly chance: Chance
  /** A table has something to build. */
  readonly onBuild: () => void
}

const main = { ...testCaller, name: 'main' }
const { signal } = new AbortController()

export class SimulatedServer implements Process {
  readonly engine: Engine
  readonly ask: Ask
  readonly database: ReturnType<typeof assembleDatabase>
  /** Background work, a step at a time. */
  readonly jobs: readonly (() => Promise<unknown>)[]
  #isAlive = true

  constructor({ store, turns, clock, random, chance, onBuild }: ServerParts) {
    this.engine = processEngine({ store, turns, chance }, this)
    const { engine } = this
    const settings = { tableTransitionMs: 0, ttlChangeIntervalMs: 0, secret: Buffer.alloc(32) }
    const assembled = assembleDatabase({ engine, clock, random, onBuild, ...settings })
    const items = new ItemsByChance(engine, clock, chance)
    this.database = { ...assembled, items }
    this.ask = entranceOf(this.database, chance)
    const common = { engine, catalog: assembled.catalog, items, clock, log: silentLog }
    const builder = new Builder(common)
    const expiry = new ExpirySweep({ ...common, intervalMs: 1_000 })
    const upkeep = new ChangeUpkeep(engine, clock, { shardEntriesMax: 20 })
    this.jobs = [
      () => builder.step(main, unfenced),
      async () => {
        expiry.watch(main)
        await expiry.step(unfenced, signal)
      },
      () => upkeep.step(unfenced),
    ]
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  kill(): void {
    this.#isAlive = false
  }
}
