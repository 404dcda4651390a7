/**
 * Two server processes on one store, clients that use the same few items, and everything that happens to them.
 * A seed decides all of it: what is asked, in which order requests go on, what fails, what time it is.
 */
import type { Random } from '../../../src/stdx/random.js'
import { VirtualClock } from '../../../src/stdx/clock.js'
import { below, chanceOf, oneOf, type Chance } from '../../support/chance.js'
import { Turns } from '../replication/turns.js'
import { unknownOutcome, type Answered } from './answered.js'
import type { Bug } from './bugs.js'
import { requestOf, type Call } from './calls.js'
import { randomCall } from './random-calls.js'
import { newRunning, runAs } from './running.js'
import { SimulatedServer } from './simulated-server.js'
import { SimulatedStore } from './simulated-store.js'
import { additionOfLater, creationOf, removalOfLater } from './tables.js'
import { Tracker } from './tracker.js'
import type { Item } from './values.js'

const clientsMax = 6
const serversCount = 2
/** Large enough for items that are updated in part, and rarely for writes that are decided ahead. */
const fillerBytes = { usual: 1_500, heavy: 90_000 }
const heavySeeds = 0.03

export class World {
  readonly chance: Chance
  readonly clock = new VirtualClock()
  readonly tracker: Tracker
  readonly store: SimulatedStore
  readonly turns: Turns
  readonly trace: string[] = []
  readonly #random: Random
  readonly #fillerBytes: number
  #servers: SimulatedServer[] = []
  #clients = 0
  #marks = 0
  readonly #tokens: string[] = []
  readonly #busy = new Set<() => Promise<unknown>>()
  /** What clients ask for next because of what they were answered. */
  readonly #following: Call[] = []

  constructor(seed: number, bug: Bug) {
    this.chance = chanceOf(seed)
    this.#random = randomOf(chanceOf(seed + 1))
    this.turns = new Turns(this.chance)
    this.tracker = new Tracker(this.clock)
    const { chance, turns, tracker: watch } = this
    this.store = new SimulatedStore({ chance, turns, bug, watch })
    this.#fillerBytes = chance() < heavySeeds ? fillerBytes.heavy : fillerBytes.usual
    this.#openServers()
  }

  get server(): SimulatedServer {
    return oneOf(this.chance, this.#servers)
  }

  get servers(): readonly SimulatedServer[] {
    return this.#servers
  }

  /** A client asks a server for something. */
  startCall(): void {
    if (this.#clients >= clientsMax) return
    const call = this.#following.shift() ?? this.#randomCall()
    this.#clients++
    this.turns.start(async () => {
      const answered = await this.ask(call)
      this.#clients--
      this.#followUp(call, answered)
    })
  }

  async ask(call: Call, server = this.server): Promise<Answered> {
    const running = newRunning(call)
    const asked = () => server.ask(requestOf(call))
    const answered = await runAs(running, asked).catch(() => unknownOutcome)
    const heard = server.isAlive ? answered : unknownOutcome
    this.trace.push(
      `${JSON.stringify(call).slice(0, 160)} ${heard.kind} ${running.effects}${heard.kind === 'refused' ? heard.error : ''}`,
    )
    this.tracker.answered(running, heard)
    return heard
  }

  /** One step of background work, which only one of the servers does. */
  startJob(): void {
    this.#startJob(oneOf(this.chance, this.#servers[0]!.jobs))
  }

  #startJob(job: () => Promise<unknown>): void {
    if (this.#busy.has(job)) return
    this.#busy.add(job)
    this.turns.start(async () => {
      await this.runJob(job)
      this.#busy.delete(job)
    })
  }

  async runJob(job: () => Promise<unknown>): Promise<void> {
    await runAs(newRunning(), job).catch(() => undefined)
  }

  startTableChange(): void {
    const { chance } = this
    const change = oneOf(chance, tableChanges)
    this.turns.start(() => this.ask({ kind: 'other', ...change }))
  }

  /** One process ends without a warning, and another takes its place. */
  kill(): void {
    const at = below(this.chance, this.#servers.length)
    this.trace.push(`kill ${at}`)
    this.#servers[at]!.kill()
    this.#servers[at] = this.#openServer()
  }

  /** The machine stops: every process, and what was not flushed. */
  async crash(): Promise<void> {
    this.trace.push('crash')
    for (const server of this.#servers) server.kill()
    await this.store.crash()
    this.#openServers()
  }

  fillDisk(isFull: boolean): void {
    this.store.isFull = isFull
  }

  pass(durationMs: number): void {
    this.clock.advance(durationMs)
  }

  #openServers(): void {
    this.#servers = Array.from({ length: serversCount }, () => this.#openServer())
  }

  #openServer(): SimulatedServer {
    const { store, turns, clock, chance } = this
    const onBuild = () => this.#startJob(this.#servers[0]!.jobs[0]!)
    return new SimulatedServer({ store, turns, clock, chance, random: this.#random, onBuild })
  }

  #randomCall(): Call {
    const mark = ++this.#marks
    const call = randomCall({
      chance: this.chance,
      nowMs: this.clock.now(),
      mark,
      fillerBytes: this.#fillerBytes,
      recentMarks: Array.from({ length: Math.min(mark, 12) }, (_, i) => `m${mark - i}`),
      tokens: this.#tokens,
    })
    if (call.kind === 'transact-write' && call.token !== undefined) this.#tokens.push(call.token)
    return call
  }

  /** A client that does not know what became of its transaction asks again; one that got a page wants the next. */
  #followUp(call: Call, answered: Answered): void {
    if (call.kind === 'transact-write' && call.token !== undefined) {
      if (answered.kind === 'unknown' || this.chance() < 0.05) this.#following.push(call)
    }
    if ((call.kind !== 'query' && call.kind !== 'scan') || answered.kind !== 'done') return
    const after = answered.answer['LastEvaluatedKey'] as Item | undefined
    if (after !== undefined) this.#following.push({ ...call, after })
  }
}

const tableChanges = [
  { operation: 'UpdateTable', input: additionOfLater() },
  { operation: 'UpdateTable', input: additionOfLater() },
  { operation: 'UpdateTable', input: removalOfLater() },
  { operation: 'CreateTable', input: creationOf('passing') },
  { operation: 'CreateTable', input: creationOf('passing') },
  { operation: 'DeleteTable', input: { TableName: 'passing' } },
]

function randomOf(chance: Chance): Random {
  // Some of them are asked for by the thousand, so one choice has to do for many.
  const bytes = (count: number) => {
    const drawn = Buffer.alloc(count)
    let state = below(chance, 2 ** 31)
    for (let at = 0; at < count; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      drawn[at] = state >>> 24
    }
    return drawn
  }
  return {
    bytes,
    uuid() {
      const hex = Buffer.from(bytes(16)).toString('hex')
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    },
  }
}
