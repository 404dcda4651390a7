/** Backups as jobs: what the table was at the moment of the request, whatever happens meanwhile. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { seededRandom } from '../../test/support/seeded-random.js'
import { Catalog } from '../catalog/catalog.js'
import { departedTables, findDepartedGuard } from '../catalog/departed-table.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { DescribedTable } from '../catalog/table.js'
import { Items } from '../items/items.js'
import { JobDesk } from '../jobs/job-desk.js'
import { LongJobs } from '../jobs/long-jobs.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { PastTable } from '../past/past-table.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { BackupJob } from './backup-job.js'
import type { BackupPlace } from './backup-place.js'
import { BackupReader } from './backup-reader.js'
import type { BackupRecord } from './backup-record.js'
import { backupUpkeepJob } from './backup-upkeep.js'
import { Backups } from './backups.js'
import { DepartedTables } from './departed-tables.js'

const here = { account: '000000000000', region: 'us-east-1' }
const { signal } = new AbortController()
/** So that a small table takes many steps. */
const sizes = { pageEntriesMax: 7, pagesPerStepMax: 1 }

const draft: TableDraft = {
  ...here,
  name: 'source',
  keySchema: { partition: { name: 'pk', type: 'S' }, sort: { name: 'sk', type: 'N' } },
  attributeTypes: { pk: 'S', sk: 'N' },
  indexes: [],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

async function newPlace(clock: VirtualClock): Promise<BackupPlace> {
  const store = new MemoryObjectStore(clock)
  await store.createBucket('tables')
  return { store, bucket: 'tables', prefix: '' }
}

class Server {
  readonly clock: VirtualClock
  readonly place: BackupPlace
  readonly catalog: Catalog
  readonly items: Items
  readonly jobs: JobDesk
  readonly backups: Backups
  readonly #longJobs: LongJobs
  readonly #upkeep

  constructor(engine: Engine, clock: VirtualClock, place: BackupPlace) {
    this.clock = clock
    this.place = place
    const random = systemRandom
    const settings = { tableTransitionMs: 0 }
    const catalog = new Catalog({ engine, clock, random, settings })
    this.catalog = catalog
    this.items = new Items(engine, clock)
    const jobs = new JobDesk({ engine, clock, random })
    this.jobs = jobs
    this.backups = new Backups({ engine, clock, catalog, jobs })
    const past = new PastTable(engine, (space) => findDepartedGuard(engine, space))
    const openPlace = () => Promise.resolve(place)
    const kinds = [new BackupJob({ engine, clock, catalog, past, openPlace, sizes })]
    this.#longJobs = new LongJobs({ engine, clock, ticks: clock, log: silentLog, kinds })
    const departed = new DepartedTables({ engine, jobs, time: clock })
    const parts = { engine, clock, time: clock, log: silentLog, openPlace, departed }
    this.#upkeep = backupUpkeepJob(parts)
  }

  table(): Promise<DescribedTable> {
    return this.catalog.requireTable(here, 'source')
  }

  async put(item: Item): Promise<void> {
    const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
    await this.items.write(await this.table(), { action })
  }

  async delete(key: Item): Promise<void> {
    await this.items.write(await this.table(), { action: { kind: 'delete', key } })
  }

  async step(): Promise<void> {
    await this.#longJobs.step(unfenced, signal)
    this.clock.advance(100)
  }

  async upkeep(): Promise<void> {
    await this.#upkeep.step(unfenced, signal)
    this.clock.advance(10_000)
  }

  async untilAvailable(record: BackupRecord): Promise<BackupRecord> {
    for (;;) {
      const found = await this.backups.find(record)
      assert.ok(found !== undefined, 'the backup is there')
      if (found.state === 'available') return found
      await this.step()
    }
  }

  /** By their keys. */
  async contentOf(record: BackupRecord): Promise<ReadonlyMap<string, Item>> {
    const known = { id: record, manifestSha256: record.manifestSha256 }
    const reader = await BackupReader.open(this.place, record.folder, known)
    const items: Item[] = []
    for (let part = 0; part < reader.partCount; part++) {
      for await (const batch of reader.itemsOf(part)) items.push(...batch.map(({ item }) => item))
    }
    assert.equal(items.length, record.itemCount)
    return new Map(items.map((item) => [nameOf(item), item]))
  }

  async fileCount(): Promise<number> {
    return (await this.place.store.list('tables', { entriesMax: 1000 })).objects.length
  }
}

function nameOf({ pk, sk }: Item): string {
  return JSON.stringify([pk, sk])
}

const keyOf = (n: number): Item => ({ pk: { S: `p${n % 5}` }, sk: { N: String(n) } })

async function filled(engine: Engine, items = 40) {
  const clock = new VirtualClock(1_700_000_000_000)
  const server = new Server(engine, clock, await newPlace(clock))
  await server.catalog.createTable(draft)
  const model = new Map<string, Item>()
  for (let n = 0; n < items; n++) {
    const item = { ...keyOf(n), v: { N: '0' } }
    await server.put(item)
    model.set(nameOf(item), item)
  }
  return { server, model, clock }
}

describe('a backup', async () => {
  it('is the table at the moment of the request, under load', async () => {
    const { server, model } = await filled(await openTestEngine())
    const seed = Number(process.env['GRAMME_SEED'] ?? Date.now() % 1_000_000)
    const random = seededRandom(seed)
    const taken: { record: BackupRecord; expected: Map<string, Item> }[] = []
    for (let round = 0; round < 150; round++) {
      const key = keyOf(random.below(60))
      if (random.below(3) === 0) {
        await server.delete(key)
        model.delete(nameOf(key))
      } else {
        const item = { ...key, v: { N: String(round) } }
        await server.put(item)
        model.set(nameOf(item), item)
      }
      if (round % 40 === 20) {
        const record = await server.backups.create(here, 'source', `backup-${round}`)
        taken.push({ record, expected: new Map(model) })
      }
      if (random.below(4) === 0) await server.step()
    }
    assert.equal(taken.length, 4)
    for (const { record, expected } of taken) {
      const available = await server.untilAvailable(record)
      assert.deepEqual(await server.contentOf(available), expected, `seed ${seed}`)
    }
    // Nothing is left behind: neither what was collected, nor the log.
    for (let i = 0; i < 5; i++) await server.step()
    assert.equal((await server.table()).backupsUnderWay, undefined)
    assert.equal((await server.table()).changes, undefined)
  })

  it('goes on at another server, which may write to another folder', async () => {
    const engine = await openTestEngine()
    const { server, model, clock } = await filled(engine)
    const record = await server.backups.create(here, 'source', 'backup')
    for (let i = 0; i < 3; i++) await server.step()
    const other = new Server(engine, clock, await newPlace(clock))
    await other.put({ ...keyOf(3), v: { N: '33' } })
    const available = await other.untilAvailable(record)
    assert.deepEqual(await other.contentOf(available), model)
  })

  it('outlives its table, also if a new one takes the name', async () => {
    const engine = await openTestEngine()
    const { server, model } = await filled(engine)
    const record = await server.backups.create(here, 'source', 'backup')
    await server.step()
    await server.put({ ...keyOf(3), v: { N: '77' } })
    await server.catalog.deleteTable(here, 'source', () => undefined)
    await server.upkeep()
    assert.equal((await departed(engine)).length, 1)
    await server.catalog.createTable(draft)
    await server.put({ ...keyOf(9), v: { N: '99' } })
    const available = await server.untilAvailable(record)
    assert.deepEqual(await server.contentOf(available), model)
    for (let i = 0; i < 3; i++) await server.step()
    await server.upkeep()
    assert.deepEqual(await departed(engine), [])
    assert.deepEqual(
      (await engine.spaces()).map(({ label }) => label).filter((label) => label === 'source'),
      ['source'],
    )
  })

  it('is gone when it is deleted, and so are its files', async () => {
    const { server } = await filled(await openTestEngine(), 5)
    const record = await server.backups.create(here, 'source', 'backup')
    const other = await server.backups.create(here, 'source', 'backup')
    await server.untilAvailable(record)
    await server.untilAvailable(other)
    assert.equal(await server.fileCount(), 6)
    await server.backups.remove(record, () => undefined)
    assert.equal(await server.backups.find(record), undefined)
    await server.upkeep()
    assert.equal(await server.fileCount(), 3)
    assert.equal((await server.contentOf((await server.backups.find(other))!)).size, 5)
  })

  it('that cannot be made disappears, with everything that it left', async () => {
    const engine = await openTestEngine()
    const { server } = await filled(engine)
    const { space } = await server.table()
    const record = await server.backups.create(here, 'source', 'backup')
    await engine.transact({
      reads: [],
      decide: () => ({
        mutations: [
          { kind: 'put', space, key: Buffer.alloc(30, 7), value: Buffer.from('no item') },
        ],
        result: undefined,
      }),
    })
    for (let i = 0; i < 20; i++) await server.step()
    assert.equal(await server.backups.find(record), undefined)
    const [job] = await server.jobs.list('backup', here)
    assert.equal(job?.state, 'failed')
    assert.equal(job?.code, 'DamagedItem')
    assert.equal((await server.table()).backupsUnderWay, undefined)
    await server.upkeep()
    assert.equal(await server.fileCount(), 0)
  })
})

describe('the backup that the deletion of a table causes', () => {
  const dayMs = 24 * 60 * 60 * 1000

  async function deleted(engine: Engine) {
    const made = await filled(engine, 10)
    const { server } = made
    await server.catalog.changeSetting(here, 'source', (definition, nowMs) => ({
      ...definition,
      pointInTimeRecovery: { enabledAtMs: nowMs, notBeforeMs: nowMs, periodDays: 35 },
    }))
    await server.catalog.deleteTable(here, 'source', () => undefined)
    return made
  }

  async function systemBackup(server: Server): Promise<BackupRecord | undefined> {
    for await (const backup of server.backups.list(here)) return backup
    return undefined
  }

  it('has the last items, and expires after 35 days', async () => {
    const engine = await openTestEngine()
    const { server, model, clock } = await deleted(engine)
    await server.upkeep()
    const available = await server.untilAvailable((await systemBackup(server))!)
    assert.equal(available.type, 'system')
    assert.deepEqual(await server.contentOf(available), model)
    for (let i = 0; i < 3; i++) await server.step()
    await server.upkeep()
    assert.deepEqual(await departed(engine), [])
    clock.advance(35 * dayMs - 60_000)
    await server.upkeep()
    assert.notEqual(await systemBackup(server), undefined)
    clock.advance(60_000)
    await server.upkeep()
    assert.equal(await systemBackup(server), undefined)
    assert.equal(await server.fileCount(), 0)
  })

  it('waits for a place as long as it would be kept', async () => {
    const engine = await openTestEngine()
    const { server, clock } = await deleted(engine)
    const jobs = server.jobs
    const waiting = new DepartedTables({ engine, jobs, time: clock, backupFault: 'no place' })
    await waiting.step(unfenced)
    assert.equal((await departed(engine)).length, 1)
    assert.equal(await systemBackup(server), undefined)
    clock.advance(35 * dayMs)
    await waiting.step(unfenced)
    assert.deepEqual(await departed(engine), [])
  })
})

async function departed(engine: Engine) {
  const found = []
  for await (const table of departedTables(engine)) found.push(table)
  return found
}
