/** Restores as jobs: exact, continued by any server, dropped if they fail. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inBatches } from '../../test/support/batches.js'
import { openTestEngine } from '../../test/support/engines.js'
import { Catalog } from '../catalog/catalog.js'
import { restoredTable } from '../catalog/rules/restored-table.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { DescribedTable, Table } from '../catalog/table.js'
import { Builder } from '../items/builder.js'
import { Items } from '../items/items.js'
import { StoredItem } from '../items/stored-item.js'
import { verifyTable } from '../items/verify.js'
import { JobDesk } from '../jobs/job-desk.js'
import { LongJobs } from '../jobs/long-jobs.js'
import { tableAlreadyExists } from '../model/recovery-errors.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { PastTable } from '../past/past-table.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { wholeSpace } from '../storage/keyspace.js'
import { walk } from '../storage/walk.js'
import { restorePageItemsMax, restoresAtOnceMax } from './limits.js'
import { BackupPages } from './backup-pages.js'
import { pointPages } from './point-pages.js'
import { RestoreJob } from './restore-job.js'
import type { RestoreRecord } from './restore-record.js'
import { Restores } from './restores.js'

const here = { account: '000000000000', region: 'us-east-1' }
const { signal } = new AbortController()

const draft: TableDraft = {
  ...here,
  name: 'source',
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
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  // So that its changes are logged with both images.
  stream: { enabled: true, viewType: 'NEW_AND_OLD_IMAGES' },
  deletionProtection: false,
  tags: [],
}

class Server {
  readonly clock = new VirtualClock(1_000_000)
  readonly engine: Engine
  readonly catalog: Catalog
  readonly items: Items
  readonly jobs: JobDesk
  readonly restores: Restores
  readonly longJobs: LongJobs
  readonly builder: Builder

  constructor(engine: Engine) {
    this.engine = engine
    const { clock } = this
    const random = systemRandom
    const settings = { tableTransitionMs: 0 }
    const catalog = new Catalog({ engine, clock, random, settings })
    const items = new Items(engine, clock)
    this.catalog = catalog
    this.items = items
    const jobs = new JobDesk({ engine, clock, random })
    this.jobs = jobs
    this.restores = new Restores({ engine, clock, catalog, jobs })
    const past = new PastTable(engine, () => Promise.resolve(undefined))
    const backup = new BackupPages(() => Promise.reject(new Error('there are no backups')))
    const pages = { point: pointPages(past), backup }
    const kinds = [new RestoreJob({ catalog, items, clock, pages, stepPagesMax: 1 })]
    this.longJobs = new LongJobs({ engine, clock, ticks: clock, log: silentLog, kinds })
    this.builder = new Builder({ catalog, items, clock, log: silentLog })
  }

  async put(table: Table, item: Item): Promise<void> {
    const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
    await this.items.write(table, { action })
  }

  async restore(source: DescribedTable, name: string): Promise<DescribedTable> {
    const nowMs = this.clock.now()
    return this.restores.start({
      draft: restoredTable(source, {}, { ...here, name, nowMs }),
      source: { sourceTableArn: source.arn, restoresMs: nowMs },
      origin: await this.restores.pointOf(source),
      subject: source.name,
      refusal: () => tableAlreadyExists(name),
    })
  }

  async step(): Promise<void> {
    await this.longJobs.step(unfenced, signal)
    this.clock.advance(1_000)
  }

  async record(): Promise<RestoreRecord> {
    const [record] = await this.jobs.list('restore', here)
    return record as RestoreRecord
  }

  async finish(name: string): Promise<Table> {
    for (;;) {
      await this.step()
      await this.builder.step({ ...here, name }, unfenced)
      const table = await this.catalog.findTable(here, name)
      if (table !== undefined) return table
    }
  }

  /** In the order in which they are stored, which their keys alone decide. */
  async everything(table: Table): Promise<readonly Item[]> {
    const range = { space: table.space, ...wholeSpace(), entriesMax: 500 }
    const found: Item[] = []
    for await (const { key, value } of walk(this.engine, range)) {
      found.push(StoredItem.fromRecord(value, key, table).item)
    }
    return found
  }
}

function thing(i: number, group: string): Item {
  return { pk: { S: `item-${String(i).padStart(6, '0')}` }, group: { S: group } }
}

async function sourceWith(count: number) {
  const server = new Server(await openTestEngine())
  const source = await server.catalog.createTable(draft)
  const numbers = Array.from({ length: count }, (_, i) => i)
  await inBatches(numbers, (i) => server.put(source, thing(i, `g${i % 7}`)))
  return { server, source }
}

describe('a restore', () => {
  it('has the items and indexes of its point, whatever is written meanwhile', async () => {
    const { server, source } = await sourceWith(2 * restorePageItemsMax + 10)
    const before = await server.everything(source)
    const target = await server.restore(source, 'target')
    assert.equal(await server.catalog.findTable(here, 'target'), undefined)
    for (let i = 0; i < 20; i++) await server.put(source, thing(i * 20, 'later'))
    await server.put(source, thing(1e5, 'later'))
    const table = await server.finish('target')
    assert.equal(table.id, target.id)
    assert.deepEqual(await server.everything(table), before)
    const count = before.length
    assert.deepEqual(await verifyTable(server.engine, table), { items: count, faults: [] })
    const { state, progress, details, endedAtMs } = await server.record()
    assert.deepEqual([state, progress, details.items], ['done', 1, count])
    assert.equal(endedAtMs !== undefined && endedAtMs >= 1_000_000, true)
    // Nothing is left of what was collected for it.
    const spaces = new Set((await server.engine.spaces()).map(({ label }) => label))
    assert.equal(spaces.has('source past'), false)
  })

  it('goes on with another server after the last page that was stored', async () => {
    const { server, source } = await sourceWith(2 * restorePageItemsMax + 30)
    const before = await server.everything(source)
    await server.restore(source, 'target')
    await server.step()
    const { details, progress } = await server.record()
    assert.equal(details.isRead, false)
    assert.ok(details.items > 0 && details.items < before.length)
    assert.ok(progress > 0 && progress < 1)
    const other = new Server(server.engine)
    const table = await other.finish('target')
    assert.deepEqual(await other.everything(table), before)
    assert.equal((await other.record()).details.items, before.length)
    assert.deepEqual((await verifyTable(other.engine, table)).faults, [])
  })

  it('leaves no table if its source cannot be read any more', async () => {
    const { server, source } = await sourceWith(2 * restorePageItemsMax + 30)
    await server.restore(source, 'target')
    await server.step()
    await server.catalog.updateTable(here, 'source', ({ stream: _stream, ...rest }) => rest)
    const spaces = (await server.engine.spaces()).length
    await server.step()
    const { state, code, reason } = await server.record()
    assert.deepEqual([state, code], ['failed', 'PastUnavailable'])
    assert.match(reason!, /turned off/)
    assert.equal(await server.catalog.loadTable(here, 'target'), undefined)
    // Items, index and what was collected.
    assert.equal((await server.engine.spaces()).length, spaces - 3)
    await server.catalog.createTable({ ...draft, name: 'target' })
  })

  it('passes no damage on', async () => {
    const { server, source } = await sourceWith(3)
    const range = { kind: 'range', space: source.space, ...wholeSpace(), entriesMax: 1 } as const
    const [{ entries }] = await server.engine.read([range])
    const [{ key, value }] = entries as [{ key: Buffer; value: Buffer }]
    const damaged = Buffer.from(value)
    damaged[damaged.length - 3]! ^= 1
    const put = { kind: 'put', space: source.space, key, value: damaged } as const
    await server.engine.transact({ reads: [], decide: () => ({ mutations: [put], result: 0 }) })
    await server.restore(source, 'target')
    await server.step()
    assert.equal((await server.record()).code, 'DamagedItem')
    assert.equal(await server.catalog.loadTable(here, 'target'), undefined)
  })

  it('is one of fifty at most in its account and region', async () => {
    const { server, source } = await sourceWith(1)
    for (let i = 0; i < restoresAtOnceMax; i++) await server.restore(source, `target-${i}`)
    await assert.rejects(server.restore(source, 'one-too-many'), {
      type: 'LimitExceededException',
      message: 'Subscriber limit exceeded: Only 50 restore operations can be done simultaneously',
    })
    assert.equal(await server.catalog.loadTable(here, 'one-too-many'), undefined)
    await server.finish('target-0')
    await server.restore(source, 'one-more')
  })
})
