/**
 * Exports over time: what they contain, compared with a model that remembers every write; and jobs that
 * are cut off, fail and go on.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, type Chance } from '../../test/support/chance.js'
import { openTestEngine } from '../../test/support/engines.js'
import { itemsOf, readExport, type ExportRead } from '../../test/support/read-export.js'
import { LongJobs } from '../jobs/long-jobs.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { ObjectStoreError, type ObjectStore } from '../objects/object-store.js'
import { PastTable } from '../past/past-table.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog, type Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { ExportJob } from '../transfers/export-job.js'
import { openTestDatabase, type Json, type TestDatabase } from './database-suite.js'

/** More than any export here takes. */
const stepsMax = 300
const minuteMs = 60_000
const startMs = Date.UTC(2026, 0, 1)
const bucket = 'exports'
const tableName = 'history'
const tableArn = `arn:aws:dynamodb:us-east-1:000000000000:table/${tableName}`
const keys = Array.from({ length: 12 }, (_, n) => `item-${n}`)

type ModelItem = Json | undefined

interface Write {
  readonly atMs: number
  readonly key: string
  readonly item: ModelItem
}

/** Remembers every write. */
class Model {
  readonly #writes: Write[] = []

  add(write: Write): void {
    this.#writes.push(write)
  }

  /** By key: the items that were there before a moment. */
  at(beforeMs: number): Readonly<Record<string, Json>> {
    const items = new Map<string, Json>()
    for (const { atMs, key, item } of this.#writes) {
      if (atMs >= beforeMs) continue
      if (item === undefined) items.delete(key)
      else items.set(key, item)
    }
    return Object.fromEntries([...items].sort())
  }
}

class ExportBench {
  readonly clock = new VirtualClock(startMs)
  readonly objects: ObjectStore
  readonly server: TestDatabase
  readonly model = new Model()
  /** Of steps that are tried again. */
  readonly errors: string[] = []
  readonly #engine: Engine
  #jobs: LongJobs

  static async open(): Promise<ExportBench> {
    const bench = new ExportBench(await openTestEngine())
    await bench.objects.createBucket(bucket)
    await bench.ask('CreateTable', {
      TableName: tableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    await bench.turnRecovery(true)
    return bench
  }

  private constructor(engine: Engine) {
    this.#engine = engine
    this.objects = new MemoryObjectStore(this.clock)
    this.server = openTestDatabase(engine, { clock: this.clock })
    this.#jobs = this.newServer()
  }

  /** As if the server was started again, or another went on. */
  newServer(objects = this.objects, fileBytesMax = 400): LongJobs {
    const { clock } = this
    const engine = this.#engine
    const { catalog } = this.server.database
    const past = new PastTable(engine, async () => undefined)
    const parts = { engine, catalog, clock, random: systemRandom, objects, past, fileBytesMax }
    const kinds = [new ExportJob(parts)]
    const log: Log = {
      ...silentLog,
      error: (_text, facts) => void this.errors.push(String(facts?.['error'])),
    }
    this.#jobs = new LongJobs({ engine, clock, ticks: clock, log, kinds })
    return this.#jobs
  }

  ask(operation: string, input: Json): Promise<Json> {
    return this.server.ask(operation, input)
  }

  async turnRecovery(enabled: boolean): Promise<void> {
    await this.ask('UpdateContinuousBackups', {
      TableName: tableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: enabled },
    })
  }

  async put(key: string, item: Json): Promise<void> {
    const Item = { pk: { S: key }, ...item }
    this.model.add({ atMs: this.clock.now(), key, item: Item })
    await this.ask('PutItem', { TableName: tableName, Item })
  }

  async delete(key: string): Promise<void> {
    this.model.add({ atMs: this.clock.now(), key, item: undefined })
    await this.ask('DeleteItem', { TableName: tableName, Key: { pk: { S: key } } })
  }

  async begin(request: Json = {}): Promise<string> {
    const input = { TableArn: tableArn, S3Bucket: bucket, ...request }
    const { ExportDescription } = await this.ask('ExportTableToPointInTime', input)
    // Now is later than what was written before, by a millisecond if the clock stands still.
    this.clock.advance(5)
    return (ExportDescription as { ExportArn: string }).ExportArn
  }

  async describe(ExportArn: string): Promise<Json> {
    return (await this.ask('DescribeExport', { ExportArn }))['ExportDescription'] as Json
  }

  step(): Promise<number> {
    return this.#jobs.step(unfenced, new AbortController().signal)
  }

  async finished(arn: string): Promise<Json> {
    for (let steps = 0; ; steps++) {
      const description = await this.describe(arn)
      if (description['ExportStatus'] !== 'IN_PROGRESS') return description
      assert.ok(steps < stepsMax, `it does not end: ${this.errors.join('; ')}`)
      const due = await this.step()
      if (due > this.clock.now()) this.clock.advance(due - this.clock.now())
    }
  }

  async read(description: Json): Promise<ExportRead> {
    assert.equal(description['ExportStatus'], 'COMPLETED', JSON.stringify(description))
    return readExport((key) => this.fetch(key), description['ExportManifest'] as string)
  }

  async fetch(key: string): Promise<Buffer> {
    const body = await this.objects.read(bucket, key)
    assert.ok(body, key)
    const chunks: Uint8Array[] = []
    for await (const chunk of body.chunks) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async export(request: Json = {}): Promise<ExportRead> {
    return this.read(await this.finished(await this.begin(request)))
  }
}

/** Some writes, with time between them, and perhaps several at the same moment. */
async function live(bench: ExportBench, chance: Chance, writes: number): Promise<void> {
  for (let n = 0; n < writes; n++) {
    const key = oneOf(chance, keys)
    const revision = { N: String(below(chance, 100)) }
    if (below(chance, 4) === 0) await bench.delete(key)
    else await bench.put(key, { revision, pad: { S: 'x'.repeat(below(chance, 200)) } })
    if (below(chance, 2) === 0) bench.clock.advance(below(chance, 2 * minuteMs))
  }
}

function byKey(items: readonly Json[]): Readonly<Record<string, Json>> {
  const named = items.map((item) => [(item['pk'] as { S: string }).S, item] as const)
  assert.equal(new Set(named.map(([name]) => name)).size, named.length, 'each item once')
  return Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)))
}

describe('a full export', () => {
  it('has the items of its moment, whatever is written meanwhile', async () => {
    const bench = await ExportBench.open()
    const chance = chanceOf(seed)
    for (let round = 0; round < 5; round++) {
      await live(bench, chance, 30)
      const nowMs = bench.clock.now()
      const earlierMs = Math.max(startMs, nowMs - below(chance, 20 * minuteMs))
      const atMs = Math.floor(earlierMs / 1000) * 1000
      const expected = bench.model.at(Infinity)
      const arns = [await bench.begin(), await bench.begin({ ExportTime: atMs / 1000 })]
      // What is written from now on has a later time.
      bench.clock.advance(1000)
      for (let n = 0; n < 4; n++) {
        await bench.step()
        await live(bench, chance, 5)
      }
      const [latest, earlier] = [await bench.finished(arns[0]!), await bench.finished(arns[1]!)]
      assert.deepEqual(byKey(itemsOf(await bench.read(latest))), expected)
      assert.deepEqual(
        byKey(itemsOf(await bench.read(earlier))),
        bench.model.at(atMs),
        `seed ${seed}`,
      )
    }
  })
})

interface ChangedItem {
  readonly Keys: { readonly pk: { readonly S: string } }
  readonly OldImage?: Json
  readonly NewImage?: Json
}

/** A table by key, with the lines of an incremental export applied. */
function applied(
  before: Readonly<Record<string, Json>>,
  { lines }: ExportRead,
): Readonly<Record<string, Json>> {
  const items = new Map(Object.entries(before))
  for (const line of lines) {
    const { Keys, OldImage, NewImage } = JSON.parse(line) as ChangedItem
    const key = Keys.pk.S
    assert.deepEqual(OldImage, items.get(key), 'the old image is the item before the window')
    if (NewImage === undefined) items.delete(key)
    else items.set(key, NewImage)
  }
  return Object.fromEntries([...items].sort(([one], [other]) => (one < other ? -1 : 1)))
}

describe('incremental exports', () => {
  it('one after another lead from a full export to any later moment', async () => {
    const bench = await ExportBench.open()
    const chance = chanceOf(seed)
    await live(bench, chance, 30)
    let atMs = Math.floor(bench.clock.now() / 1000) * 1000
    let items = byKey(itemsOf(await bench.export({ ExportTime: atMs / 1000 })))
    for (let round = 0; round < 6; round++) {
      while (bench.clock.now() < atMs + 15 * minuteMs) await live(bench, chance, 3)
      const ExportFromTime = atMs / 1000
      bench.clock.advance(1500 - (bench.clock.now() % 1000))
      atMs = Math.floor(bench.clock.now() / 1000) * 1000
      // Without an end, the window ends now.
      const isNamed = round % 2 === 0
      const window = { ExportFromTime, ...(isNamed && { ExportToTime: atMs / 1000 }) }
      if (isNamed) await live(bench, chance, 5)
      const ExportType = 'INCREMENTAL_EXPORT'
      const read = await bench.export({ ExportType, IncrementalExportSpecification: window })
      items = applied(items, read)
      assert.deepEqual(items, bench.model.at(atMs), `seed ${seed}`)
    }
  })
})

/** Lets the first `passed` objects pass, then fails. */
function failingAfter(objects: ObjectStore, passed: number, error: Error): ObjectStore {
  let count = 0
  return new Proxy(objects, {
    get(target, name) {
      if (name !== 'write') return Reflect.get(target, name, target) as unknown
      return (...given: Parameters<ObjectStore['write']>) =>
        ++count > passed ? Promise.reject(error) : target.write(...given)
    },
  })
}

describe('a data file', () => {
  it('has the items of one partition, each in one file, however few there are', async () => {
    const bench = await ExportBench.open()
    for (let n = 0; n < 12; n++) {
      const read = await bench.export()
      assert.equal(read.lines.length, n)
      assert.equal(Object.keys(byKey(itemsOf(read))).length, n)
      assert.ok(read.files.length >= 4)
      await bench.put(`some-${n}`, {})
    }
  })
})

describe('an export that is cut off', () => {
  it('is carried on by the next server, and leaves nothing else behind', async () => {
    const bench = await ExportBench.open()
    await live(bench, chanceOf(seed), 60)
    const arn = await bench.begin()
    for (let passed = 0; (await bench.describe(arn))['ExportStatus'] === 'IN_PROGRESS'; passed++) {
      assert.ok(passed < stepsMax, 'it does not end')
      bench.newServer(failingAfter(bench.objects, 1 + (passed % 5), new Error('cut off')))
      await bench.step()
      await bench.step()
      bench.clock.advance(minuteMs)
    }
    const read = await bench.read(await bench.describe(arn))
    assert.deepEqual(byKey(itemsOf(read)), bench.model.at(Infinity))
    const { objects } = await bench.objects.list(bucket, { entriesMax: 1000, prefix: '' })
    const data = objects.map(({ key }) => key).filter((key) => key.includes('/data/'))
    assert.deepEqual(data, read.files.map(({ key }) => key).sort())
    assert.equal(objects.length, data.length + 5)
  })
})

describe('an export fails', () => {
  const fails = (name: string, error: ObjectStoreError, code: string, message: RegExp): void => {
    it(name, async () => {
      const bench = await ExportBench.open()
      await bench.put('a', {})
      bench.newServer(failingAfter(bench.objects, 2, error))
      const description = await bench.finished(await bench.begin())
      assert.equal(description['ExportStatus'], 'FAILED')
      assert.equal(description['FailureCode'], code)
      assert.match(description['FailureMessage'] as string, message)
      assert.equal(description['ExportManifest'], undefined)
    })
  }
  fails(
    'if it may not write',
    new ObjectStoreError('AccessDenied', 'no'),
    'S3AccessDenied',
    /^Access Denied \(Service: Amazon S3; Status Code: 403; Error Code: AccessDenied; Request ID: /,
  )
  fails(
    'if the bucket disappears',
    new ObjectStoreError('NoSuchBucket', 'gone'),
    'S3NoSuchBucket',
    /^The specified bucket does not exist \(Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket; .*; Proxy: null\)$/,
  )
  fails(
    'if there is no room',
    new ObjectStoreError('NoSpace', 'No space is left'),
    'S3InternalError',
    /^No space is left \(Service: Amazon S3; Status Code: 500; /,
  )
  it('if recovery is turned off before it is read', async () => {
    const bench = await ExportBench.open()
    const arn = await bench.begin()
    await bench.turnRecovery(false)
    const { FailureCode } = await bench.finished(arn)
    assert.equal(FailureCode, 'PointInTimeRecoveryUnavailable')
  })
})
