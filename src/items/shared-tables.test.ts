/** Tables of three regions that have the same items, on two servers. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { Builder } from './builder.js'
import { Items } from './items.js'
import { resourceInUse, ServiceError } from '../model/errors.js'
import type { TableDefinition } from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { unfenced } from '../storage/fence.js'
import { Catalog } from '../catalog/catalog.js'
import { stateOf } from '../catalog/life-cycle.js'
import type { Table } from '../catalog/table.js'
import type { TableDraft } from '../catalog/table-draft.js'

const account = '000000000000'
const [east, west, south] = ['us-east-1', 'us-west-2', 'us-east-2'].map((region) => ({
  account,
  region,
})) as [Place, Place, Place]
const everywhere = [east, west, south]

interface Place {
  readonly account: string
  readonly region: string
}

const things: TableDraft = {
  ...east,
  name: 'things',
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S' },
  indexes: [],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [{ key: 'of', value: 'east' }],
}

const index = {
  kind: 'global',
  name: 'by-v',
  keySchema: { partition: [{ name: 'v', type: 'S' }], sort: [] },
  projection: { kind: 'all' },
} as const

class Shared {
  readonly catalog: Catalog
  readonly other: Catalog
  readonly items: Items

  static async open(tableTransitionMs = 0): Promise<Shared> {
    const shared = new Shared(await openTestEngine(), new VirtualClock(), tableTransitionMs)
    const table = await shared.catalog.createTable(things)
    shared.clock.advance(tableTransitionMs)
    await shared.share(table)
    return shared
  }

  private constructor(
    readonly engine: Awaited<ReturnType<typeof openTestEngine>>,
    readonly clock: VirtualClock,
    tableTransitionMs: number,
  ) {
    const open = () =>
      new Catalog({ engine, clock, random: systemRandom, settings: { tableTransitionMs } })
    this.catalog = open()
    this.other = open()
    this.items = new Items(engine, clock)
  }

  share(table: Table): Promise<Table> {
    const { shared } = this.catalog
    const others = [west, south].map(({ region }) => ({
      region,
      tableId: shared.newId(),
      memberId: shared.newId(),
    }))
    return shared.begin({
      scope: east,
      tableName: 'things',
      space: table.space,
      groupId: 'g',
      memberId: shared.newId(),
      others,
      check: () => undefined,
      taken: () => resourceInUse('taken'),
      beside: () => [],
    })
  }

  end(stays: Place): Promise<Table> {
    return this.other.shared.end({
      scope: stays,
      tableName: 'things',
      others: everywhere.map(({ region }) => region).filter((region) => region !== stays.region),
      check: () => undefined,
      mutations: [],
    })
  }

  async table(place: Place, catalog = this.catalog): Promise<Table> {
    const table = await catalog.findTable(place, 'things')
    assert.ok(table)
    return table
  }

  async put(place: Place, pk: string, v: string, catalog = this.catalog): Promise<void> {
    const item = { pk: { S: pk }, v: { S: v } }
    const table = await this.table(place, catalog)
    await this.items.write(table, { action: { kind: 'put', item, sizeBytes: 8 } })
  }

  async count(place: Place): Promise<number> {
    return (await this.catalog.totals(await this.table(place))).table.entries
  }

  async build(place: Place): Promise<void> {
    const { catalog, items, clock } = this
    const builder = new Builder({ catalog, items, clock, log: silentLog })
    const table = { ...place, name: 'things' }
    while ((await builder.step(table, unfenced)) !== Infinity);
  }
}

const withIndex = (definition: TableDefinition) => ({
  ...definition,
  attributeTypes: { pk: 'S', v: 'S' } as const,
  indexes: [...definition.indexes, index],
})

async function refused(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
  return 'accepted'
}

describe('tables that have the same items', () => {
  it('show in each region what was written in any', async () => {
    const shared = await Shared.open()
    await shared.put(east, 'a', '1')
    await shared.put(west, 'b', '2')
    assert.deepEqual(await Promise.all(everywhere.map((place) => shared.count(place))), [2, 2, 2])
    const tables = await Promise.all(everywhere.map((place) => shared.table(place)))
    assert.equal(new Set(tables.map(({ id }) => id)).size, 3)
    assert.equal(new Set(tables.map(({ arn }) => arn)).size, 3)
    assert.deepEqual((await shared.catalog.listTables(south, undefined, 10)).names, ['things'])
  })

  it('have tags and protection of their own, and the rest together', async () => {
    const shared = await Shared.open()
    const { catalog, other } = shared
    await other.changeSetting(west, 'things', (table) => ({ ...table, deletionProtection: true }))
    await other.updateTable(west, 'things', (table) => ({
      ...table,
      onDemandThroughput: { readUnitsMax: 7 },
    }))
    const found = await Promise.all(
      everywhere.map((place) => catalog.requireTable(place, 'things')),
    )
    assert.deepEqual(
      found.map(({ deletionProtection }) => deletionProtection),
      [false, true, false],
    )
    assert.deepEqual(
      found.map(({ tags }) => tags.length),
      [1, 0, 0],
    )
    for (const table of found) assert.deepEqual(table.onDemandThroughput, { readUnitsMax: 7 })
  })

  it('get an index together, and no writer anywhere misses it', async () => {
    const shared = await Shared.open()
    await shared.put(east, 'a', '1')
    const stale = await shared.table(south)
    await shared.other.updateTable(west, 'things', withIndex)
    const item = { pk: { S: 'b' }, v: { S: '2' } }
    const writing = shared.items.write(stale, { action: { kind: 'put', item, sizeBytes: 8 } })
    await assert.rejects(writing, { name: 'GuardBroken' })
    shared.catalog.forget(stale)
    await shared.put(south, 'b', '2')
    await shared.build(south)
    for (const place of everywhere) {
      const table = await shared.other.requireTable(place, 'things')
      assert.deepEqual(table.building, [])
      assert.equal((await shared.other.totals(table)).indexes.get('by-v')?.entries, 2)
    }
  })

  it('have a stream each, with the same changes while both are enabled', async () => {
    const shared = await Shared.open()
    const enabled = (table: TableDefinition) => ({
      ...table,
      stream: { enabled: true, viewType: 'NEW_IMAGE' } as const,
    })
    const first = await shared.catalog.updateTable(east, 'things', enabled)
    await shared.put(east, 'a', '1')
    const second = await shared.catalog.updateTable(west, 'things', enabled)
    assert.notEqual(first.stream?.label, second.stream?.label)
    assert.equal(first.changes?.space, second.changes?.space)
    const third = await shared.catalog.requireTable(south, 'things')
    assert.equal(third.stream, undefined)
    assert.equal(third.changes?.space, second.changes?.space)
    const disabled = (table: TableDefinition) => ({
      ...table,
      stream: { ...table.stream!, enabled: false },
    })
    await shared.catalog.updateTable(east, 'things', disabled)
    assert.ok((await shared.catalog.requireTable(east, 'things')).changes)
    await shared.catalog.updateTable(west, 'things', disabled)
    assert.equal((await shared.catalog.requireTable(east, 'things')).changes, undefined)
  })

  it('are not deleted one by one', async () => {
    const shared = await Shared.open()
    const deleting = shared.catalog.deleteTable(west, 'things', () => undefined)
    assert.match(await refused(deleting), /^Deletion of only one table replica is not supported/u)
  })

  it('leave the items to the one that stays, whichever that is', async () => {
    const shared = await Shared.open(1_000)
    shared.clock.advance(1_000)
    await shared.put(east, 'a', '1')
    await shared.end(west)
    const gone = await shared.catalog.requireTable(east, 'things')
    assert.equal(stateOf(gone, shared.clock.now()), 'deleting')
    assert.equal(await shared.catalog.findTable(east, 'things'), undefined)
    await shared.put(west, 'b', '2')
    shared.clock.advance(1_000)
    await shared.catalog.finishTransitions()
    assert.equal(await shared.catalog.loadTable(east, 'things'), undefined)
    assert.equal(await shared.count(west), 2)
    const left = await shared.catalog.requireTable(west, 'things')
    assert.equal(left.replica, undefined)
    await shared.catalog.createTable(things)
    assert.equal(await shared.count(west), 2)
    await shared.catalog.deleteTable(west, 'things', () => undefined)
    shared.clock.advance(1_000)
    await shared.catalog.finishTransitions()
    assert.equal(await shared.count(east), 0)
  })
})
