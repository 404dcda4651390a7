/**
 * The servers of one database that clients of DAX can reach. Each tells the others where it is, in the store, again and
 * again; one that does so no longer is gone. No clock is compared with another server's: what counts is for how long
 * a record was seen not to change.
 *
 * Nothing here has a timer: `run` does one round.
 */
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import { allDaxServers, daxServerKey, serverOfDaxServer } from '../storage/dax-keys.js'
import { systemSpace, type Engine, type Entry, type Mutation } from '../storage/engine.js'
import type { DaxNodePlace, DaxPlace } from './dax-place.js'
import { rollDeadMs, rollServersMax } from './limits.js'

export interface DaxRollParts {
  readonly engine: Engine
  /** One that is never set. */
  readonly clock: Clock
  readonly random: Random
  readonly place: DaxPlace
}

interface ToldServer {
  /** Grows with every record. */
  readonly counter: number
  readonly isSecure: boolean
  readonly node: DaxNodePlace
}

interface Sighting {
  readonly counter: number
  readonly changedAtMs: number
}

const revision = 1

export class DaxRoll {
  readonly #parts: DaxRollParts
  readonly #serverId: string
  #seen = new Map<string, Sighting>()
  #lookedAtMs = -Infinity
  #counter = 0

  constructor(parts: DaxRollParts) {
    this.#parts = parts
    this.#serverId = parts.random.uuid()
  }

  /** Looks for the others and tells them of this server, if its door is open. */
  async run(): Promise<void> {
    const { engine, place, clock } = this.#parts
    const { own, isSecure } = place
    if (own === undefined) return
    const range = { kind: 'range', space: systemSpace, ...allDaxServers() } as const
    const [page] = await engine.read([{ ...range, entriesMax: rollServersMax }])
    const others = page.entries.filter(({ key }) => serverOfDaxServer(key) !== this.#serverId)
    const { present, dead } = this.#note(others, clock.now())
    place.others = present.filter((told) => told.isSecure === isSecure).map(({ node }) => node)
    const told = { counter: ++this.#counter, isSecure, node: own }
    await this.#write([put(this.#serverId, told), ...dead.map(remove)])
  }

  /** The server stops. */
  async leave(): Promise<void> {
    if (this.#counter > 0) await this.#write([remove(this.#serverId)])
  }

  #note(entries: readonly Entry[], nowMs: number) {
    // While the store was away nobody could tell anything.
    if (nowMs - this.#lookedAtMs > rollDeadMs / 2) this.#seen.clear()
    this.#lookedAtMs = nowMs
    const before = this.#seen
    this.#seen = new Map()
    const present: ToldServer[] = []
    const dead: string[] = []
    for (const { key, value } of entries) {
      const told = decode(value)
      // What another version has written is left to it.
      if (told === undefined) continue
      const id = serverOfDaxServer(key)
      const known = before.get(id)
      const isNews = known?.counter !== told.counter
      const sighting = isNews ? { counter: told.counter, changedAtMs: nowMs } : known
      if (nowMs - sighting.changedAtMs >= rollDeadMs) dead.push(id)
      else {
        this.#seen.set(id, sighting)
        present.push(told)
      }
    }
    return { present, dead }
  }

  async #write(mutations: readonly Mutation[]): Promise<void> {
    const { engine } = this.#parts
    await engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  }
}

function put(serverId: string, told: ToldServer): Mutation {
  const value = Buffer.concat([Buffer.of(revision), Buffer.from(JSON.stringify(told))])
  return { kind: 'put', space: systemSpace, key: daxServerKey(serverId), value }
}

function remove(serverId: string): Mutation {
  return { kind: 'delete', space: systemSpace, key: daxServerKey(serverId) }
}

function decode(value: Buffer): ToldServer | undefined {
  return value[0] === revision ? (JSON.parse(value.toString('utf8', 1)) as ToldServer) : undefined
}
