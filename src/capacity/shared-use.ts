/**
 * Throughput of tables that several servers serve. Each server tells what it has charged and charges
 * what the others tell to its own buckets. Debts carry over, so the sum over a minute is right, and no
 * request waits for another server. Of key ranges only those are told that are busy.
 *
 * Nothing here has a timer: `run` does one round and resolves with when the next is due. One that
 * follows a pause is due with the first charge: until then there is nothing that others should know.
 */
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { allUnitsUsed } from '../storage/throughput-keys.js'
import {
  idleShareIntervalMs,
  sharedRangesMax,
  sharedUseMs,
  sharedUsesMax,
  shareIntervalMs,
  shareRenewalMs,
  sharingServersMax,
} from './limits.js'
import type { Limiter, NamedAllowance } from './limiter.js'
import { OtherServers } from './other-servers.js'
import {
  decodeUseRecord,
  deleteUseRecord,
  putUseRecord,
  type RangeUseTold,
  type Use,
  type UseRecord,
} from './use-record.js'

export interface SharedUseDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  readonly limiter: Limiter
}

interface Told {
  units: number
  changedAtMs: number
}

export class SharedUse {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #limiter: Limiter
  readonly #random: Random
  readonly #others: OtherServers
  #serverId: string
  #counter = 0
  #toldAtMs = -Infinity
  #askedAtMs: number
  /** What was told last of each allowance. */
  #told = new Map<string, Told>()
  /** Left out of what is told: another server may have told it to all under the id before. */
  #before = new Map<string, number>()

  constructor({ engine, clock, random, limiter }: SharedUseDependencies) {
    this.#engine = engine
    this.#clock = clock
    this.#limiter = limiter
    this.#others = new OtherServers(limiter)
    this.#random = random
    this.#serverId = random.uuid()
    this.#askedAtMs = clock.now()
  }

  /** Resolves with the milliseconds until the next round. */
  async run(): Promise<number> {
    const own = new Map<string, NamedAllowance>()
    for (const each of this.#limiter.allowances()) own.set(keyOf(each), each)
    const range = { kind: 'range', space: systemSpace, ...allUnitsUsed() } as const
    const [page] = await this.#engine.read([{ ...range, entriesMax: sharingServersMax + 1 }])
    const found = page.entries.map(decodeUseRecord).filter((record) => record !== undefined)
    const others = found.filter(({ serverId }) => serverId !== this.#serverId)
    if (this.#counter > 0 && others.length === found.length) this.#beginAnew(own)
    const nowMs = this.#clock.now()
    const { isBusy, dead } = this.#others.note(others, own, nowMs)
    const wasUsed = await this.#tell(own, dead, nowMs)
    return isBusy || wasUsed ? shareIntervalMs : idleShareIntervalMs
  }

  /** The server stops. */
  async leave(): Promise<void> {
    if (this.#counter > 0) await this.#write([deleteUseRecord(this.#serverId)])
  }

  /** The others took this server for dead, and what it told before for forgotten. */
  #beginAnew(own: ReadonlyMap<string, NamedAllowance>): void {
    this.#serverId = this.#random.uuid()
    this.#counter = 0
    this.#toldAtMs = -Infinity
    this.#told = new Map()
    this.#before = new Map([...own].map(([key, { allowance }]) => [key, allowance.used]))
  }

  /** Returns whether there was anything to tell. */
  async #tell(
    own: ReadonlyMap<string, NamedAllowance>,
    dead: readonly string[],
    nowMs: number,
  ): Promise<boolean> {
    const { uses, ranges, isNews } = this.#usesOf(own, nowMs)
    const mutations: Mutation[] = dead.map(deleteUseRecord)
    if (isNews || nowMs - this.#toldAtMs >= shareRenewalMs) {
      const record = { serverId: this.#serverId, counter: this.#counter + 1, uses, ranges }
      mutations.push(putUseRecord(record))
    }
    if (mutations.length === 0) return false
    await this.#write(mutations)
    if (mutations.length > dead.length) {
      this.#counter++
      this.#toldAtMs = nowMs
    }
    return isNews
  }

  #usesOf(
    own: ReadonlyMap<string, NamedAllowance>,
    nowMs: number,
  ): Pick<UseRecord, 'uses' | 'ranges'> & { readonly isNews: boolean } {
    const sinceMs = this.#askedAtMs
    this.#askedAtMs = nowMs
    const ranges: RangeUseTold[] = []
    const changed: Use[] = []
    const same: Use[] = []
    for (const [key, { allowance }] of own) {
      const units = allowance.used - (this.#before.get(key) ?? 0)
      if (units <= 0) continue
      const told = this.#told.get(key)
      const isNew = told?.units !== units
      if (isNew) this.#told.set(key, { units, changedAtMs: nowMs })
      else if (nowMs - told.changedAtMs > sharedUseMs) continue
      const use = { key, units, balance: allowance.balanceAt(nowMs) }
      if (isNew) changed.push(use)
      else same.push(use)
      for (const range of allowance.toldRanges(sinceMs, nowMs)) ranges.push({ key, ...range })
    }
    this.#forgetAllBut(own)
    return {
      uses: [...changed, ...same].slice(0, sharedUsesMax),
      ranges: ranges.slice(0, sharedRangesMax),
      isNews: changed.length > 0,
    }
  }

  /** The account of a table that comes back begins anew. */
  #forgetAllBut(own: ReadonlyMap<string, NamedAllowance>): void {
    for (const map of [this.#told, this.#before]) {
      for (const key of map.keys()) if (!own.has(key)) map.delete(key)
    }
  }

  async #write(mutations: readonly Mutation[]): Promise<void> {
    await this.#engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  }
}

function keyOf({ tableId, indexName, allowance }: NamedAllowance): string {
  return `${tableId}/${allowance.kind}/${indexName ?? ''}`
}
