/**
 * Readers of a change log: how they begin and end as the table's definition changes, and how they
 * are stored.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { changeRetentionMs } from '../model/limits.js'
import type { TableDefinition } from '../model/table.js'
import { logReaderKey } from '../storage/change-keys.js'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { unfenced, writeFenced } from '../storage/fence.js'
import { ensureFormat, getFormat } from '../storage/format.js'
import { changeLaneKey } from '../storage/change-keys.js'
import { encodeChange } from './change-record.js'
import { decodeLog, getLog } from './change-log.js'
import { changeReads, foundChanges } from './found-changes.js'
import { planLanes } from './plan-lanes.js'
import { readLane, readReader } from './read-lane.js'
import { readShard } from './read-log.js'
import type { ReaderDraft } from './reader.js'
import { savePositions } from './save-positions.js'
import { endChanges, settleChanges } from './settle-changes.js'
import { trimLog } from './trim-log.js'

const space = 7
const dayMs = 24 * 60 * 60 * 1000
const table: TableDefinition = {
  account: '000000000000',
  region: 'us-east-1',
  name: 'things',
  id: 'an-id',
  space: 1,
  createdAtMs: 0,
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S' },
  indexes: [],
  billing: {
    mode: 'provisioned',
    throughput: { readUnits: 1, writeUnits: 1, decreasesToday: 0 },
  },
  deletionProtection: false,
  tags: [],
}

function draft(over: Partial<ReaderDraft>): ReaderDraft {
  const needs = { images: 'keys', retentionMs: dayMs } as const
  return { kind: 'copy', beganAtMs: 1000, ...needs, settings: {}, ...over }
}

/** A table whose definition changes. */
class ReaderBench {
  readonly engine: Engine
  #changes: TableDefinition['changes']
  nowMs = 1000

  constructor(engine: Engine) {
    this.engine = engine
  }

  static async open(): Promise<ReaderBench> {
    const engine = await openTestEngine()
    await ensureFormat(engine)
    return new ReaderBench(engine)
  }

  async want(...readers: readonly ReaderDraft[]) {
    const times = { nowMs: this.nowMs, doneAtMs: this.nowMs }
    const definition = { ...table, changes: this.#changes }
    const wish = { readers, freeSpace: space }
    const settled = settleChanges(definition, wish, await this.found(), times)
    this.#changes = settled.changes
    await this.write(settled.mutations)
    return settled.changes
  }

  async found() {
    return foundChanges(await this.engine.read(changeReads(table, table.name, this.#changes)))
  }

  write(mutations: readonly Mutation[]): Promise<void> {
    return writeFenced(this.engine, unfenced, mutations)
  }

  append(): Promise<void> {
    const key = { json: Buffer.from('{}'), sizeBytes: 2 }
    const none = { before: undefined, after: undefined }
    const change = { kind: 'insert', atMs: this.nowMs, origin: 'client', key, ...none } as const
    const value = encodeChange(change, 'keys')
    return this.write([{ kind: 'append', space, log: changeLaneKey(0), value }])
  }

  async mark(): Promise<Record<string, number>> {
    const [mark] = await this.engine.read([getFormat()])
    return JSON.parse(mark!.toString()) as Record<string, number>
  }
}

describe('readers of a change log', () => {
  it('begin at the heads, and the log keeps what they need together', async () => {
    const bench = await ReaderBench.open()
    assert.equal((await bench.want(draft({})))?.images, 'keys')
    await bench.append()
    const second = draft({ kind: 'other', images: 'old' })
    assert.equal((await bench.want(draft({}), second))?.images, 'old')
    const { readers } = await bench.found()
    assert.deepEqual(
      readers.map(({ kind, positions, end }) => [kind, positions, end]),
      [
        ['copy', [{ lane: 0, next: 1 }], undefined],
        ['other', [{ lane: 0, next: 2 }], undefined],
      ],
    )
  })

  it('end where the table no longer wants them, and are deleted once they have read that far', async () => {
    const bench = await ReaderBench.open()
    await bench.want(draft({}), draft({ kind: 'other' }))
    await bench.append()
    await bench.want(draft({ kind: 'other' }))
    await bench.append()
    const named = { space, kind: 'copy', beganAtMs: 1000 }
    const { reader, log, heads } = (await readReader(bench.engine, named))!
    assert.deepEqual(reader.end, { heads: [[0, 1]], nextLane: 1, atMs: 1000 })
    const plan = planLanes(reader, log, heads)
    assert.deepEqual(plan.tasks, [{ position: { lane: 0, next: 1 }, last: 1 }])
    await savePositions(bench.engine, unfenced, { reader, plan }, [{ lane: 0, next: 2 }])
    const later = (await readReader(bench.engine, named))!
    const done = { reader: later.reader, plan: planLanes(later.reader, log, heads) }
    assert.equal(done.plan.complete, true)
    await savePositions(bench.engine, unfenced, done, [])
    assert.equal(await readReader(bench.engine, named), undefined)
    assert.equal((await bench.found()).readers.length, 1)
  })

  it('take over changed settings and keep their positions', async () => {
    const bench = await ReaderBench.open()
    await bench.want(draft({ settings: { to: 'a' } }))
    await bench.append()
    await bench.want(draft({ settings: { to: 'b' } }))
    const [reader] = (await bench.found()).readers
    assert.deepEqual([reader?.settings, reader?.positions], [{ to: 'b' }, [{ lane: 0, next: 1 }]])
  })

  it('raise the mark of the store with the first of them', async () => {
    const bench = await ReaderBench.open()
    assert.equal((await bench.mark())['logReader'], undefined)
    await bench.want(draft({}))
    assert.equal((await bench.mark())['logReader'], 2)
  })

  it('keep the log for the longest retention among them', async () => {
    const bench = await ReaderBench.open()
    await bench.want(draft({}), draft({ kind: 'patient', retentionMs: 3 * dayMs }))
    await bench.append()
    const left = async () => {
      const log = decodeLog((await bench.engine.read([getLog(space)]))[0]!)
      await trimLog(bench.engine, log, bench.nowMs, unfenced)
      const page = { entriesMax: 9, bytesMax: 1e6 }
      return (await readShard(bench.engine, space, { number: 0, lane: 0, position: 1 }, page))?.kind
    }
    bench.nowMs += 2 * dayMs
    assert.equal(await left(), 'page')
    bench.nowMs += 2 * dayMs
    assert.equal(await left(), 'trimmed')
  })

  describe('that need changes until they have read them', () => {
    const follower = draft({ kind: 'follower', untilRead: true, retentionMs: 7 * dayMs })
    const named = { space, kind: 'follower', beganAtMs: 1000 }

    /** The numbers of the changes that are left after trimming. */
    async function left(bench: ReaderBench): Promise<readonly number[]> {
      const log = decodeLog((await bench.engine.read([getLog(space)]))[0]!)
      await trimLog(bench.engine, log, bench.nowMs, unfenced)
      const bounds = { entriesMax: 99, bytesMax: 1e6 }
      const entries = await readLane(bench.engine, space, { lane: 0, next: 1 }, bounds)
      return entries.map(({ entry }) => entry)
    }

    async function readTo(bench: ReaderBench, next: number): Promise<void> {
      const { reader, log, heads } = (await readReader(bench.engine, named))!
      const plan = planLanes(reader, log, heads)
      await savePositions(bench.engine, unfenced, { reader, plan }, [{ lane: 0, next }])
    }

    async function opened(...others: readonly ReaderDraft[]): Promise<ReaderBench> {
      const bench = await ReaderBench.open()
      await bench.want(follower, ...others)
      for (let i = 0; i < 4; i++) await bench.append()
      return bench
    }

    it('keep the log for what they have not read, up to their retention', async () => {
      const bench = await opened()
      await readTo(bench, 3)
      bench.nowMs += dayMs - 1
      assert.deepEqual(await left(bench), [1, 2, 3, 4])
      bench.nowMs += 1
      assert.deepEqual(await left(bench), [3, 4])
      bench.nowMs += 6 * dayMs - 1
      assert.deepEqual(await left(bench), [3, 4])
      bench.nowMs += 1
      assert.deepEqual(await left(bench), [])
    })

    it('do not shorten what others need', async () => {
      const bench = await opened(draft({ kind: 'patient', retentionMs: 3 * dayMs }))
      await readTo(bench, 5)
      bench.nowMs += 2 * dayMs
      assert.deepEqual(await left(bench), [1, 2, 3, 4])
      bench.nowMs += dayMs
      assert.deepEqual(await left(bench), [])
    })

    it('go a day after their end, and the log with them', async () => {
      const bench = await opened()
      await bench.write(endChanges(await bench.found(), { nowMs: 2000, doneAtMs: 2000 }))
      bench.nowMs = 2000 + dayMs - 1
      assert.deepEqual(await left(bench), [1, 2, 3, 4])
      bench.nowMs += 1
      assert.deepEqual(await left(bench), [])
    })
  })

  const passive = draft({ kind: 'keeper', isPassive: true, retentionMs: 9 * dayMs })

  async function trimmed(bench: ReaderBench): Promise<number> {
    const log = decodeLog((await bench.engine.read([getLog(space)]))[0]!)
    await trimLog(bench.engine, log, bench.nowMs, unfenced)
    return (await bench.found()).readers.length
  }

  it('go a day after their end if they are passive', async () => {
    const bench = await ReaderBench.open()
    await bench.want(draft({}), passive)
    bench.nowMs += 5 * dayMs
    await bench.want(draft({}))
    bench.nowMs += dayMs - 1
    assert.equal(await trimmed(bench), 2)
    bench.nowMs += 1
    assert.equal(await trimmed(bench), 1)
  })

  it('go when the next of their kind begins if they are passive', async () => {
    const bench = await ReaderBench.open()
    for (let i = 0; i < 50; i++) {
      await bench.want(draft({}), { ...passive, beganAtMs: i })
      await bench.want(draft({}))
    }
    assert.equal((await bench.found()).readers.length, 2)
  })

  it('all end with the table', async () => {
    const bench = await ReaderBench.open()
    await bench.want(draft({}), draft({ kind: 'other' }))
    await bench.append()
    await bench.write(endChanges(await bench.found(), { nowMs: 2000, doneAtMs: 2000 }))
    const { readers } = await bench.found()
    assert.deepEqual(
      readers.map(({ end }) => end?.heads),
      [[[0, 1]], [[0, 1]]],
    )
  })
})

describe('a delivery to Kinesis in the first form', () => {
  const old = {
    account: '000000000000',
    region: 'us-east-1',
    space,
    enabledAtMs: 1000,
    tableName: 'things',
    tableId: 'an-id',
    streamArn: 'arn',
    precision: 'MICROSECOND',
    lanes: [{ lane: 0, next: 5, lastMicros: 99 }],
    nextLane: 1,
  }
  const value = Buffer.concat([Buffer.of(1), Buffer.from(JSON.stringify(old))])
  const kinesis = draft({
    kind: 'kinesis',
    settings: { streamArn: 'arn', precision: 'MICROSECOND' },
  })

  async function opened(): Promise<ReaderBench> {
    const bench = await ReaderBench.open()
    await bench.want(kinesis)
    for (let i = 0; i < 6; i++) await bench.append()
    const key = logReaderKey(space, 'kinesis', old.enabledAtMs)
    assert.equal(key.toString('hex'), '30000000070000000003e8')
    await bench.write([{ kind: 'put', space: systemSpace, key, value }])
    return bench
  }

  it('is read as a reader', async () => {
    const bench = await opened()
    const [reader] = (await bench.found()).readers
    assert.deepEqual(reader, {
      account: '000000000000',
      region: 'us-east-1',
      space,
      tableName: 'things',
      tableId: 'an-id',
      kind: 'kinesis',
      beganAtMs: 1000,
      images: 'both',
      retentionMs: changeRetentionMs,
      settings: { streamArn: 'arn', precision: 'MICROSECOND' },
      positions: [{ lane: 0, next: 5, lastMicros: 99 }],
      nextLane: 1,
    })
  })

  it('continues from its position, in the new form', async () => {
    const bench = await opened()
    const named = { space, kind: 'kinesis', beganAtMs: 1000 }
    const { reader, log, heads } = (await readReader(bench.engine, named))!
    const plan = planLanes(reader, log, heads)
    assert.deepEqual(
      plan.tasks.map(({ position, last }) => [position.next, last]),
      [[5, 6]],
    )
    await savePositions(bench.engine, unfenced, { reader, plan }, [{ lane: 0, next: 7 }])
    const [record] = await bench.engine.read([
      { kind: 'get', space: systemSpace, key: logReaderKey(space, 'kinesis', 1000) },
    ])
    assert.equal(record?.[0], 2)
    assert.deepEqual((await bench.found()).readers[0]?.positions, [{ lane: 0, next: 7 }])
  })
})
