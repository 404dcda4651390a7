/** Tables that a job fills: nobody sees one before everything in it is there. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Catalog } from '../catalog/catalog.js'
import type { FilledTableDraft } from '../catalog/filled-tables.js'
import { stateOf } from '../catalog/life-cycle.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { DescribedTable, Table } from '../catalog/table.js'
import { resourceInUse } from '../model/errors.js'
import type { Item } from '../model/item.js'
import type { FillingSource } from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { fencedBy, unfenced } from '../storage/fence.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import { tableRecordKey } from '../storage/keyspace.js'
import { noPart, transactionPart } from '../storage/transaction-part.js'
import { openTestEngine } from '../../test/support/engines.js'
import { Builder } from './builder.js'
import { filledItem, type FillBatch } from './fill.js'
import { Items } from './items.js'
import { StoredItem } from './stored-item.js'
import { verifyTable } from './verify.js'

const here = { account: '000000000000', region: 'us-east-1' }

const draft: TableDraft = {
  ...here,
  name: 'filled',
  keySchema: { partition: { name: 'pk', type: 'S' }, sort: { name: 'sk', type: 'N' } },
  attributeTypes: { pk: 'S', sk: 'N', group: 'S', rank: 'N' },
  indexes: [
    {
      kind: 'local',
      name: 'by-rank',
      keySchema: {
        partition: [{ name: 'pk', type: 'S' }],
        sort: [{ name: 'rank', type: 'N' }],
      },
      projection: { kind: 'all' },
    },
    {
      kind: 'global',
      name: 'by-group',
      keySchema: { partition: [{ name: 'group', type: 'S' }], sort: [] },
      projection: { kind: 'keys-only' },
    },
  ],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

const restore: FillingSource = {
  kind: 'restore',
  sourceTableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/source',
  restoresMs: 1_000,
}

function wanted(source: FillingSource = restore, more: Partial<FilledTableDraft> = {}) {
  return { draft, filling: { ...source, jobId: 'job-1' }, beside: noPart, ...more }
}

const cursorKey = Buffer.from('test: where the job continues')

function cursor(value: string): Mutation {
  return { kind: 'put', space: systemSpace, key: cursorKey, value: Buffer.from(value) }
}

async function cursorIn(engine: Engine): Promise<string | undefined> {
  const [value] = await engine.read([{ kind: 'get', space: systemSpace, key: cursorKey }])
  return value?.toString()
}

/** Two servers on one database. */
async function servers() {
  const engine = await openTestEngine()
  const clock = new VirtualClock()
  const announced: Table[] = []
  const open = () =>
    new Catalog({
      engine,
      clock,
      random: systemRandom,
      settings: { tableTransitionMs: 0 },
      onBuild: (table) => announced.push(table),
    })
  const one = open()
  const items = new Items(engine, clock)
  const builder = new Builder({ catalog: one, items, clock, log: silentLog })
  return { engine, clock, one, other: open(), items, builder, announced }
}

function thing(pk: string, sk: number, more: Item = {}): Item {
  return { pk: { S: pk }, sk: { N: String(sk) }, ...more }
}

function batch(table: Table, things: readonly Item[], more: Partial<FillBatch> = {}): FillBatch {
  const items = things.map((each) => filledItem(table, StoredItem.of(each)))
  return { items, mutations: [], fence: unfenced, ...more }
}

const none = { mutations: [], fence: unfenced }

async function build(builder: Builder): Promise<void> {
  while ((await builder.step(draft, unfenced)) < Infinity);
}

async function storedNeeds(engine: Engine): Promise<unknown> {
  const key = tableRecordKey(here, draft.name)
  const [record] = await engine.read([{ kind: 'get', space: systemSpace, key }])
  return (JSON.parse(record!.toString('utf8', 1)) as { needs?: unknown }).needs
}

describe('a table that a job fills', () => {
  it('is in service on every server once it is finished, not before, whatever the clock', async () => {
    const { one, other, clock, items, builder, engine } = await servers()
    const inserted = await one.filled.insert(wanted())
    const things = [1, 2, 3].map((i) =>
      thing('a', i, { group: { S: `g${i % 2}` }, rank: { N: String(-i) } }),
    )
    await items.fill(inserted, batch(inserted, things))
    const unseen = async () => {
      clock.advance(1e12)
      await one.finishTransitions()
      for (const catalog of [one, other]) {
        assert.equal(await catalog.findTable(here, draft.name), undefined)
        const described = await catalog.requireTable(here, draft.name)
        assert.equal(stateOf(described, clock.now()), 'creating')
      }
    }
    await unseen()
    const completed = await one.filled.completeItems(inserted, none)
    await unseen()
    await build(builder)
    await unseen()
    await one.filled.finish((await one.filled.find(completed))!, none)
    for (const catalog of [one, other]) {
      const table = (await catalog.findTable(here, draft.name))!
      assert.equal(table.id, inserted.id)
      assert.equal(table.filling, undefined)
      assert.deepEqual(await verifyTable(engine, table), { items: 3, faults: [] })
      const { indexes } = await catalog.totals(table)
      assert.deepEqual(
        [...indexes.values()].map(({ entries }) => entries),
        [3, 3],
      )
    }
    assert.equal(await one.filled.find(inserted), undefined)
  })

  it('has its indexes built after its items are there', async () => {
    const { one, items, builder, engine, announced } = await servers()
    const table = await one.filled.insert(wanted())
    assert.equal(table.building.length, 2)
    assert.equal(await builder.step(draft, unfenced), Infinity)
    await items.fill(table, batch(table, [thing('a', 1, { group: { S: 'g' } })]))
    assert.deepEqual(announced, [])
    const completed = await one.filled.completeItems(table, none)
    assert.deepEqual(announced, [completed])
    assert.ok((await builder.step(draft, unfenced)) < Infinity)
    await build(builder)
    const built = (await one.filled.find(table))!
    assert.equal(built.building.length, 0)
    assert.deepEqual((await verifyTable(engine, built)).faults, [])
  })

  it('says what it is to servers that do not know such tables', async () => {
    const { one, builder, engine } = await servers()
    const steps = [formatSteps.longJobs]
    const beside = transactionPart([getFormat()], ([mark]) => ratchet(mark, steps))
    const table = await one.filled.insert(wanted(restore, { beside }))
    assert.deepEqual(await storedNeeds(engine), ['filling'])
    const [mark] = await engine.read([getFormat()])
    const { tableRecord, job } = JSON.parse(mark!.toString()) as Record<string, number>
    assert.deepEqual([tableRecord, job], [2, formatSteps.longJobs.revision])
    await one.filled.completeItems(table, none)
    await build(builder)
    await one.filled.finish((await one.filled.find(table))!, none)
    assert.equal(await storedNeeds(engine), undefined)
  })

  it('keeps where its job continues in the transaction of each batch', async () => {
    const { one, items, engine } = await servers()
    const beside = transactionPart([getFormat()], () => [cursor('start')])
    const table = await one.filled.insert(wanted(restore, { beside }))
    assert.equal(await cursorIn(engine), 'start')
    await items.fill(table, batch(table, [thing('a', 1)], { mutations: [cursor('after a')] }))
    assert.equal(await cursorIn(engine), 'after a')
    const completed = await one.filled.completeItems(table, {
      ...none,
      mutations: [cursor('indexes')],
    })
    assert.equal(await cursorIn(engine), 'indexes')
    // A step that was begun before, by a server that has not noticed.
    const late = batch(table, [thing('b', 1)], { mutations: [cursor('late')] })
    await assert.rejects(items.fill(table, late), GuardBroken)
    await assert.rejects(items.fill(completed, batch(completed, [])), /only its job fills a table/)
    assert.equal(await cursorIn(engine), 'indexes')
  })

  it('changes nothing under a fence that has fallen', async () => {
    const { one, items, engine } = await servers()
    const table = await one.filled.insert(wanted())
    await items.fill(table, batch(table, [], { mutations: [cursor('other')] }))
    const fence = fencedBy({ space: systemSpace, key: cursorKey, value: Buffer.from('mine') })
    const step = { fence, mutations: [] }
    await assert.rejects(items.fill(table, batch(table, [thing('a', 1)], step)), GuardBroken)
    await assert.rejects(one.filled.completeItems(table, step), GuardBroken)
    await assert.rejects(one.filled.abandon(table, fence), GuardBroken)
    assert.deepEqual(await verifyTable(engine, table), { items: 0, faults: [] })
  })

  it('counts an item whose key repeats once: the last one', async () => {
    const { one, items, engine } = await servers()
    const table = await one.filled.insert(wanted({ kind: 'import' }))
    const long = { text: { S: 'a much longer text' } }
    const first = [thing('a', 1), thing('a', 1, long), thing('b', 1, long), thing('c', 1)]
    await items.fill(table, batch(table, first, { mayRepeat: true }))
    await items.fill(table, batch(table, [thing('b', 1), thing('d', 1)], { mayRepeat: true }))
    assert.deepEqual(await verifyTable(engine, table), { items: 4, faults: [] })
    const { table: totals } = await one.totals(table)
    const kept = [thing('a', 1, long), thing('b', 1), thing('c', 1), thing('d', 1)]
    const bytes = kept.reduce((sum, item) => sum + StoredItem.of(item).sizeBytes, 0)
    assert.deepEqual(totals, { entries: 4, bytes })
  })

  it('refuses an item without its key', async () => {
    const { one } = await servers()
    const table = await one.filled.insert(wanted())
    assert.throws(() => filledItem(table, StoredItem.of({ pk: { S: 'a' } })), {
      message: 'One or more parameter values were invalid: Missing the key sk in the item',
    })
  })

  it('leaves nothing when it is abandoned', async () => {
    const { one, items, engine, builder } = await servers()
    const spacesBefore = await engine.spaces()
    const table = await one.filled.insert(wanted())
    await items.fill(table, batch(table, [thing('a', 1, { group: { S: 'g' } })]))
    await one.filled.completeItems(table, none)
    await builder.step(draft, unfenced)
    await one.filled.abandon(table, unfenced)
    assert.equal(await one.loadTable(here, draft.name), undefined)
    assert.deepEqual(await engine.spaces(), spacesBefore)
    await one.filled.abandon(table, unfenced)
    const next = await one.createTable(draft)
    await one.filled.abandon({ ...table, name: next.name }, unfenced)
    assert.equal((await one.findTable(here, draft.name))?.id, next.id)
  })

  it('is not inserted where a table exists, and then leaves no trace of its job', async () => {
    const { one, engine } = await servers()
    await one.createTable(draft)
    const beside = transactionPart([], () => [cursor('start')])
    const message = 'Table already exists: filled'
    await assert.rejects(one.filled.insert(wanted(restore, { beside })), { message })
    const refusal = (existing: Pick<DescribedTable, 'name'>) => resourceInUse(`no ${existing.name}`)
    const other = wanted(restore, { beside, refusal })
    await assert.rejects(one.filled.insert(other), { message: 'no filled' })
    assert.equal(await cursorIn(engine), undefined)
  })
})
