/** Which tables are remembered, and that nobody's write goes unnoticed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { until } from '../../test/support/until.js'
import { Catalog } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import { Items } from '../items/items.js'
import { itemSizeBytes } from '../model/item-size.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { ensureFormat } from '../storage/format.js'
import { itemKey } from '../storage/keyspace.js'
import { ObservedEngine } from '../storage/observed-engine.js'
import { CacheRoom } from './cache-room.js'
import { ScopedCounters } from './dax-counters.js'
import { idleTableMsMax, useNotesIntervalMs } from './limits.js'
import { latin1Of, TableCaches } from './table-caches.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const keySchema = { partition: { name: 'pk', type: 'S' } } as const
const draft = {
  ...scope,
  name: 'things',
  keySchema,
  attributeTypes: { pk: 'S' },
  indexes: [],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
} as const
const item = { pk: { S: 'a' } }
const key = latin1Of(itemKey(keySchema, item))

/** A server: its own catalog and caches on a store that it may share. */
class Server {
  readonly engine: ObservedEngine
  readonly clock = new VirtualClock()
  readonly catalog: Catalog
  readonly items: Items
  readonly caches: TableCaches
  readonly noted: number[] = []

  /** `isShared` says whether others write to the store, whatever the engine. */
  constructor(store: Engine, isShared: boolean) {
    const engine = new ObservedEngine(store)
    this.engine = Object.defineProperty(engine, 'shared', { value: isShared })
    const { clock } = this
    const settings = { tableTransitionMs: 0 }
    this.catalog = new Catalog({ engine, clock, random: systemRandom, settings })
    this.items = new Items(engine, clock)
    this.caches = new TableCaches({
      engine,
      catalog: this.catalog,
      log: silentLog,
      noteUse: async (space) => void this.noted.push(space),
      clock,
      room: new CacheRoom(1_000_000),
      counters: new ScopedCounters(),
      timesOf: () => ({ recordTtlMs: 60_000, queryTtlMs: 60_000 }),
    })
    engine.observe((space, written) => this.caches.told(space, written))
  }

  async table(): Promise<Table> {
    const table = await this.catalog.findTable(scope, draft.name)
    assert.ok(table)
    return table
  }

  async write(): Promise<void> {
    const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
    await this.items.write(await this.table(), { action, ignoresBefore: true })
  }

  /** Waits until something can be remembered of the table, and remembers the item. */
  async remember(answer = 'old'): Promise<void> {
    const cached = async () => this.caches.of(await this.table())
    await until(
      async () => (await cached()) !== undefined,
      () => 'the table is not remembered',
    )
    const table = await cached()
    assert.ok(table)
    table.wasRead(table.begin(key), answer)
    assert.equal(await this.found(), answer)
  }

  async found(): Promise<string | undefined> {
    return this.caches.existing(await this.table())?.findItem(key)
  }
}

async function open(isShared: boolean, servers = 1): Promise<readonly Server[]> {
  const store = await openTestEngine()
  await ensureFormat(store)
  const opened = Array.from({ length: servers }, () => new Server(store, isShared))
  await opened[0]!.catalog.createTable(draft)
  return opened
}

describe('caches of a server that nobody shares the store with', () => {
  it('notice its own writes before they are acknowledged, and need no change log', async () => {
    const [server] = await open(false)
    await server!.remember()
    await server!.write()
    assert.equal(await server!.found(), undefined)
    assert.equal((await server!.table()).changes, undefined)
  })

  it('are forgotten with their table', async () => {
    const [server] = await open(false)
    await server!.remember()
    const before = await server!.table()
    await server!.catalog.deleteTable(scope, draft.name, () => undefined)
    assert.equal(server!.caches.existing(before), undefined)
  })

  it('do not trust a definition that was outdated already', async () => {
    const [server] = await open(false)
    const before = await server!.table()
    await server!.catalog.deleteTable(scope, draft.name, () => undefined)
    server!.caches.of(before)
    await until(
      () => server!.caches.existing(before) === undefined,
      () => 'the outdated definition is still used',
    )
  })
})

describe('caches of servers that share a store', () => {
  it('notice what the other server has written, by the change log', async () => {
    const [server, other] = await open(true, 2)
    await server!.remember()
    assert.notEqual((await server!.table()).accelerated, undefined)
    await other!.catalog.loadTable(scope, draft.name)
    await other!.write()
    assert.equal(await server!.found(), 'old')
    await server!.caches.look()
    assert.equal(await server!.found(), undefined)
  })

  it('tell that a table is used, once an hour', async () => {
    const [server] = await open(true)
    await server!.remember()
    for (let i = 0; i < 2; i++) await server!.caches.look()
    const { space } = await server!.table()
    assert.deepEqual(server!.noted, [space])
    server!.clock.advance(useNotesIntervalMs)
    server!.caches.of(await server!.table())
    await server!.caches.look()
    assert.deepEqual(server!.noted, [space, space])
  })

  it('notice their own writes at once', async () => {
    const [server] = await open(true)
    await server!.remember()
    await server!.write()
    assert.equal(await server!.found(), undefined)
  })

  it('begin anew when the table was replaced by the other server', async () => {
    const [server, other] = await open(true, 2)
    await server!.remember()
    const before = await server!.table()
    await other!.catalog.deleteTable(scope, draft.name, () => undefined)
    await other!.catalog.createTable(draft)
    await server!.caches.look()
    assert.equal(server!.caches.existing(before), undefined)
    await server!.catalog.loadTable(scope, draft.name)
    await server!.remember('new')
  })

  it('are dropped when nothing was asked for long', async () => {
    const [server] = await open(true)
    await server!.remember()
    server!.clock.advance(idleTableMsMax)
    await server!.caches.look()
    assert.notEqual(server!.caches.existing(await server!.table()), undefined)
    server!.clock.advance(1)
    await server!.caches.look()
    assert.equal(server!.caches.existing(await server!.table()), undefined)
    await server!.caches.close()
  })
})
