/** Minutes become hours, hours become days, and days end. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { allSystemRecords } from '../storage/keyspace.js'
import { system } from '../storage/system-prefixes.js'
import { coarseKeptMs, coarseMs, dayMs, hourMs, minuteMs, minutesKeptMs } from './limits.js'
import { mergeMinutes } from './merge-minutes.js'
import { MetricHistory } from './metric-history.js'
import { MetricUpkeep } from './metric-upkeep.js'
import { seriesKey, type SeriesId } from './series.js'

const startMs = Date.UTC(2026, 0, 1)

function series(table: string): SeriesId {
  return {
    scope: { account: '000000000000', region: 'eu-west-1' },
    namespace: 'AWS/DynamoDB',
    metric: 'SuccessfulRequestLatency',
    dimensions: [{ name: 'TableName', value: table }],
  }
}

/** Two servers and their background work. */
class Servers {
  readonly clock = new VirtualClock(startMs)
  readonly engine: Engine
  readonly histories: readonly MetricHistory[]
  #upkeep: MetricUpkeep

  constructor(engine: Engine) {
    this.engine = engine
    const { clock } = this
    this.histories = [0, 1].map(() => new MetricHistory({ engine, clock, random: systemRandom }))
    this.#upkeep = this.#newUpkeep()
  }

  /** Every table gets a value in this minute from each server; then the minute ends. */
  async minute(tables: readonly string[], value = 1): Promise<void> {
    for (const { meters } of this.histories) {
      for (const table of tables) {
        meters.at(this.clock.now()).meter(series(table), 'Milliseconds', true).add(value)
      }
    }
    this.clock.advance(minuteMs)
    for (const history of this.histories) await history.storeMinutes()
  }

  async settle(): Promise<void> {
    while (await this.#upkeep.step(unfenced));
  }

  restart(): void {
    this.#upkeep = this.#newUpkeep()
  }

  async points(table: string, periodMs = minuteMs) {
    const range = { fromMs: startMs, toMs: this.clock.now() }
    return this.histories[0]!.read(series(table), range, periodMs)
  }

  async records(): Promise<number> {
    const range = { kind: 'range', space: systemSpace, ...allSystemRecords() } as const
    const [{ entries }] = await this.engine.read([{ ...range, entriesMax: 10_000 }])
    // An engine may have records of its own.
    return entries.filter(({ key }) => key[0]! >= system.metricMinute).length
  }

  #newUpkeep(): MetricUpkeep {
    const { engine, clock } = this
    return new MetricUpkeep({ engine, clock, time: clock })
  }
}

describe('the upkeep of metrics', () => {
  it('merges the minutes of all servers, and changes nothing that is read', async () => {
    const servers = new Servers(await openTestEngine())
    for (let i = 1; i <= 70; i++) await servers.minute(['a', 'b'], i)
    const before = await servers.points('a')
    assert.equal(before.length, 70)
    servers.clock.advance(hourMs)
    await servers.settle()
    // For each of two series: two hours and that it exists.
    assert.equal(await servers.records(), 6)
    assert.deepEqual(await servers.points('a'), before)
    assert.deepEqual([before[69]?.count, before[69]?.sum, before[69]?.max], [2, 140, 70])
    const [hour] = await servers.points('b', hourMs)
    assert.deepEqual([hour?.count, hour?.sum, hour?.min, hour?.max], [120, 3660, 1, 60])
  })

  it('adds nothing if it is interrupted and begins again', async () => {
    const servers = new Servers(await openTestEngine())
    await servers.minute(['a'])
    const before = await servers.points('a')
    const { engine } = servers
    const transact: Engine['transact'] = engine.transact.bind(engine)
    // Everything is written except the end, which deletes the minutes.
    const dying: Engine['transact'] = (transaction) =>
      transaction.reads.length === 0 ? Promise.reject(new Error('killed')) : transact(transaction)
    const shadowed = Object.assign(engine, { transact: dying })
    await assert.rejects(mergeMinutes(engine, 2 ** 31, unfenced), /killed/)
    Object.assign(shadowed, { transact })
    assert.deepEqual(await servers.points('a'), before)
    servers.clock.advance(hourMs)
    await servers.settle()
    assert.deepEqual(await servers.points('a'), before)
  })

  it('keeps minutes for three days, then steps of five minutes until the fifteenth', async () => {
    const servers = new Servers(await openTestEngine())
    for (let i = 0; i < 10; i++) await servers.minute(['a'])
    servers.clock.advance(minutesKeptMs + dayMs)
    await servers.settle()
    assert.deepEqual(await servers.points('a'), [])
    const coarse = await servers.points('a', coarseMs)
    assert.deepEqual(
      coarse.map(({ atMs, count, histogram }) => [atMs - startMs, count, histogram?.size]),
      [
        [0, 10, 1],
        [coarseMs, 10, 1],
      ],
    )
    assert.equal(await servers.records(), 2)
    servers.clock.advance(coarseKeptMs - minutesKeptMs)
    servers.restart()
    await servers.settle()
    assert.equal(await servers.records(), 0)
    assert.deepEqual(await servers.points('a', coarseMs), [])
  })

  it('lists series that were merged', async () => {
    const servers = new Servers(await openTestEngine())
    await servers.minute(['a', 'b'])
    servers.clock.advance(hourMs)
    await servers.settle()
    await servers.minute(['c'])
    const { scope } = series('a')
    const list = (sinceMs: number) => servers.histories[0]!.list(scope, {}, sinceMs)
    const all = (await list(startMs)).map(seriesKey)
    assert.deepEqual(
      all,
      ['a', 'b', 'c'].map((table) => seriesKey(series(table))),
    )
    assert.equal((await list(servers.clock.now() - 2 * minuteMs)).length, 1)
  })
})
