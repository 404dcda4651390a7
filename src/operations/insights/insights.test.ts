/** What is counted of keys: how much is kept of a minute, for how long, and how several servers add up. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../../test/support/engines.js'
import { openTestDatabase, type Json } from '../database-suite.js'
import { testCaller } from '../json-call-suite.js'
import { VirtualClock } from '../../stdx/clock.js'
import { systemSpace, type Engine } from '../../storage/engine.js'
import { unfenced } from '../../storage/fence.js'
import { allInsightsMinutes } from '../../storage/insights-keys.js'
import { insightRulesOf, type RuleKind } from '../../insights/insight-rules.js'
import { InsightsUpkeep } from '../../insights/insights-upkeep.js'
import { KeyMinuteCounts } from '../../insights/key-minute.js'
import { countedKeysMax, keyMinutesKeptMs, storedKeysMax } from '../../insights/limits.js'

const minuteMs = 60_000
const startMs = Date.UTC(2026, 0, 1)

function server(engine: Engine, clock: VirtualClock) {
  const { ask, database } = openTestDatabase(engine, { clock })
  const { insights, catalog } = database
  const upkeep = new InsightsUpkeep(insights.store, catalog, clock)

  async function createTable(TableName: string): Promise<void> {
    const IndexName = 'index'
    const definition = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' })
    const key = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }]
    await ask('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'g'].map(definition),
      KeySchema: key('pk'),
      GlobalSecondaryIndexes: [
        { IndexName, KeySchema: key('g'), Projection: { ProjectionType: 'ALL' } },
      ],
    })
  }

  const turn = (ContributorInsightsAction: string, TableName: string, more: Json = {}) =>
    ask('UpdateContributorInsights', { TableName, ContributorInsightsAction, ...more })

  /** Counts a key of a table, or of its index, in this minute. */
  async function count(tableName: string, key: string, indexName?: string): Promise<void> {
    const { id: tableId } = await catalog.requireTable(testCaller, tableName)
    const target = { tableId, ...(indexName !== undefined && { indexName }) }
    insights.traffic.accessed(target, { partition: [key], sort: undefined }, 1, clock.now())
  }

  async function reportOf(tableName: string, kind: RuleKind = 'PKC') {
    const [setting] = await insights.store.list(testCaller, tableName)
    const rule = insightRulesOf(setting!).find((each) => each.kind === kind)!
    const span = { fromMs: startMs, toMs: clock.now() + 1, periodMs: 24 * 60 * minuteMs }
    const asked = { ...span, contributorsMax: 25, orderBy: 'Sum' } as const
    return insights.report({ setting: setting!, rule }, asked)
  }

  async function contributors(tableName: string): Promise<Json> {
    const found = (await reportOf(tableName)).contributors
    return Object.fromEntries(found.map(({ key, total }) => [key, total]))
  }

  return { ask, insights, upkeep, createTable, turn, count, contributors, clock }
}

async function storedMinutes(engine: Engine): Promise<number> {
  const range = { kind: 'range', space: systemSpace, ...allInsightsMinutes() } as const
  const [{ entries }] = await engine.read([{ ...range, entriesMax: 1000 }])
  return entries.length
}

async function open() {
  const engine = await openTestEngine()
  return { engine, ...server(engine, new VirtualClock(startMs)) }
}

describe('a minute of a rule', () => {
  const minuteOf = (keys: number) => {
    const counts = new KeyMinuteCounts(startMs)
    for (let i = 0; i < keys; i++) counts.add(`key ${i}`, 1)
    return counts
  }

  it('has as many keys as are stored, and beyond them only their number', () => {
    const all = minuteOf(storedKeysMax).taken()
    assert.equal(all.keys.length, storedKeysMax)
    assert.equal(all.distinct, undefined)
    const more = minuteOf(storedKeysMax + 1).taken()
    assert.equal(more.keys.length, storedKeysMax)
    assert.equal(more.total, storedKeysMax + 1)
    assert.ok(Math.abs(more.distinct!.estimate() - (storedKeysMax + 1)) < 10)
  })

  it('counts as many keys as there are counters exactly', () => {
    const counts = minuteOf(countedKeysMax)
    assert.ok(counts.taken().keys.every(({ count, error }) => count === 1 && error === 0))
    counts.add('one more', 1)
    assert.deepEqual(counts.taken().keys[0], { key: 'one more', count: 2, error: 1 })
    assert.equal(counts.taken().total, countedKeysMax + 1)
  })
})

describe('what several servers count', () => {
  it('adds up, and outlives them', async () => {
    const engine = await openTestEngine()
    const clock = new VirtualClock(startMs)
    const [a, b] = [server(engine, clock), server(engine, clock)]
    await a.createTable('Tab')
    await a.turn('ENABLE', 'Tab')
    await b.count('Tab', 'unseen')
    await b.insights.readRules()
    await a.count('Tab', 'x')
    await b.count('Tab', 'x')
    await b.count('Tab', 'y')
    assert.deepEqual(await a.contributors('Tab'), { '["x"]': 1 })
    clock.advance(minuteMs)
    for (const { insights } of [a, b]) await insights.storeMinutes()
    await a.count('Tab', 'x')
    assert.deepEqual(await a.contributors('Tab'), { '["x"]': 3, '["y"]': 1 })
    assert.deepEqual(await b.contributors('Tab'), { '["x"]': 2, '["y"]': 1 })
    await a.insights.storeMinutes({ endsNow: true })
    const restarted = server(engine, clock)
    await restarted.insights.readRules()
    await restarted.count('Tab', 'y')
    assert.deepEqual(await restarted.contributors('Tab'), { '["x"]': 3, '["y"]': 2 })
    await restarted.insights.storeMinutes({ endsNow: true })
    assert.deepEqual(await b.contributors('Tab'), { '["x"]': 3, '["y"]': 2 })
  })
})

describe('the upkeep of what was counted', () => {
  it('drops minutes when they are too old', async () => {
    const { engine, clock, insights, upkeep, createTable, turn, count, contributors } = await open()
    await createTable('Tab')
    await turn('ENABLE', 'Tab')
    await count('Tab', 'first')
    clock.advance(minuteMs)
    await count('Tab', 'second')
    clock.advance(minuteMs)
    await insights.storeMinutes()
    clock.advance(keyMinutesKeptMs - 2 * minuteMs)
    await upkeep.step(unfenced)
    assert.equal(await storedMinutes(engine), 2)
    clock.advance(minuteMs)
    await upkeep.step(unfenced)
    assert.equal(await storedMinutes(engine), 1)
    assert.deepEqual(await contributors('Tab'), { '["second"]': 1 })
  })

  it('drops those of rules, indexes and tables that are gone, and no others', async () => {
    const { engine, ask, clock, insights, upkeep, createTable, turn, count, contributors } =
      await open()
    const ofIndex = { IndexName: 'index' }
    for (const TableName of ['kept', 'off', 'deleted', 'replaced', 'without-index']) {
      await createTable(TableName)
      const more = TableName === 'without-index' ? ofIndex : {}
      await turn('ENABLE', TableName, more)
      await count(TableName, 'k', TableName === 'without-index' ? 'index' : undefined)
    }
    clock.advance(minuteMs)
    await insights.storeMinutes()
    assert.equal(await storedMinutes(engine), 5)
    await upkeep.step(unfenced)
    assert.equal(await storedMinutes(engine), 5)
    await turn('DISABLE', 'off')
    await ask('DeleteTable', { TableName: 'deleted' })
    await ask('DeleteTable', { TableName: 'replaced' })
    await createTable('replaced')
    await turn('ENABLE', 'replaced')
    await ask('UpdateTable', {
      TableName: 'without-index',
      GlobalSecondaryIndexUpdates: [{ Delete: ofIndex }],
    })
    await upkeep.step(unfenced)
    assert.equal(await storedMinutes(engine), 1)
    assert.deepEqual(await contributors('kept'), { '["k"]': 1 })
    const left = await insights.store.list()
    assert.deepEqual(
      left.map(({ tableName, isEnabled }) => [tableName, isEnabled]),
      [
        ['kept', true],
        ['off', false],
        ['replaced', true],
      ],
    )
  })
})
