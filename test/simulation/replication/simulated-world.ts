/**
 * Three regions in one store, each with a server of its own whose clock is its own, and clients that write
 * the same few items everywhere. Links between regions are paused and delayed, servers are killed.
 */
import { walkGlobalTables } from '../../../src/replication/global-table.js'
import { changeControl } from '../../../src/replication/replication-control.js'
import type { Engine } from '../../../src/storage/engine.js'
import { MemoryEngine } from '../../../src/storage/memory/memory-engine.js'
import { unfenced, writeFenced } from '../../../src/storage/fence.js'
import { below, oneOf, type Chance } from '../../support/chance.js'
import type { Json } from '../../support/client.js'
import { writesIn, type HistoricWrite } from './history.js'
import { releasedLinks, type ControlledLink } from './link-controls.js'
import { regions, TableName } from './regions.js'
import { randomWrite } from './random-writes.js'
import { SimulatedServer } from './simulated-server.js'
import type { Fault } from './faulty-engine.js'
import { skewMsMax, someSkewMs } from './skews.js'
import { Turns } from './turns.js'
import type { World } from './world.js'

const startMs = Date.UTC(2026, 0, 1)
const clientsMax = 6
const roundsMax = 400
const settlingRounds = 60

export class SimulatedWorld implements World {
  readonly #engine: Engine = new MemoryEngine()
  readonly #turns: Turns
  readonly chance: Chance
  readonly #fault: Fault
  readonly acknowledged = new Set<string>()
  readonly #servers = new Map<string, SimulatedServer>()
  readonly #skews = new Map<string, number>()
  readonly #busy = new Set<object>()
  #nowMs = startMs
  #writes = 0

  constructor(chance: Chance, fault: Fault) {
    this.chance = chance
    this.#fault = fault
    this.#turns = new Turns(chance)
    for (const region of regions) this.#open(region)
  }

  #server(region: string): SimulatedServer {
    return this.#servers.get(region)!
  }

  #open(region: string): void {
    const [engine, turns, fault] = [this.#engine, this.#turns, this.#fault]
    const clock = { now: () => this.#nowMs + (this.#skews.get(region) ?? 0) }
    this.#servers.get(region)?.kill()
    this.#servers.set(region, new SimulatedServer({ engine, turns, fault, clock, region }))
  }

  ask(operation: string, input: Json, region: string): Promise<Json> {
    return this.#turns.alone(() => this.#server(region).ask(operation, input))
  }

  pass(durationMs: number): void {
    this.#nowMs += durationMs
  }

  skew(region: string): void {
    this.#skews.set(region, someSkewMs(this.chance))
  }

  write(region: string): void {
    if (this.#turns.underWay >= clientsMax) return
    const mark = `${region}-${this.#writes++}`
    const server = this.#server(region)
    const place = { TableName, nowMs: this.#nowMs, mark, expireWithinSeconds: 60 }
    const write = randomWrite(this.chance, place)
    this.#turns.start(async () => {
      await server.ask(write.operation, write.input)
      if (write.mark !== undefined) this.acknowledged.add(write.mark)
    })
  }

  /** A step of some job on some server; a job makes one step at a time. */
  work(): void {
    const server = this.#server(oneOf(this.chance, regions))
    const job = oneOf(this.chance, server.jobs)
    if (this.#busy.has(job)) return
    this.#busy.add(job)
    this.#turns.start(async () => {
      try {
        await job.step()
      } finally {
        this.#busy.delete(job)
      }
    })
  }

  kill(region: string): void {
    this.#open(region)
  }

  goOn(): Promise<void> {
    return this.#turns.take(below(this.chance, 12))
  }

  /** They share a store. */
  connect(): void {}

  async control(link: ControlledLink): Promise<void> {
    for await (const { id: groupId } of walkGlobalTables(this.#engine)) {
      await writeFenced(this.#engine, unfenced, [changeControl({ groupId, ...link })])
    }
  }

  async until(holds: () => Promise<boolean>, otherwise: () => string): Promise<void> {
    for (let round = 0; !(await holds()); round++) {
      if (round > roundsMax) throw new Error(otherwise())
      this.pass(1_000)
      await this.#workAll()
    }
  }

  async settle(): Promise<void> {
    await this.#turns.drain()
    this.pass(skewMsMax)
    this.#skews.clear()
    for (const link of releasedLinks) await this.control(link)
    for (let round = 0; round < settlingRounds; round++) {
      this.pass(2_000)
      await this.#workAll()
    }
  }

  /** Every job of every server makes a step, one after the other. */
  async #workAll(): Promise<void> {
    for (const region of regions) {
      for (const job of this.#server(region).jobs) await this.#turns.alone(() => job.step())
    }
  }

  history(): Promise<readonly HistoricWrite[]> {
    const { catalog } = this.#server(regions[0]).database
    return this.#turns.alone(() => writesIn(this.#engine, catalog, regions))
  }
}
