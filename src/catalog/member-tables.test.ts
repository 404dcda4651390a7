/** What it means for a definition that its table becomes a member of a global table, and leaves it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { replicationKind } from '../changes/reader.js'
import { decodeReader, readersOf } from '../changes/reader-record.js'
import type { StreamViewType, TableDefinition } from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { unfenced, writeFenced } from '../storage/fence.js'
import { ensureFormat, getFormat } from '../storage/format.js'
import { versionFloorKey } from '../storage/replication-keys.js'
import { Catalog } from './catalog.js'
import type { TableDraft } from './table-draft.js'
import { getTableRecord } from './table-record.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const replica = { groupId: 'group', memberId: 'member', sinceMs: 5 }

function draft(over: Partial<TableDraft> = {}): TableDraft {
  const throughput = { readUnits: 0, writeUnits: 0, decreasesToday: 0 }
  return {
    ...scope,
    name: 'shared',
    keySchema: { partition: { name: 'pk', type: 'S' } },
    attributeTypes: { pk: 'S' },
    indexes: [],
    billing: { mode: 'on-demand', throughput },
    deletionProtection: false,
    tags: [],
    ...over,
  }
}

class Bench {
  readonly engine: Engine
  readonly catalog: Catalog

  constructor(engine: Engine) {
    this.engine = engine
    const settings = { tableTransitionMs: 0 }
    const clock = new VirtualClock()
    this.catalog = new Catalog({ engine, clock, random: systemRandom, settings })
  }

  static async open(over: Partial<TableDraft> = {}): Promise<Bench> {
    const engine = await openTestEngine()
    await ensureFormat(engine)
    const bench = new Bench(engine)
    await bench.catalog.createTable(draft(over))
    return bench
  }

  change(over: Partial<TableDefinition>) {
    return this.catalog.changeSetting(scope, 'shared', (definition) => ({ ...definition, ...over }))
  }

  async needs(): Promise<readonly string[] | undefined> {
    const [record] = await this.engine.read([getTableRecord(scope, 'shared')])
    return (JSON.parse(record!.toString('utf8', 1)) as { needs?: readonly string[] }).needs
  }

  async mark(): Promise<Record<string, number>> {
    const [mark] = await this.engine.read([getFormat()])
    return JSON.parse(mark!.toString()) as Record<string, number>
  }

  async floor(space: number): Promise<Buffer | undefined> {
    const key = versionFloorKey(space)
    return (await this.engine.read([{ kind: 'get', space: systemSpace, key }]))[0]
  }

  async spaces(): Promise<readonly number[]> {
    return (await this.engine.spaces()).map(({ space }) => space)
  }

  /** As if the bound had been raised. */
  putFloor(space: number): Promise<void> {
    const key = versionFloorKey(space)
    const put = { kind: 'put', space: systemSpace, key, value: Buffer.of(1) } as const
    return writeFenced(this.engine, unfenced, [put])
  }
}

describe('a table that becomes a member of a global table', () => {
  it('needs a server that knows versions, and raises the mark of the store', async () => {
    const bench = await Bench.open()
    assert.equal(await bench.needs(), undefined)
    const before = await bench.catalog.requireTable(scope, 'shared')
    const after = await bench.change({ replica })
    assert.notDeepEqual(after.guard, before.guard)
    assert.deepEqual(await bench.needs(), ['replication'])
    const { changeRecord, globalTable } = await bench.mark()
    assert.deepEqual([changeRecord, globalTable], [3, 1])
  })

  it('keeps its versions through other changes, and drops them when it leaves', async () => {
    const bench = await Bench.open()
    const { versions } = await bench.change({ replica })
    await bench.putFloor(versions!.space)
    const timeToLive = { enabled: true, attribute: 'ttl', changedAtMs: 1 }
    assert.deepEqual((await bench.change({ timeToLive })).versions, versions)
    const left = await bench.change({ replica: undefined })
    assert.equal(left.versions, undefined)
    assert.equal(await bench.needs(), undefined)
    assert.equal((await bench.spaces()).includes(versions!.space), false)
    assert.equal(await bench.floor(versions!.space), undefined)
  })

  it('drops them with the table', async () => {
    const bench = await Bench.open({ replica })
    const { versions } = await bench.catalog.requireTable(scope, 'shared')
    await bench.putFloor(versions!.space)
    await bench.catalog.deleteTable(scope, 'shared', () => undefined)
    await bench.catalog.createTable(draft())
    assert.equal((await bench.spaces()).includes(versions!.space), false)
    assert.equal(await bench.floor(versions!.space), undefined)
  })

  it('logs whole items, whatever its stream shows, for a reader that ends when it leaves', async () => {
    for (const viewType of [undefined, 'KEYS_ONLY', 'OLD_IMAGE'] as readonly (
      StreamViewType | undefined
    )[]) {
      const stream = viewType && { stream: { enabled: true as const, viewType } }
      const bench = await Bench.open(stream)
      const { changes } = await bench.change({ replica })
      assert.equal(changes!.images, viewType === 'OLD_IMAGE' ? 'both' : 'new')
      const found = async () => {
        const [page] = await bench.engine.read([readersOf(changes!.space)])
        return page.entries.map(({ value }) => decodeReader(value))
      }
      const [reader] = await found()
      assert.deepEqual(
        [reader!.kind, reader!.beganAtMs, reader!.end],
        [replicationKind, 5, undefined],
      )
      await bench.change({ replica: undefined })
      assert.ok((await found())[0]!.end !== undefined)
    }
  })

  it('has neither versions nor that reader if all regions have the same items', async () => {
    const bench = await Bench.open()
    const shared = await bench.change({ replica: { ...replica, sharedBy: ['us-east-1'] } })
    assert.deepEqual([shared.versions, shared.changes], [undefined, undefined])
  })
})
