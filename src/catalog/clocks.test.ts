/** Clocks that are wrong, or differ between servers: no table is hidden, and none comes back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError } from '../model/errors.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { openTestEngine } from '../../test/support/engines.js'
import { Catalog } from './catalog.js'
import { indexUnderChange, stateOf } from './life-cycle.js'
import type { TableDraft } from './table-draft.js'
import { decodeTableRecord, getTableRecord, putTableRecord } from './table-record.js'

const here = { account: '000000000000', region: 'us-east-1' }
const startMs = Date.UTC(2026, 0, 1)
const hourMs = 3_600_000

const draft: TableDraft = {
  ...here,
  name: 'orders',
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S' },
  indexes: [],
  billing: {
    mode: 'on-demand',
    throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 },
  },
  deletionProtection: false,
  tags: [],
}
const index = {
  kind: 'global',
  name: 'by-pk',
  keySchema: { partition: [{ name: 'pk', type: 'S' }], sort: [] },
  projection: { kind: 'all' },
} as const

interface TestServer {
  readonly clock: VirtualClock
  readonly catalog: Catalog
  readonly state: () => Promise<string>
  /** Whether requests for items find the table. */
  readonly serves: () => Promise<boolean>
}

function serverOn(engine: Engine, tableTransitionMs: number, nowMs = startMs): TestServer {
  const clock = new VirtualClock(nowMs)
  const settings = { tableTransitionMs }
  const catalog = new Catalog({ engine, clock, random: systemRandom, settings })
  return {
    clock,
    catalog,
    async state() {
      const table = await catalog.loadTable(here, 'orders')
      return table === undefined ? 'absent' : stateOf(table, clock.now())
    },
    serves: async () => (await catalog.findTable(here, 'orders')) !== undefined,
  }
}

async function storedDefinition(engine: Engine) {
  const [bytes] = await engine.read([getTableRecord(here, 'orders')])
  return decodeTableRecord(bytes!).definition
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'accepted'
  } catch (error) {
    if (error instanceof ServiceError) return error.type
    throw error
  }
}

const setBack = { '3 s': 3000, '1 h': hourMs, 'to 1970': startMs - 86_400_000 }

describe('a clock that goes back', () => {
  for (const [name, byMs] of Object.entries(setBack)) {
    it(`hides no table: ${name}`, async () => {
      const engine = await openTestEngine()
      const { catalog, clock, serves, state } = serverOn(engine, 0)
      const created = await catalog.createTable(draft)
      assert.equal(created.transition?.kind, 'creating', 'for the answer')
      clock.advance(-byMs)
      assert.ok(await serves())
      assert.equal(await state(), 'active')
      const restarted = serverOn(engine, 0, clock.now())
      assert.ok(await restarted.serves())
      assert.equal(await refusal(catalog.deleteTable(here, 'orders', () => undefined)), 'accepted')
      assert.equal(await restarted.state(), 'absent')
    })

    it(`holds up no change after a change: ${name}`, async () => {
      const engine = await openTestEngine()
      const { catalog, clock, state } = serverOn(engine, 0)
      await catalog.createTable({ ...draft, indexes: [index] })
      const changed = await catalog.updateTable(here, 'orders', (before) => ({
        ...before,
        indexes: [],
      }))
      assert.equal(changed.transition?.kind, 'updating', 'for the answer')
      assert.equal(changed.departingIndex?.index.name, 'by-pk', 'for the answer')
      clock.advance(-byMs)
      assert.equal(await state(), 'active')
      const same = catalog.updateTable(here, 'orders', (before) => ({ ...before }))
      assert.equal(await refusal(same), 'accepted')
      assert.equal(await refusal(catalog.deleteTable(here, 'orders', () => undefined)), 'accepted')
    })

    it(`does not hold up the filling of an index: ${name}`, async () => {
      const engine = await openTestEngine()
      const { catalog, clock } = serverOn(engine, 0)
      await catalog.createTable(draft)
      await catalog.updateTable(here, 'orders', (before) => ({ ...before, indexes: [index] }))
      clock.advance(-byMs)
      const table = await catalog.requireTable(here, 'orders')
      assert.ok(table.indexes[0]!.build!.backfillFromMs <= clock.now())
    })
  }

  it('ends a long transition whose start lies far in its future', async () => {
    const { catalog, clock, serves, state } = serverOn(await openTestEngine(), 10_000)
    await catalog.createTable(draft)
    assert.equal(await state(), 'creating')
    clock.advance(-hourMs)
    assert.equal(await state(), 'active')
    assert.ok(await serves())
  })

  it('ends the wait of an index whose start lies far in its future, and its removal', async () => {
    const { catalog, clock } = serverOn(await openTestEngine(), 10_000)
    await catalog.createTable(draft)
    clock.advance(10_000)
    await catalog.updateTable(here, 'orders', (before) => ({ ...before, indexes: [index] }))
    const added = await catalog.requireTable(here, 'orders')
    assert.equal(indexUnderChange(added, clock.now())?.state, 'allocating')
    assert.equal(indexUnderChange(added, clock.now() - 10_000)?.state, 'allocating')
    assert.equal(indexUnderChange(added, clock.now() - 10_001)?.state, 'backfilling')
    clock.advance(10_000)
    await catalog.updateTable(here, 'orders', (before) => ({ ...before, indexes: [] }))
    const removed = await catalog.requireTable(here, 'orders')
    assert.equal(indexUnderChange(removed, clock.now())?.state, 'deleting')
    assert.equal(indexUnderChange(removed, clock.now() - hourMs), undefined)
  })

  it('stretches a long transition by its own length at most', async () => {
    const { catalog, clock, state } = serverOn(await openTestEngine(), 10_000)
    await catalog.createTable(draft)
    clock.advance(-10_000)
    assert.equal(await state(), 'creating')
    clock.advance(-1)
    assert.equal(await state(), 'active')
  })

  it('keeps a table that is being deleted from coming back', async () => {
    const { catalog, clock, serves, state } = serverOn(await openTestEngine(), 10_000)
    await catalog.createTable(draft)
    clock.advance(10_000)
    await catalog.deleteTable(here, 'orders', () => undefined)
    for (const byMs of [3000, hourMs, startMs - 86_400_000 - hourMs]) {
      clock.advance(-byMs)
      assert.equal(await state(), 'deleting')
      assert.equal(await serves(), false)
      await catalog.finishTransitions()
      assert.equal(await state(), 'deleting', 'freed no earlier than stored')
    }
  })
})

describe('two servers whose clocks are 5 s apart', () => {
  async function twoServers(tableTransitionMs: number) {
    const engine = await openTestEngine()
    const ahead = serverOn(engine, tableTransitionMs)
    const behind = serverOn(engine, tableTransitionMs, startMs - 5000)
    const pass = (durationMs: number) => {
      ahead.clock.advance(durationMs)
      behind.clock.advance(durationMs)
    }
    return { engine, ahead, behind, pass }
  }

  it('agree on every state if transitions take no time', async () => {
    const { ahead, behind } = await twoServers(0)
    for (const [one, other] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      await one.catalog.createTable(draft)
      assert.deepEqual([await one.state(), await other.state()], ['active', 'active'])
      assert.ok(await other.serves())
      await one.catalog.updateTable(here, 'orders', (before) => ({ ...before }))
      assert.deepEqual([await one.state(), await other.state()], ['active', 'active'])
      await other.catalog.deleteTable(here, 'orders', () => undefined)
      assert.deepEqual([await one.state(), await other.state()], ['absent', 'absent'])
    }
  })

  it('agree once a long transition was settled, and never go from ACTIVE to CREATING', async () => {
    const { engine, ahead, behind, pass } = await twoServers(10_000)
    await ahead.catalog.createTable(draft)
    assert.deepEqual([await ahead.state(), await behind.state()], ['creating', 'creating'])
    pass(10_000)
    assert.equal(await ahead.state(), 'active')
    const cached = await ahead.catalog.requireTable(here, 'orders')
    await ahead.catalog.finishTransitions()
    assert.equal(await behind.state(), 'active')
    assert.ok(await behind.serves())
    assert.equal((await storedDefinition(engine)).transition, undefined)
    assert.ok(await ahead.catalog.isCurrent(cached), 'nobody was disturbed')
  })

  it('settle what is over with the next change, too', async () => {
    const { engine, ahead, behind, pass } = await twoServers(10_000)
    await ahead.catalog.createTable(draft)
    pass(10_000)
    await ahead.catalog.changeSetting(here, 'orders', (before) => ({ ...before, tags: [] }))
    assert.equal((await storedDefinition(engine)).transition, undefined)
    assert.equal(await behind.state(), 'active')
  })
})

describe('Kinesis destinations whose change is over', () => {
  it('are stored without its length, so that no clock brings it back', async () => {
    const engine = await openTestEngine()
    const { catalog, clock } = serverOn(engine, 10_000)
    await catalog.createTable(draft)
    clock.advance(10_000)
    const times = { enabledAtMs: clock.now(), activeFromMs: clock.now() + 10_000 }
    const update = { updatedAtMs: clock.now(), updatedFromMs: clock.now() + 10_000 }
    await catalog.changeSetting(here, 'orders', (before) => ({
      ...before,
      kinesisDestinations: [{ streamArn: 'one', ...times, ...update }],
    }))
    clock.advance(9999)
    await catalog.finishTransitions()
    const stored = async () => (await storedDefinition(engine)).kinesisDestinations
    assert.deepEqual(await stored(), [{ streamArn: 'one', ...times, ...update }])
    clock.advance(1)
    await catalog.finishTransitions()
    const { enabledAtMs } = times
    assert.deepEqual(await stored(), [{ streamArn: 'one', enabledAtMs, activeFromMs: enabledAtMs }])
    const closed = { atMs: clock.now(), disabledFromMs: clock.now() + 10_000 }
    await catalog.changeSetting(here, 'orders', (before) => ({
      ...before,
      kinesisDestinations: [{ ...before.kinesisDestinations![0]!, closed }],
    }))
    clock.advance(10_000)
    await catalog.finishTransitions()
    const { atMs } = closed
    assert.deepEqual((await stored())![0]!.closed, { atMs, disabledFromMs: atMs })
  })
})

describe('a record of an older version, which does not say when its transition started', () => {
  it('is read, and settled', async () => {
    const engine = await openTestEngine()
    const { catalog, clock, state } = serverOn(engine, 0)
    await catalog.createTable(draft)
    const definition = await storedDefinition(engine)
    const transition = { kind: 'creating', doneAtMs: startMs } as const
    const record = { definition: { ...definition, transition }, revision: 1 }
    await engine.transact({
      reads: [],
      decide: () => ({ mutations: [putTableRecord(record)], result: undefined }),
    })
    assert.equal(await state(), 'active')
    clock.advance(-hourMs)
    assert.equal(await state(), 'active')
    clock.advance(hourMs)
    await catalog.finishTransitions()
    assert.equal((await storedDefinition(engine)).transition, undefined)
  })
})
