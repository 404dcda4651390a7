/** Background work: found at the start, told of later, interrupted and gone on with. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { Catalog, type TableDraft } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { Items } from '../items/items.js'
import { itemSizeBytes } from '../model/item-size.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { memoryEngine } from '../../test/support/engines.js'
import { Background } from './background.js'
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
    named: true,
    throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 },
  },
  deletionProtection: false,
  tags: [],
}

class Server {
  readonly engine = memoryEngine()
  readonly items = new Items(this.engine, systemClock)
  readonly catalog: Catalog
  background: Background

  constructor(tableTransitionMs = 0) {
    this.catalog = new Catalog({
      engine: this.engine,
      clock: systemClock,
      random: systemRandom,
      settings: { tableTransitionMs },
      onIndexBuild: (table) => this.background.build(table),
    })
    this.background = this.#background()
  }

  #background(): Background {
    const { catalog, items } = this
    const upkeep = new ChangeUpkeep(this.engine, systemClock)
    return new Background({ catalog, items, upkeep, clock: systemClock, log: createLog('silent') })
  }

  /** As a new process on the same data would. */
  restart(): void {
    this.background = this.#background()
    this.background.start()
  }

  async createTable(items: number): Promise<Table> {
    const table = await this.catalog.createTable(draft)
    for (let i = 0; i < items; i++) {
      const item = { pk: { S: `item-${i}` } }
      await this.items.write(table, {
        action: { kind: 'put', item, sizeBytes: itemSizeBytes(item) },
      })
    }
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

  /** The number of entries once the index is in service. */
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
  it('builds an index as soon as it is told of it', async () => {
    const server = new Server()
    await server.createTable(500)
    server.background.start()
    // Everything at the start is done: only the news can wake it.
    await pause(20)
    await server.addIndex()
    assert.equal(await server.built(), 500)
    await server.background.stop()
  })

  it('finds an index that another server left half built', async () => {
    const server = new Server()
    await server.createTable(1000)
    const table = await server.addIndex()
    assert.equal(await server.items.backfill(table, table.indexes[0]!), false)
    server.restart()
    assert.equal(await server.built(), 1000)
    await server.background.stop()
  })

  it('stops between two batches, and goes on when started again', async () => {
    const server = new Server()
    await server.createTable(2000)
    await server.addIndex()
    server.background.start()
    await server.background.stop()
    const { indexes } = await server.catalog.requireTable(scope, draft.name)
    assert.ok(indexes[0]?.build, 'the index is not built yet')
    server.restart()
    assert.equal(await server.built(), 2000)
    await server.background.stop()
  })

  it('waits until the resources of an index are there', async () => {
    const server = new Server(30)
    await server.catalog.createTable(draft)
    await pause(30)
    server.background.start()
    const { indexes } = await server.addIndex()
    assert.equal(await server.built(), 0)
    assert.ok(systemClock.now() >= indexes[0]!.build!.backfillFromMs)
    await server.background.stop()
  })

  it('frees what deleted tables held', async () => {
    const server = new Server(10)
    const { space } = await server.catalog.createTable(draft)
    await pause(10)
    await server.catalog.deleteTable(scope, draft.name, () => undefined)
    await pause(10)
    server.background.start()
    const tally = () => server.engine.read([{ kind: 'tally', space }])
    for (let freed = false; !freed;) {
      await pause(1)
      freed = await tally().then(
        () => false,
        () => true,
      )
    }
    await server.background.stop()
  })
})
