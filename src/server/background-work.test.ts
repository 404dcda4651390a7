/** Background work: found at the start, announced later, interrupted and continued. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'node:test'
import type { Catalog } from '../catalog/catalog.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import { itemSizeBytes } from '../model/item-size.js'
import { openTestDatabase } from '../operations/database-suite.js'
import { systemClock, VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { inBatches } from '../../test/support/batches.js'
import { openTestEngine } from '../../test/support/engines.js'
import { JobRecords } from '../jobs/job-records.js'
import { Lease } from '../jobs/lease.js'
import { assembleBackgroundWork, type BackgroundWork } from './background-work.js'
import { createLog } from './log.js'

const scope = { account: '000000000000', region: 'us-east-1' }

const draft: TableDraft = {
  ...scope,
  name: 'subject',
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S' },
  indexes: [],
  billing: {
    mode: 'on-demand',
    throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 },
  },
  deletionProtection: false,
  tags: [],
}

/** An expiry time that is already past once time to live is enabled. */
const expired = Math.floor(Date.now() / 1000) - 60

class Server {
  readonly engine: Engine
  readonly items: Items
  readonly catalog: Catalog
  background: BackgroundWork

  static async open(tableTransitionMs = 0): Promise<Server> {
    return new Server(await openTestEngine(), tableTransitionMs)
  }

  private constructor(engine: Engine, tableTransitionMs: number) {
    this.engine = engine
    const onBuild = (table: Table) => this.background.announce(table)
    const options = { clock: systemClock, tableTransitionMs, onBuild }
    const { catalog, items } = openTestDatabase(engine, options).database
    this.catalog = catalog
    this.items = items
    this.background = this.#background()
  }

  #background(): BackgroundWork {
    const { engine, catalog, items } = this
    const parts = { engine, catalog, items, clock: systemClock, log: createLog('silent') }
    return assembleBackgroundWork({ ...parts, settings: { ttlSweepIntervalMs: 10 } })
  }

  start(): void {
    this.background.worker.start()
  }

  stop(): Promise<void> {
    return this.background.worker.stop()
  }

  /** Acts like a new process on the same data. */
  restart(): void {
    this.background = this.#background()
    this.start()
  }

  async createTable(items: number): Promise<Table> {
    const table = await this.catalog.createTable(draft)
    const all = Array.from({ length: items }, (_, i) => ({
      pk: { S: `item-${i}` },
      expires: { N: String(expired) },
    }))
    await inBatches(all, async (item) => {
      await this.items.write(table, {
        action: { kind: 'put', item, sizeBytes: itemSizeBytes(item) },
      })
    })
    return table
  }

  addIndex(): Promise<Table> {
    return this.catalog.updateTable(scope, draft.name, (definition) => ({
      ...definition,
      indexes: [
        {
          kind: 'global',
          name: 'by-pk',
          keySchema: { partition: [{ name: 'pk', type: 'S' }], sort: [] },
          projection: { kind: 'all' },
        },
      ],
    }))
  }

  enableExpiry(): Promise<Table> {
    const timeToLive = { enabled: true, attribute: 'expires', changedAtMs: systemClock.now() }
    return this.catalog.changeSetting(scope, draft.name, (definition) => {
      return { ...definition, timeToLive }
    })
  }

  async emptied(): Promise<void> {
    const { space } = await this.catalog.requireTable(scope, draft.name)
    for (;;) {
      const [{ entries }] = await this.engine.read([{ kind: 'tally', space }])
      if (entries === 0) return
      await pause(1)
    }
  }

  /** Waits until the index is in service; returns the number of entries. */
  async built(): Promise<number> {
    for (;;) {
      const table = await this.catalog.requireTable(scope, draft.name)
      if (table.indexes[0]?.build === undefined) {
        return (await this.catalog.totals(table)).indexes.get('by-pk')!.entries
      }
      await pause(1)
    }
  }
}

describe('background work', () => {
  it('builds an index as soon as it is announced', async () => {
    const server = await Server.open()
    await server.createTable(500)
    server.start()
    // The work at the start is done: only the announcement can wake it.
    await pause(20)
    await server.addIndex()
    assert.equal(await server.built(), 500)
    await server.stop()
  })

  it('finds an index that another server left half built', async () => {
    const server = await Server.open()
    await server.createTable(1000)
    const table = await server.addIndex()
    assert.equal(await server.items.backfill(table, table.indexes[0]!), false)
    server.restart()
    assert.equal(await server.built(), 1000)
    await server.stop()
  })

  it('stops between two batches, and continues when started again', async () => {
    const server = await Server.open()
    await server.createTable(2000)
    await server.addIndex()
    server.start()
    await server.stop()
    const { indexes } = await server.catalog.requireTable(scope, draft.name)
    assert.ok(indexes[0]?.build, 'the index is not built yet')
    server.restart()
    assert.equal(await server.built(), 2000)
    await server.stop()
  })

  it('records the build of an index, and its end if the index is deleted', async () => {
    const server = await Server.open()
    const records = new JobRecords(server.engine)
    const states = async () => (await records.list()).map(({ state, reason }) => [state, reason])
    await server.createTable(1000)
    await server.addIndex()
    await server.background.worker.round()
    assert.deepEqual(await states(), [['running', undefined]])
    await server.catalog.updateTable(scope, draft.name, (definition) => {
      return { ...definition, indexes: [] }
    })
    // As a new process would find the same data.
    server.restart()
    while ((await records.list())[0]?.state === 'running') await pause(1)
    assert.deepEqual(await states(), [['failed', 'the index was deleted during the build']])
    await server.addIndex()
    assert.equal(await server.built(), 1000)
    while ((await records.list()).length < 2) await pause(1)
    while ((await records.list())[1]?.state === 'running') await pause(1)
    assert.equal((await states())[1]?.[0], 'done')
    await server.stop()
  })

  it('waits until the resources of an index are allocated', async () => {
    const server = await Server.open(30)
    await server.catalog.createTable(draft)
    await pause(30)
    server.start()
    const { indexes } = await server.addIndex()
    assert.equal(await server.built(), 0)
    assert.ok(systemClock.now() >= indexes[0]!.build!.backfillFromMs)
    await server.stop()
  })

  it('deletes expired items as soon as expiry is announced', async () => {
    const server = await Server.open()
    await server.createTable(300)
    server.start()
    await pause(20)
    await server.enableExpiry()
    await server.emptied()
    await server.stop()
  })

  it('finds tables whose items expire when it starts', async () => {
    const server = await Server.open()
    await server.createTable(300)
    const table = await server.enableExpiry()
    assert.equal(await server.items.backfill(table, table.expiry!), false)
    server.restart()
    await server.emptied()
    await server.stop()
  })

  it('frees what deleted tables held', async () => {
    const server = await Server.open(10)
    const { space } = await server.catalog.createTable(draft)
    // A timer may fire a millisecond before the clock shows its time.
    const isOver = systemClock.now() + 10
    while (systemClock.now() <= isOver) await pause(1)
    await server.catalog.deleteTable(scope, draft.name, () => undefined)
    server.start()
    const tally = () => server.engine.read([{ kind: 'tally', space }])
    for (let freed = false; !freed;) {
      await pause(1)
      freed = await tally().then(
        () => false,
        () => true,
      )
    }
    await server.stop()
  })
})

describe('background work on a store that several servers share', () => {
  const durations = { durationMs: 10_000, renewalMs: 2_500 }

  /** Background work does not wait until its own wake-up has been delivered; a test has to. */
  class RingingLease extends Lease {
    announced: Promise<void> | undefined

    override announceWork(): Promise<void> {
      return (this.announced = super.announceWork())
    }
  }

  /** One of the servers, whose clock the test moves. */
  class SharingServer {
    readonly background: BackgroundWork
    /** Ahead of the catalog's clock, which runs in real time. */
    readonly clock = new VirtualClock(Date.now() + 60_000)
    readonly lease: RingingLease

    constructor({ engine, catalog, items }: Server) {
      this.lease = new RingingLease({ engine, clock: this.clock, random: systemRandom, durations })
      const log = createLog('silent')
      const { clock, lease } = this
      this.background = assembleBackgroundWork({ engine, catalog, items, clock, log, lease })
    }

    async rounds(count: number, everyMs: number): Promise<void> {
      for (let i = 0; i < count; i++) {
        await this.background.worker.round()
        this.clock.advance(everyMs)
      }
    }
  }

  async function halfBuilt() {
    const store = await Server.open()
    await store.createTable(1000)
    const [first, second] = [new SharingServer(store), new SharingServer(store)]
    await first.rounds(1, 0)
    await second.rounds(1, 0)
    const { indexes } = await store.addIndex()
    first.clock.advance(durations.renewalMs)
    const entries = async () =>
      (await store.engine.read([{ kind: 'tally', space: indexes[0]!.space }]))[0].entries
    return { store, first, second, entries }
  }

  async function inService(store: Server): Promise<number> {
    const { indexes } = await store.catalog.requireTable(scope, draft.name)
    assert.equal(indexes[0]!.build, undefined, 'the index is in service')
    return store.built()
  }

  it('is done by one of them, and by the other when that one dies in the middle', async () => {
    const { store, first, second, entries } = await halfBuilt()
    first.background.announce({ ...scope, name: draft.name })
    await first.rounds(2, 0)
    const built = await entries()
    assert.ok(built > 0 && built < 1000, 'half built')
    // The other server gets the announcement too and is idle, but does not hold the lease.
    second.background.announce({ ...scope, name: draft.name })
    await second.rounds(3, durations.renewalMs)
    assert.equal(await entries(), built)
    await second.rounds(12, durations.renewalMs)
    assert.equal(await inService(store), 1000)
  })

  it('is refused to a server that lost the lease without knowing it', async () => {
    const { store, first, second, entries } = await halfBuilt()
    first.background.announce({ ...scope, name: draft.name })
    await first.rounds(1, 0)
    for (const passedMs of [durations.renewalMs, durations.durationMs]) {
      second.clock.advance(passedMs)
      await second.lease.renewIfDue()
    }
    const built = await entries()
    assert.ok(first.lease.fence !== undefined, 'it still believes')
    await first.rounds(5, 0)
    assert.equal(await entries(), built)
    assert.equal(first.lease.fence, undefined)
    await second.rounds(12, durations.renewalMs)
    assert.equal(await inService(store), 1000)
  })

  it('deletes what has expired on the one that does it when another announces it', async () => {
    const { store, first, second } = await halfBuilt()
    second.background.announce(await store.enableExpiry())
    await second.lease.announced
    await first.rounds(60, 1)
    const table = await store.catalog.requireTable(scope, draft.name)
    assert.equal((await store.catalog.totals(table)).table.entries, 0)
  })

  it('reaches the one that does it when another creates an index', async () => {
    const { store, first, second } = await halfBuilt()
    second.background.announce({ ...scope, name: draft.name })
    await second.lease.announced
    await first.rounds(10, 1)
    assert.equal(await inService(store), 1000)
  })

  it('moves at once when its server stops', async () => {
    const { store, first, second } = await halfBuilt()
    await first.background.worker.stop()
    second.clock.advance(durations.renewalMs)
    await second.rounds(10, 1)
    assert.equal(await inService(store), 1000)
  })
})
