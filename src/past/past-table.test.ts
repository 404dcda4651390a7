/** A table as it was: right at every moment, while others write, and never silently wrong. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chanceOf, seed } from '../../test/support/chance.js'
import { Items } from '../items/items.js'
import { itemSizeBytes } from '../model/item-size.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemSpace, type Guard } from '../storage/engine.js'
import { unfenced, writeFenced } from '../storage/fence.js'
import { formatKey, tableRecordKey, tableStampKey } from '../storage/keyspace.js'
import { pastSource } from './items-place.js'
import { catchUpStepsMax, clockSkewMsMax, collectedChangesMax } from './limits.js'
import { dayMs, History, scope, type Contents } from './past-suite.js'
import type { PastPoint } from './past-point.js'
import { endPast } from './past-table.js'
import { PastUnavailable, type PastFault } from './past-unavailable.js'

const limits = { entriesMax: 100, bytesMax: 1_000_000 }

function fails(work: Promise<unknown>, fault: PastFault): Promise<void> {
  return assert.rejects(
    work,
    (error: unknown) => error instanceof PastUnavailable && error.fault === fault,
  )
}

describe('a table as it was', () => {
  for (const [round, member] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const) {
    const where = member ? ', in a global table' : ''
    it(`is what it was at every moment, while others write${where} (seed ${seed + round})`, async () => {
      const chance = chanceOf(seed + round)
      const history = await (member ? History.openMember(chance) : History.open(chance))
      await history.actOften(120)
      for (let i = 0; i < 8; i++) {
        const momentMs = history.someMoment()
        const expected = history.at(momentMs)
        const state = await history.begin(await history.point(momentMs))
        await history.actOften(5)
        const meanwhile = () => history.act()
        assert.deepEqual(await history.restore(state, meanwhile), expected, `moment ${momentMs}`)
      }
    })
  }

  it('is what it is when the point is read, if that has no moment', async () => {
    const history = await History.open(chanceOf(seed))
    await history.actOften(40)
    const point = await history.point()
    const expected = history.latest
    await history.actOften(40)
    const state = await history.begin(JSON.parse(JSON.stringify(point)) as PastPoint)
    assert.deepEqual(await history.restore(state, () => history.act()), expected)
  })

  it('is what was answered before a moment, though the clock stands still', async () => {
    const history = await History.open(chanceOf(seed))
    for (let i = 0; i < 5; i++) {
      const { momentMs, contents } = await history.momentBetweenWrites()
      const state = await history.begin(await history.point(momentMs))
      assert.deepEqual(await history.restore(state, async () => undefined), contents)
    }
  })

  it('has empty pages while it is far behind the writers', async () => {
    const history = await History.open(chanceOf(seed))
    const expected = history.latest
    const state = await history.begin(await history.point())
    await history.changeAll(catchUpStepsMax * collectedChangesMax + 1)
    const first = await history.past().page(state, undefined, limits, unfenced)
    assert.deepEqual([first.items.length, first.next], [0, ''])
    const second = await history.past().page(first.state, first.next, limits, unfenced)
    assert.deepEqual([second.items.length, second.next], [expected.size, undefined])
    assert.deepEqual(await history.restore(state, async () => undefined), expected)
  })

  it('goes by the order of the log where the clocks of servers differ', async () => {
    const history = await History.open(chanceOf(seed))
    const { engine } = history
    const table = await history.table()
    const ahead = new VirtualClock(history.clock.now() + clockSkewMsMax)
    const behind = new VirtualClock(history.clock.now() + 1)
    const put = async (clock: VirtualClock, n: number) => {
      const item = { pk: { S: 'key-0' }, n: { N: String(n) } }
      const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
      await new Items(engine, clock).write(table, { action })
    }
    const states: [momentMs: number, expected: Contents][] = []
    for (let n = 0; n < 20; n++) {
      // Each pair is out of order: the second is stamped almost five minutes before the first.
      states.push([ahead.now(), await history.contents()])
      await put(ahead, 2 * n)
      await put(behind, 2 * n + 1)
      ahead.advance(1000)
      behind.advance(1000)
    }
    for (const [momentMs, expected] of states) {
      const state = await history.begin(await history.point(momentMs))
      assert.deepEqual(await history.restore(state, async () => undefined), expected)
    }
  })

  it('can be collected beforehand', async () => {
    const history = await History.open(chanceOf(seed))
    await history.actOften(60)
    const momentMs = history.someMoment()
    let state = await history.begin(await history.point(momentMs))
    for (let caughtUp = false; !caughtUp;) {
      ;({ state, caughtUp } = await history.past().collect(state, unfenced))
    }
    assert.deepEqual(await history.restore(state, () => history.act()), history.at(momentMs))
  })

  it('survives its deletion if the items are kept', async () => {
    const history = await History.open(chanceOf(seed))
    await history.actOften(40)
    const table = await history.table()
    const momentMs = history.someMoment()
    const expected = history.at(momentMs)
    const state = await history.begin(await history.point(momentMs))
    const guard: Guard = { space: systemSpace, key: formatKey(), value: undefined }
    const [mark] = await history.engine.read([{ ...guard, kind: 'get' }])
    const kept = async () => ({ ...guard, value: mark })
    // As if the table had departed: its records are gone, its items are not.
    const records = [tableRecordKey(scope, table.name), tableStampKey(scope, table.name)]
    await writeFenced(
      history.engine,
      unfenced,
      records.map((key) => ({ kind: 'delete', space: systemSpace, key }) as const),
    )
    const page = await history.past(kept).page(state, undefined, limits, unfenced)
    assert.equal(page.items.length, expected.size)
    const last = await history.past(kept).begin(pastSource(table), undefined, unfenced, () => [])
    const present = await history.past(kept).page(last, undefined, limits, unfenced)
    assert.equal(present.items.length, history.latest.size)
    await fails(history.past().page(state, undefined, limits, unfenced), 'gone')
  })

  it('is refused when its changes are no longer logged', async () => {
    const history = await History.open(chanceOf(seed))
    await history.actOften(10)
    const state = await history.begin(await history.point(history.someMoment()))
    await history.recover(false)
    await fails(history.past().page(state, undefined, limits, unfenced), 'not logged')
  })

  it('is refused when changes since then were trimmed', async () => {
    const history = await History.open(chanceOf(seed))
    await history.actOften(30)
    const momentMs = history.someMoment()
    const point = await history.point(momentMs)
    const state = await history.begin(point)
    await history.recover(true, 1)
    history.clock.advance(3 * dayMs)
    await history.actOften(10)
    while (await history.upkeep());
    await fails(history.begin(point), 'trimmed')
    await fails(history.past().page(state, undefined, limits, unfenced), 'trimmed')
  })

  it('is refused once what was collected has been dropped', async () => {
    const history = await History.open(chanceOf(seed))
    await history.actOften(20)
    const state = await history.begin(await history.point(history.someMoment()))
    await writeFenced(history.engine, unfenced, endPast(state))
    await fails(history.past().page(state, undefined, limits, unfenced), 'ended')
  })
})
