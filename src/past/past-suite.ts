/**
 * A table with recovery and a history that the test knows: two servers write to it in turn, and after
 * every write what the table contains is remembered with its time.
 */
import assert from 'node:assert/strict'
import { openTestEngine } from '../../test/support/engines.js'
import { below, oneOf, someOf, type Chance } from '../../test/support/chance.js'
import { Catalog } from '../catalog/catalog.js'
import { changedRecovery } from '../catalog/rules/recovery.js'
import type { DescribedTable, Table } from '../catalog/table.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { Items } from '../items/items.js'
import { soundJsonOf } from '../items/item-record.js'
import type { WriteAction } from '../items/write/write.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import type { TableDefinition } from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { ensureFormat } from '../storage/format.js'
import { unfenced, writeFenced } from '../storage/fence.js'
import { itemKey, wholeSpace } from '../storage/keyspace.js'
import { pastSource, type FindDeparted } from './items-place.js'
import { readPoint, type PastPoint } from './past-point.js'
import { endPast, PastTable, type PastState } from './past-table.js'

/** The items' JSON by their stored keys. */
export type Contents = ReadonlyMap<string, string>

interface Remembered {
  readonly atMs: number
  readonly contents: Contents
}

export const scope = { account: '000000000000', region: 'us-east-1' }
export const dayMs = 24 * 60 * 60 * 1000
const name = 'things'
const keys = Array.from({ length: 14 }, (_, i) => ({ pk: { S: `key-${i}` } }))

export class History {
  readonly engine: Engine
  readonly clock = new VirtualClock()
  readonly chance: Chance
  readonly #servers: readonly { readonly catalog: Catalog; readonly items: Items }[]
  readonly #upkeep: ChangeUpkeep
  readonly #remembered: Remembered[] = []
  #writeUnits = 1

  private constructor(engine: Engine, chance: Chance) {
    this.engine = engine
    this.chance = chance
    const settings = { tableTransitionMs: 0 }
    const { clock } = this
    this.#servers = [0, 1].map(() => ({
      catalog: new Catalog({ engine, clock, random: systemRandom, settings }),
      items: new Items(engine, clock),
    }))
    this.#upkeep = new ChangeUpkeep(engine, clock, { shardEntriesMax: 7 })
  }

  static async open(chance: Chance): Promise<History> {
    const engine = await openTestEngine()
    await ensureFormat(engine)
    const history = new History(engine, chance)
    await history.#create()
    return history
  }

  /** A member of a global table, which another region writes to. */
  static async openMember(chance: Chance): Promise<History> {
    const history = await History.open(chance)
    const replica = { groupId: 'group', memberId: 'member', sinceMs: history.clock.now() }
    await history.change((definition) => ({ ...definition, replica }))
    return history
  }

  get catalog(): Catalog {
    return this.#servers[0]!.catalog
  }

  async #create(): Promise<void> {
    const throughput = { readUnits: 1, writeUnits: 1, decreasesToday: 0 }
    await this.catalog.createTable({
      ...scope,
      name,
      keySchema: { partition: { name: 'pk', type: 'S' } },
      attributeTypes: { pk: 'S' },
      indexes: [],
      billing: { mode: 'provisioned', throughput },
      deletionProtection: false,
      tags: [],
    })
    const timeToLive = { enabled: true, attribute: 'ends', changedAtMs: this.clock.now() }
    await this.change((definition) => ({ ...definition, timeToLive }))
    for (const key of keys.slice(0, 5)) await this.#write({ kind: 'put', ...this.#item(key) })
    await this.recover(true)
    await this.#remember()
  }

  async recover(enabled: boolean, periodDays?: number): Promise<void> {
    const request = { enabled, periodDays }
    await this.change((definition, nowMs) => ({
      ...definition,
      pointInTimeRecovery: changedRecovery(definition.pointInTimeRecovery, request, nowMs),
    }))
  }

  async change(
    change: (definition: TableDefinition, nowMs: number) => TableDefinition,
  ): Promise<void> {
    await this.catalog.changeSetting(scope, name, change)
  }

  table(): Promise<DescribedTable> {
    return this.catalog.requireTable(scope, name)
  }

  upkeep(): Promise<boolean> {
    return this.#upkeep.step()
  }

  /** By the clock of the first server, which writes something before it and something after it. */
  async momentBetweenWrites(): Promise<{ readonly momentMs: number; readonly contents: Contents }> {
    const { items } = this.#servers[0]!
    const write = async () => {
      const put = this.#item(oneOf(this.chance, keys))
      await items.write(await this.table(), { action: { kind: 'put', ...put } })
    }
    await write()
    const contents = await this.contents()
    const momentMs = items.moment()
    await write()
    await this.#remember()
    return { momentMs, contents }
  }

  /** Changes every item so often that there are at least so many changes. */
  async changeAll(changes: number): Promise<void> {
    const { items } = this.#servers[0]!
    const table = await this.table()
    for (let n = 0; n * keys.length < changes; n++) {
      const writes = keys.map((key) => {
        const item = { ...key, n: { N: String(n) } }
        const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
        return { table, action }
      })
      await items.batchWrite(writes)
    }
    await this.#remember()
  }

  /** Something happens: mostly a write, now and then a change of the log. */
  async act(): Promise<void> {
    if (this.chance() < 0.6) this.clock.advance(below(this.chance, 30))
    const choice = this.chance()
    if (choice < 0.03) await this.#split()
    else if (choice < 0.1) await this.upkeep()
    else if (choice < 0.16) await this.#expire()
    else if (choice < 0.3) await this.#transact()
    else if (choice < 0.4) await this.#batch()
    else if (choice < 0.55 && (await this.table()).replica) await this.#applyElsewhere()
    else await this.#write(this.#action(oneOf(this.chance, keys)))
    await this.#remember()
  }

  async actOften(times: number): Promise<void> {
    for (let i = 0; i < times; i++) await this.act()
  }

  /** What the table contained after all writes stamped before a moment. */
  at(momentMs: number): Contents {
    const before = this.#remembered.filter(({ atMs }) => atMs < momentMs)
    return before.at(-1)?.contents ?? this.#remembered[0]!.contents
  }

  get latest(): Contents {
    return this.#remembered.at(-1)!.contents
  }

  /** A moment since recovery was turned on. */
  someMoment(): number {
    const startMs = this.#remembered[0]!.atMs
    return startMs + below(this.chance, this.clock.now() - startMs + 1)
  }

  async point(beforeMs?: number): Promise<PastPoint> {
    const { guard, changes } = await this.table()
    assert.ok(changes)
    return readPoint(this.engine, { guard, changes }, { nowMs: this.clock.now(), beforeMs })
  }

  async begin(point: PastPoint | undefined): Promise<PastState> {
    const source = pastSource(await this.table())
    return this.past().begin(source, point, unfenced, () => [])
  }

  /** Another instance each time, as on another server. */
  past(findDeparted: FindDeparted = async () => undefined): PastTable {
    return new PastTable(this.engine, findDeparted)
  }

  /** All pages, while others write. The state survives only as JSON. */
  async restore(begun: PastState, meanwhile: () => Promise<void>): Promise<Contents> {
    const contents = new Map<string, string>()
    let state = begun
    let next: string | undefined
    do {
      const kept = JSON.parse(JSON.stringify(state)) as PastState
      const entriesMax = 1 + below(this.chance, 4)
      const reading = this.past().page(kept, next, { entriesMax, bytesMax: 10_000 }, unfenced)
      const [page] = await Promise.all([reading, meanwhile()])
      for (const { key, record } of page.items) {
        assert.ok(!contents.has(key.toString('latin1')), 'an item comes once')
        contents.set(key.toString('latin1'), soundJsonOf(record)!.toString())
      }
      assert.deepEqual([...contents.keys()], [...contents.keys()].sort(), 'in the order of keys')
      // An older state does no harm either.
      if (this.chance() < 0.7) state = page.state
      next = page.next
      await meanwhile()
    } while (next !== undefined)
    await writeFenced(this.engine, unfenced, endPast(state))
    return contents
  }

  async contents(): Promise<Contents> {
    const { space, guard } = await this.table()
    const range = { kind: 'range', space, ...wholeSpace(), entriesMax: 1000 } as const
    const [{ entries }] = await this.engine.read([range], [guard])
    return new Map(
      entries.map(({ key, value }) => [key.toString('latin1'), soundJsonOf(value)!.toString()]),
    )
  }

  async #remember(): Promise<void> {
    this.#remembered.push({ atMs: this.clock.now(), contents: await this.contents() })
  }

  #item(key: Item) {
    const chance = this.chance
    const ends = Math.floor(this.clock.now() / 1000) + below(chance, 3) - 1
    const item = {
      ...key,
      text: { S: 'x'.repeat(below(chance, 10)) },
      count: { N: String(below(chance, 5)) },
      ...(chance() < 0.3 && { ends: { N: String(ends) } }),
    }
    return { item, sizeBytes: itemSizeBytes(item) }
  }

  #action(key: Item): WriteAction {
    const choice = this.chance()
    if (choice < 0.5) return { kind: 'put', ...this.#item(key) }
    if (choice < 0.75) return { kind: 'delete', key }
    const value = { N: String(below(this.chance, 5)) }
    const operand = { kind: 'value', value } as const
    const actions = [{ kind: 'set', path: ['count'], operand }] as const
    return { kind: 'update', key, update: { actions, style: 'expression' } }
  }

  #write(action: WriteAction): Promise<void> {
    return this.#use((table, items) => items.write(table, { action }))
  }

  #transact(): Promise<void> {
    const actions = someOf(this.chance, keys, 3).map((key) => this.#action(key))
    return this.#use((table, items) =>
      items.transactWrite(actions.map((action) => ({ table, write: { action } }))),
    )
  }

  #batch(): Promise<void> {
    const puts = someOf(this.chance, keys, 3).map((key) => this.#item(key))
    return this.#use((table, items) =>
      items.batchWrite(puts.map((put) => ({ table, action: { kind: 'put', ...put } }))),
    )
  }

  /** What another region wrote at about this time arrives: some of it is later than what is here. */
  #applyElsewhere(): Promise<void> {
    const ms = this.clock.now() + below(this.chance, 40) - 20
    const changes = someOf(this.chance, keys, 2).map((key) => {
      const { item, sizeBytes } = this.#item(key)
      const put = { json: Buffer.from(JSON.stringify(item)), sizeBytes }
      return {
        version: { ms, counter: 0, region: 'eu-west-1' },
        key: itemKey({ partition: { name: 'pk', type: 'S' } }, key),
        item: this.chance() < 0.3 ? undefined : put,
        atMs: ms,
        origin: 'client' as const,
      }
    })
    const options = { fence: unfenced, mutations: [], logs: true }
    return this.#use((table, items) => items.applyChanges(table, changes, options))
  }

  #expire(): Promise<void> {
    return this.#use((table, items) => items.deleteExpired(table, this.clock.now()))
  }

  /** One of the servers does it, which may not know what the other has changed. */
  async #use(work: (table: Table, items: Items) => Promise<unknown>): Promise<void> {
    const { catalog, items } = oneOf(this.chance, this.#servers)
    for (;;) {
      const table = await catalog.findTable(scope, name)
      try {
        await work(table!, items)
        return
      } catch (error) {
        if (!(error instanceof GuardBroken)) throw error
        catalog.forget(table!)
      }
    }
  }

  /** More throughput splits the lanes. */
  async #split(): Promise<void> {
    this.#writeUnits = Math.min(this.#writeUnits * 2000, 8000)
    const writeUnits = this.#writeUnits
    await this.change(({ billing, ...definition }) => ({
      ...definition,
      billing: { ...billing, throughput: { ...billing.throughput, writeUnits } },
    }))
  }
}
