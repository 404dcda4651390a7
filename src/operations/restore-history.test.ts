/**
 * Tables restored to random moments of a random history, while two servers go on writing: each has the
 * items that a model had at that moment, and indexes that fit them.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, someOf, type Chance } from '../../test/support/chance.js'
import { openTestEngine } from '../../test/support/engines.js'
import { verifyTable } from '../items/verify.js'
import type { Item } from '../model/item.js'
import { unfenced } from '../storage/fence.js'
import type { Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'
import { RestoringDatabase } from './restores-suite.js'

const TableName = 'source'
const keys = Array.from({ length: 16 }, (_, i) => `key-${String(i).padStart(2, '0')}`)
const groups = ['red', 'green', 'blue']
const { signal } = new AbortController()

type Contents = ReadonlyMap<string, Item>

interface Remembered {
  /** All writes of this moment are included. */
  readonly atMs: number
  readonly contents: Contents
}

const index = (IndexName: string, AttributeName: string) => ({
  IndexName,
  KeySchema: [{ AttributeName, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
})

/** What a write does to the model: the item after it, or nothing. */
type Effect = readonly [key: string, after: Item | undefined]

class History {
  readonly #chance: Chance
  readonly #servers: readonly RestoringDatabase[]
  readonly #remembered: Remembered[] = []
  #contents = new Map<string, Item>()
  #hasSecondIndex = false

  constructor(chance: Chance, servers: readonly RestoringDatabase[]) {
    this.#chance = chance
    this.#servers = servers
  }

  get #server(): RestoringDatabase {
    return oneOf(this.#chance, this.#servers)
  }

  get clock() {
    return this.#servers[0]!.clock
  }

  async begin(): Promise<void> {
    const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' })
    await this.#server.ask('CreateTable', {
      TableName,
      AttributeDefinitions: ['pk', 'group'].map(attribute),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [index('by-group', 'group')],
      BillingMode: 'PAY_PER_REQUEST',
    })
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ends' }
    await this.#server.ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
    for (let i = 0; i < 8; i++) await this.write()
    await this.#servers[0]!.recover(TableName)
    this.clock.advance(1)
    this.#remember()
  }

  async act(): Promise<void> {
    this.clock.advance(below(this.#chance, 700))
    const choice = this.#chance()
    if (choice < 0.05) await this.#changeIndexes()
    else if (choice < 0.15) await this.#expire()
    else await this.write()
    await this.#build(TableName)
  }

  async write(): Promise<void> {
    const choice = this.#chance()
    if (choice < 0.7) await this.#writeOne(oneOf(this.#chance, keys))
    else await this.#transact()
    this.#remember()
  }

  /** A moment since recovery was turned on: mostly a whole second. */
  someMoment(): number {
    const startMs = this.#remembered.find(({ atMs }) => atMs > Date.UTC(2026, 0, 1))!.atMs
    const atMs = startMs + below(this.#chance, this.clock.now() - startMs + 1)
    return this.#chance() < 0.7 ? Math.max(startMs, Math.floor(atMs / 1000) * 1000) : atMs
  }

  at(momentMs: number): Contents {
    return this.#remembered.filter(({ atMs }) => atMs < momentMs).at(-1)!.contents
  }

  /** The servers take turns, as if each of them stopped after a step. */
  async restore(TargetTableName: string, momentMs: number): Promise<void> {
    const input = { SourceTableName: TableName, TargetTableName, RestoreDateTime: momentMs / 1000 }
    await this.#server.ask('RestoreTableToPointInTime', input)
    const { catalog } = this.#servers[0]!.database
    while ((await catalog.findTable(testCaller, TargetTableName)) === undefined) {
      await this.#server.longJobs.step(unfenced, signal)
      await this.#build(TargetTableName)
      await this.act()
    }
  }

  #remember(): void {
    this.#remembered.push({ atMs: this.clock.now(), contents: new Map(this.#contents) })
  }

  async #build(name: string): Promise<void> {
    await this.#server.builder.step({ ...testCaller, name }, unfenced)
  }

  #apply(effects: readonly Effect[]): void {
    for (const [key, after] of effects) {
      if (after === undefined) this.#contents.delete(key)
      else this.#contents.set(key, after)
    }
  }

  async #writeOne(key: string): Promise<void> {
    const Key = { pk: { S: key } }
    const choice = this.#chance()
    if (choice < 0.5) {
      const Item = this.#item(key)
      await this.#server.ask('PutItem', { TableName, Item })
      this.#apply([[key, Item]])
    } else if (choice < 0.75) {
      await this.#server.ask('DeleteItem', { TableName, Key })
      this.#apply([[key, undefined]])
    } else {
      const { update, effect } = this.#update(key)
      await this.#server.ask('UpdateItem', update)
      this.#apply([effect])
    }
  }

  async #transact(): Promise<void> {
    const effects: Effect[] = []
    const TransactItems = someOf(this.#chance, keys, 3).map((key) => {
      if (this.#chance() < 0.3) {
        effects.push([key, undefined])
        return { Delete: { TableName, Key: { pk: { S: key } } } }
      }
      const Item = this.#item(key)
      effects.push([key, Item])
      return { Put: { TableName, Item } }
    })
    await this.#server.ask('TransactWriteItems', { TransactItems })
    this.#apply(effects)
  }

  #item(key: string): Item {
    const chance = this.#chance
    const ends = Math.floor(this.clock.now() / 1000) + below(chance, 6)
    return {
      pk: { S: key },
      count: { N: String(below(chance, 100)) },
      ...(chance() < 0.7 && { group: { S: oneOf(chance, groups) } }),
      ...(chance() < 0.4 && { other: { S: oneOf(chance, groups) } }),
      ...(chance() < 0.3 && { ends: { N: String(ends) } }),
    }
  }

  #update(key: string): { readonly update: Json; readonly effect: Effect } {
    const value = { S: oneOf(this.#chance, groups) }
    const update = {
      TableName,
      Key: { pk: { S: key } },
      UpdateExpression: 'SET #g = :g REMOVE #o',
      ExpressionAttributeNames: { '#g': 'group', '#o': 'other' },
      ExpressionAttributeValues: { ':g': value },
    }
    const { other: _other, ...before } = this.#contents.get(key) ?? { pk: { S: key } }
    return { update, effect: [key, { ...before, group: value }] }
  }

  async #expire(): Promise<void> {
    const { catalog, items } = this.#servers[0]!.database
    const nowMs = this.clock.now()
    const table = await catalog.requireTable(testCaller, TableName)
    if (table.building.length > 0) return
    await items.deleteExpired(table, nowMs)
    const effects: Effect[] = []
    for (const [key, { ends }] of this.#contents) {
      const isOver = ends !== undefined && 'N' in ends && Number(ends.N) < Math.floor(nowMs / 1000)
      if (isOver) effects.push([key, undefined])
    }
    this.#apply(effects)
    this.#remember()
  }

  /** The other index comes or goes, once the last change of that kind is over. */
  async #changeIndexes(): Promise<void> {
    const table = await this.#servers[0]!.database.catalog.requireTable(testCaller, TableName)
    if (table.building.length > 0) return
    const change = this.#hasSecondIndex
      ? { Delete: { IndexName: 'by-other' } }
      : { Create: index('by-other', 'other') }
    this.#hasSecondIndex = !this.#hasSecondIndex
    await this.#server.ask('UpdateTable', {
      TableName,
      AttributeDefinitions: ['pk', 'group', 'other'].map((AttributeName) => {
        return { AttributeName, AttributeType: 'S' }
      }),
      GlobalSecondaryIndexUpdates: [change],
    })
  }
}

async function check(history: History, server: RestoringDatabase, target: string): Promise<void> {
  const momentMs = history.someMoment()
  const expected = history.at(momentMs)
  await history.restore(target, momentMs)
  const { Items } = await server.ask('Scan', { TableName: target })
  const found = new Map((Items as Item[]).map((item) => [(item['pk'] as { S: string }).S, item]))
  const sorted = (contents: Contents) => [...contents].sort(([a], [b]) => (a < b ? -1 : 1))
  assert.deepEqual(sorted(found), sorted(expected), `at ${momentMs}`)
  const table = await server.database.catalog.requireTable(testCaller, target)
  assert.deepEqual(await verifyTable(server.engine, table), { items: expected.size, faults: [] })
  const { Count } = await server.ask('Scan', { TableName: target, IndexName: 'by-group' })
  assert.equal(Count, [...expected.values()].filter(({ group }) => group !== undefined).length)
  await server.ask('DeleteTable', { TableName: target })
}

describe(`restores of a random history (GRAMME_SEED=${seed})`, () => {
  for (let run = 0; run < 2; run++) {
    it(`have what the table had, run ${run}`, async () => {
      const engine = await openTestEngine()
      const first = new RestoringDatabase(engine)
      const servers = [first, new RestoringDatabase(engine, {}, first.clock)]
      const history = new History(chanceOf(seed + run), servers)
      await history.begin()
      for (let restore = 0; restore < 4; restore++) {
        for (let i = 0; i < 20; i++) await history.act()
        await check(history, first, `target-${restore}`)
      }
    })
  }
})
