/**
 * A table whose items expire by the attribute `ttl`, on the engine under test and a clock that does
 * not move.
 */
import assert from 'node:assert/strict'
import { Catalog } from '../catalog/catalog.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { Table } from '../catalog/table.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { attributeOf, type Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { itemKey, wholeSpace } from '../storage/keyspace.js'
import { Items } from './items.js'
import { StoredItem } from './stored-item.js'
import { verifyTable } from './verify.js'
import type { WriteAction } from './write/write.js'

const scope = { account: '000000000000', region: 'us-east-1' }

const draft: TableDraft = {
  ...scope,
  name: 'expiring',
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S', group: 'S' },
  indexes: [
    {
      kind: 'global',
      name: 'by-group',
      keySchema: { partition: [{ name: 'group', type: 'S' }], sort: [] },
      projection: { kind: 'all' },
    },
  ],
  billing: {
    mode: 'on-demand',
    throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 },
  },
  deletionProtection: false,
  tags: [],
}

/** Everything uses definitions that may be stale, as on a server. */
export class ExpiringTable {
  readonly engine: Engine
  readonly clock: VirtualClock
  readonly catalog: Catalog
  readonly items: Items

  constructor(engine: Engine, clock = new VirtualClock()) {
    this.engine = engine
    this.clock = clock
    const settings = { tableTransitionMs: 0 }
    this.catalog = new Catalog({ engine, clock, random: systemRandom, settings })
    this.items = new Items(engine, clock)
  }

  async create(shape: Partial<TableDraft> = {}): Promise<this> {
    await this.catalog.createTable({ ...draft, ...shape })
    return this
  }

  table(): Promise<Table> {
    return this.catalog.requireTable(scope, draft.name)
  }

  get nowSeconds(): number {
    return Math.floor(this.clock.now() / 1000)
  }

  async enable(attribute = 'ttl', enabled = true): Promise<Table> {
    const timeToLive = { enabled, attribute, changedAtMs: this.clock.now() }
    return this.catalog.changeSetting(scope, draft.name, (definition) => {
      return { ...definition, timeToLive }
    })
  }

  disable(): Promise<Table> {
    return this.enable('ttl', false)
  }

  /** Lists the next batch of the items that existed before; returns whether all are listed. */
  async listBatch(): Promise<boolean> {
    const table = await this.table()
    const { expiry } = table
    if (expiry?.build === undefined) return true
    try {
      if (!(await this.items.backfill(table, expiry))) return false
      await this.catalog.finishBuild(table, expiry)
      return true
    } catch (error) {
      if (error instanceof GuardBroken) return false
      throw error
    }
  }

  async listAll(): Promise<void> {
    while (!(await this.listBatch()));
  }

  async enabled(attribute = 'ttl'): Promise<this> {
    await this.enable(attribute)
    await this.listAll()
    return this
  }

  /** Retries if the definition was changed concurrently. */
  async write(action: WriteAction): Promise<void> {
    for (;;) {
      try {
        await this.items.write(await this.table(), { action, ignoresBefore: true })
        return
      } catch (error) {
        if (!(error instanceof GuardBroken)) throw error
      }
    }
  }

  put(pk: string, ttl?: AttributeValue, other: Item = {}): Promise<void> {
    const item = { pk: { S: pk }, group: { S: 'all' }, ...(ttl && { ttl }), ...other }
    return this.write({ kind: 'put', item, sizeBytes: itemSizeBytes(item) })
  }

  delete(pk: string): Promise<void> {
    return this.write({ kind: 'delete', key: { pk: { S: pk } } })
  }

  setTtl(pk: string, value: AttributeValue): Promise<void> {
    const actions = [{ kind: 'set', path: ['ttl'], operand: { kind: 'value', value } }] as const
    const update = { actions, style: 'expression' } as const
    return this.write({ kind: 'update', key: { pk: { S: pk } }, update })
  }

  removeTtl(pk: string): Promise<void> {
    const update = { actions: [{ kind: 'remove', path: ['ttl'] }], style: 'expression' } as const
    return this.write({ kind: 'update', key: { pk: { S: pk } }, update })
  }

  /** Changes a byte of a stored item. */
  async damage(pk: string): Promise<void> {
    const { keySchema, space } = await this.table()
    const key = itemKey(keySchema, { pk: { S: pk } })
    await this.engine.transact({
      reads: [{ kind: 'get', space, key }],
      decide: ([record]) => {
        const value = Buffer.from(record!)
        value[value.length - 3]! ^= 1
        return { mutations: [{ kind: 'put', space, key, value }], result: undefined }
      },
    })
  }

  /** Deletes everything that has expired, in as many batches as it takes. */
  async sweep(): Promise<{ readonly entriesRead: number; readonly deleted: number }> {
    const total = { entriesRead: 0, deleted: 0 }
    let after: Buffer | undefined
    for (let more = true; more;) {
      const table = await this.table()
      const batch = await this.items.deleteExpired(table, this.clock.now(), undefined, after)
      total.entriesRead += batch.entriesRead
      total.deleted += batch.deleted
      ;({ more, after } = batch)
    }
    return total
  }

  /** The partition keys of all items, sorted. */
  async left(): Promise<readonly string[]> {
    const table = await this.table()
    const { space } = table
    const all = { kind: 'range', space, ...wholeSpace(), entriesMax: 100_000 } as const
    const [page] = await this.engine.read([all])
    const keys = page.entries.map(({ key, value }) => StoredItem.fromRecord(value, key, table).item)
    return keys.map((item) => (attributeOf(item, 'pk') as { S: string }).S).toSorted()
  }

  /** Items, indexes, totals and the list of what expires agree. */
  async requireSound(): Promise<void> {
    const { faults } = await verifyTable(this.engine, await this.table())
    assert.deepEqual(faults, [])
  }
}
