/**
 * Three regions in one store, each with a server of its own whose clock is its own, and clients that write
 * the same few items everywhere. Links between regions are paused and delayed, servers are killed.
 */
import type { Json } from '../../../src/operations/database-suite.js'
import type { Engine } from '../../../src/storage/engine.js'
import { MemoryEngine } from '../../../src/storage/memory/memory-engine.js'
import { below, oneOf, type Chance } from '../../support/chance.js'
import { regions, TableName } from './regions.js'
import { randomWrite } from './random-writes.js'
import { SimulatedServer } from './simulated-server.js'
import type { Fault } from './shaken-engine.js'
import { Turns } from './turns.js'

const startMs = Date.UTC(2026, 0, 1)
/** Clocks disagree by this much at most, which is less than what makes changes wait, and sometimes by more. */
const usualSkewMs = 400
const largeSkewMs = 3_000
const clientsMax = 6

export class World {
  readonly engine: Engine = new MemoryEngine()
  readonly turns: Turns
  readonly chance: Chance
  readonly fault: Fault
  /** The marks of writes that were acknowledged. */
  readonly acknowledged = new Set<string>()
  readonly #servers = new Map<string, SimulatedServer>()
  readonly #skews = new Map<string, number>()
  readonly #busy = new Set<object>()
  #nowMs = startMs
  #writes = 0

  constructor(chance: Chance, fault: Fault) {
    this.chance = chance
    this.fault = fault
    this.turns = new Turns(chance)
    for (const region of regions) this.open(region)
  }

  server(region: string): SimulatedServer {
    return this.#servers.get(region)!
  }

  open(region: string): void {
    const { engine, turns, fault } = this
    const clock = { now: () => this.#nowMs + (this.#skews.get(region) ?? 0) }
    this.#servers.get(region)?.kill()
    this.#servers.set(region, new SimulatedServer({ engine, turns, fault, clock, region }))
  }

  ask(operation: string, input: Json, region: string): Promise<Json> {
    return this.turns.alone(() => this.server(region).ask(operation, input))
  }

  pass(durationMs: number): void {
    this.#nowMs += durationMs
  }

  skew(region: string): void {
    const range = this.chance() < 0.1 ? largeSkewMs : usualSkewMs
    this.#skews.set(region, below(this.chance, 2 * range) - range)
  }

  /** From now on all clocks agree. */
  setClocks(): void {
    this.pass(largeSkewMs)
    this.#skews.clear()
  }

  /** A client writes; what becomes of it depends on turns and kills. */
  write(region: string): void {
    if (this.turns.underWay >= clientsMax) return
    const mark = `${region}-${this.#writes++}`
    const server = this.server(region)
    const write = randomWrite(this.chance, { TableName, nowMs: this.#nowMs, mark })
    this.turns.start(async () => {
      await server.ask(write.operation, write.input)
      if (write.mark !== undefined) this.acknowledged.add(write.mark)
    })
  }

  /** A step of some job on some server; a job makes one step at a time. */
  work(): void {
    const server = this.server(oneOf(this.chance, regions))
    const job = oneOf(this.chance, server.jobs)
    if (this.#busy.has(job)) return
    this.#busy.add(job)
    this.turns.start(async () => {
      try {
        await job.step()
      } finally {
        this.#busy.delete(job)
      }
    })
  }

  kill(region: string): void {
    this.open(region)
  }
}
