/**
 * Following a table's changes from memory: two servers write, lanes are split, shards roll over, and the
 * log is trimmed or replaced.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { Catalog } from '../catalog/catalog.js'
import type { TableDraft } from '../catalog/table-draft.js'
import { Follower } from '../changes/follower.js'
import { followersRetentionMs } from '../changes/limits.js'
import { followersKind } from '../changes/reader.js'
import { decodeReader, readersOf } from '../changes/reader-record.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { itemSizeBytes } from '../model/item-size.js'
import { changeRetentionMs } from '../model/limits.js'
import type { TableDefinition } from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { ensureFormat } from '../storage/format.js'
import { itemKey } from '../storage/keyspace.js'
import { Items } from './items.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const name = 'things'
const keySchema = {
  partition: { name: 'pk', type: 'S' },
  sort: { name: 'sk', type: 'N' },
} as const
const draft: TableDraft = {
  ...scope,
  name,
  keySchema,
  attributeTypes: { pk: 'S', sk: 'N' },
  indexes: [],
  billing: { mode: 'provisioned', throughput: { readUnits: 1, writeUnits: 1, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

class FollowedBench {
  readonly engine: Engine
  readonly clock = new VirtualClock()
  readonly #servers: readonly { readonly catalog: Catalog; readonly items: Items }[]
  readonly upkeep: ChangeUpkeep

  private constructor(engine: Engine) {
    this.engine = engine
    const { clock } = this
    const settings = { tableTransitionMs: 0 }
    this.#servers = [0, 1].map(() => ({
      catalog: new Catalog({ engine, clock, random: systemRandom, settings }),
      items: new Items(engine, clock),
    }))
    this.upkeep = new ChangeUpkeep(engine, clock, { shardEntriesMax: 3 })
  }

  static async open(): Promise<FollowedBench> {
    const engine = await openTestEngine()
    await ensureFormat(engine)
    const bench = new FollowedBench(engine)
    await bench.catalog.createTable(draft)
    await bench.accelerate(true)
    return bench
  }

  get catalog(): Catalog {
    return this.#servers[0]!.catalog
  }

  change(wanted: (definition: TableDefinition) => TableDefinition) {
    return this.catalog.changeSetting(scope, name, wanted)
  }

  accelerate(isOn: boolean) {
    const sinceMs = this.clock.now()
    return this.change((definition) => {
      const { accelerated, ...plain } = definition
      return isOn ? { ...plain, accelerated: accelerated ?? { sinceMs } } : plain
    })
  }

  splitLanes(writeUnits: number) {
    const throughput = { readUnits: 1, writeUnits, decreasesToday: 0 }
    return this.change((definition) => ({
      ...definition,
      billing: { mode: 'provisioned', throughput },
    }))
  }

  async table() {
    const table = await this.catalog.requireTable(scope, name)
    const { changes } = table
    assert.ok(changes)
    return { ...table, changes }
  }

  async follow(): Promise<Follower> {
    return Follower.begin(this.engine, await this.table())
  }

  /** Puts an item, by one of the servers; returns its key. */
  async put(n: number, server = 0): Promise<string> {
    const item = { pk: { S: `p${n % 16}` }, sk: { N: String(n) }, at: { N: String(server) } }
    const table = await this.catalog.requireTable(scope, name)
    const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
    await this.#servers[server]!.items.write(table, { action })
    return itemKey(keySchema, item).toString('hex')
  }

  async putSeveral(...numbers: readonly number[]): Promise<readonly string[]> {
    const keys: string[] = []
    for (const n of numbers) keys.push(await this.put(n, n % 2))
    return keys
  }

  async kindsOfReaders(): Promise<readonly string[]> {
    const { changes } = await this.table()
    const [page] = await this.engine.read([readersOf(changes.space)])
    return page.entries.map(({ value }) => decodeReader(value)).map(({ kind }) => kind)
  }
}

async function keysOf(follower: Follower): Promise<readonly string[] | 'lost'> {
  const keys = await follower.catchUp()
  return keys === 'lost' ? keys : keys.map((key) => key.toString('hex')).sort()
}

const sorted = (keys: readonly string[]) => [...keys].sort()

describe('a follower of a table', () => {
  it('names what was changed since it was asked before, by any server', async () => {
    const bench = await FollowedBench.open()
    await bench.putSeveral(1, 2)
    const follower = await bench.follow()
    assert.deepEqual(await keysOf(follower), [])
    const written = await bench.putSeveral(3, 4, 5)
    assert.deepEqual(await keysOf(follower), sorted(written))
    assert.deepEqual(await keysOf(follower), [])
  })

  it('goes on through lanes that are split, and shards that roll over', async () => {
    const bench = await FollowedBench.open()
    const follower = await bench.follow()
    const before = await bench.putSeveral(1, 2, 3, 4, 5, 6)
    await bench.splitLanes(4000)
    const after = await bench.putSeveral(7, 8, 9, 10, 11, 12)
    assert.deepEqual(await keysOf(follower), sorted([...before, ...after]))
    await bench.upkeep.step()
    const later = await bench.putSeveral(20, 21, 22, 23, 24, 25, 26)
    await bench.upkeep.step()
    assert.deepEqual(await keysOf(follower), sorted(later))
    await bench.splitLanes(16_000)
    assert.deepEqual(await keysOf(follower), [])
  })

  it('is lost if it cannot know where a new lane begins', async () => {
    const bench = await FollowedBench.open()
    const follower = await bench.follow()
    await bench.splitLanes(4000)
    await bench.splitLanes(16_000)
    await bench.putSeveral(1)
    assert.equal(await keysOf(follower), 'lost')
    assert.equal(await keysOf(follower), 'lost')
  })

  it('is lost if what it did not read was trimmed', async () => {
    const bench = await FollowedBench.open()
    const follower = await bench.follow()
    await bench.putSeveral(1, 2)
    bench.clock.advance(followersRetentionMs + 1)
    await bench.upkeep.step()
    assert.equal(await keysOf(follower), 'lost')
    const next = await bench.follow()
    const written = await bench.putSeveral(3)
    assert.deepEqual(await keysOf(next), written)
  })

  it('is not lost as long as its reader keeps the changes', async () => {
    const bench = await FollowedBench.open()
    const follower = await bench.follow()
    const written = await bench.putSeveral(1, 2)
    bench.clock.advance(followersRetentionMs - 1)
    await bench.upkeep.step()
    assert.deepEqual(await keysOf(follower), sorted(written))
  })

  it('is lost once the log has ended, even if another one has begun', async () => {
    const bench = await FollowedBench.open()
    const follower = await bench.follow()
    const stale = await bench.table()
    await bench.accelerate(false)
    await assert.rejects(Follower.begin(bench.engine, stale), GuardBroken)
    await bench.accelerate(true)
    assert.notEqual((await bench.table()).changes.space, stale.changes.space)
    assert.equal(await keysOf(follower), 'lost')
    bench.clock.advance(followersRetentionMs + 1)
    const other = await bench.follow()
    while (await bench.upkeep.step());
    assert.deepEqual(await keysOf(other), [])
  })

  it('is lost if it is too far behind', async () => {
    const bench = await FollowedBench.open()
    const follower = await Follower.begin(bench.engine, await bench.table(), 2)
    const written = await bench.putSeveral(1, 2)
    assert.deepEqual(await keysOf(follower), sorted(written))
    await bench.putSeveral(3, 4, 5)
    assert.equal(await keysOf(follower), 'lost')
  })

  it('has one reader, which begins again under its name', async () => {
    const bench = await FollowedBench.open()
    const stream = { enabled: true, viewType: 'KEYS_ONLY' } as const
    await bench.catalog.updateTable(scope, name, (definition) => ({ ...definition, stream }))
    await bench.accelerate(false)
    await bench.accelerate(true)
    assert.deepEqual(await bench.kindsOfReaders(), [followersKind])
    const follower = await bench.follow()
    const written = await bench.putSeveral(1)
    bench.clock.advance(changeRetentionMs - 1)
    await bench.upkeep.step()
    // The stream keeps it for a day.
    assert.deepEqual(await keysOf(follower), written)
  })
})
