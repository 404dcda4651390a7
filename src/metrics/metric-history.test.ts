/** What is measured can be read at once, later, by every server and after a restart. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { minuteMs, recentMinutesAgeMs } from './limits.js'
import { MetricHistory } from './metric-history.js'
import type { SeriesId } from './series.js'

const scope = { account: '000000000000', region: 'eu-west-1' }
const startMs = Date.UTC(2026, 0, 1)

function seriesOf(metric: string, table = 'T'): SeriesId {
  return {
    scope,
    namespace: 'AWS/DynamoDB',
    metric,
    dimensions: [{ name: 'TableName', value: table }],
  }
}

const consumed = seriesOf('ConsumedReadCapacityUnits')

function serverOn(engine: Engine, clock: VirtualClock): MetricHistory {
  return new MetricHistory({ engine, clock, random: systemRandom })
}

function add(server: MetricHistory, clock: VirtualClock, ...values: readonly number[]): void {
  const meter = server.meters.at(clock.now()).meter(consumed, 'Count', true)
  for (const value of values) meter.add(value)
}

/** Sums by minute since the start. */
async function sums(server: MetricHistory, clock: VirtualClock, periodMs = minuteMs) {
  const range = { fromMs: startMs, toMs: clock.now() + 1 }
  const points = await server.read(consumed, range, periodMs)
  return points.map(({ atMs, sum, count }) => [(atMs - startMs) / minuteMs, count, sum])
}

describe('the history of metrics', () => {
  it('has what was measured in this minute at once', async () => {
    const clock = new VirtualClock(startMs)
    const server = serverOn(await openTestEngine(), clock)
    add(server, clock, 1, 2.5)
    const [point] = await server.read(consumed, { fromMs: startMs, toMs: startMs + 1 }, minuteMs)
    assert.deepEqual(
      { ...point, histogram: point?.histogram?.size },
      { atMs: startMs, unit: 'Count', count: 2, sum: 3.5, min: 1, max: 2.5, histogram: 2 },
    )
  })

  it('adds up what several servers have measured, and survives all of them', async () => {
    const clock = new VirtualClock(startMs)
    const engine = await openTestEngine()
    const [a, b] = [serverOn(engine, clock), serverOn(engine, clock)]
    add(a, clock, 1)
    add(b, clock, 2)
    clock.advance(minuteMs)
    add(a, clock, 4)
    await a.storeMinutes()
    await b.storeMinutes()
    clock.advance(recentMinutesAgeMs)
    assert.deepEqual(await sums(a, clock), [
      [0, 2, 3],
      [1, 1, 4],
    ])
    assert.deepEqual(await sums(b, clock), [[0, 2, 3]])
    await a.storeMinutes({ endsNow: true })
    assert.deepEqual(await sums(a, clock), [
      [0, 2, 3],
      [1, 1, 4],
    ])
    assert.deepEqual(await sums(serverOn(engine, clock), clock), [
      [0, 2, 3],
      [1, 1, 4],
    ])
    clock.advance(recentMinutesAgeMs)
    assert.deepEqual(await sums(b, clock, 5 * minuteMs), [[0, 3, 7]])
  })

  it('has the points whose periods start in the range', async () => {
    const clock = new VirtualClock(startMs)
    const server = serverOn(await openTestEngine(), clock)
    for (let i = 0; i < 4; i++) {
      add(server, clock, 2 ** i)
      clock.advance(minuteMs)
      await server.storeMinutes()
    }
    const range = { fromMs: startMs + minuteMs, toMs: startMs + 3 * minuteMs }
    const points = await server.read(consumed, range, minuteMs)
    assert.deepEqual(
      points.map(({ sum }) => sum),
      [2, 4],
    )
  })

  it('lists the series of a scope that have had points since a moment', async () => {
    const clock = new VirtualClock(startMs)
    const server = serverOn(await openTestEngine(), clock)
    const other = { account: '111111111111', region: 'eu-west-1' }
    const meters = server.meters.at(clock.now())
    meters.meter(seriesOf('UserErrors'), 'Count').add(1)
    meters.meter({ ...consumed, scope: other }, 'Count').add(1)
    clock.advance(minuteMs)
    await server.storeMinutes()
    add(server, clock, 1)
    const metrics = async (sinceMs: number) =>
      (await server.list(scope, { namespace: 'AWS/DynamoDB' }, sinceMs)).map(({ metric }) => metric)
    assert.deepEqual(await metrics(startMs), ['ConsumedReadCapacityUnits', 'UserErrors'])
    assert.deepEqual(await metrics(clock.now()), ['ConsumedReadCapacityUnits'])
    const filter = { dimensions: [{ name: 'TableName', value: 'U' }] }
    assert.deepEqual(await server.list(scope, filter, startMs), [])
  })
})
