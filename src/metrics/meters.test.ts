/** What is measured is bounded: in series, in the length of their names, and in minutes that wait. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { liveSeriesMax, minuteMs, seriesBytesMax, unstoredMinutesMax } from './limits.js'
import { Meter } from './meter.js'
import { Meters } from './meters.js'
import { MetricHistory } from './metric-history.js'
import { encodeSeries } from './series-codec.js'
import type { SeriesId } from './series.js'

const scope = { account: '000000000000', region: 'eu-west-1' }

function series(table: string): SeriesId {
  const dimensions = [{ name: 'TableName', value: table }]
  return { scope, namespace: 'AWS/DynamoDB', metric: 'ConsumedReadCapacityUnits', dimensions }
}

/** A series whose name has exactly this many bytes in a key. */
function seriesOfBytes(bytes: number): SeriesId {
  return series('t'.repeat(bytes - encodeSeries(series('')).length))
}

describe('the meters of a minute', () => {
  it('also take what is known only when the next minute has begun', () => {
    const meters = new Meters(systemRandom)
    const minute = meters.at(2 * minuteMs)
    assert.equal(meters.at(2 * minuteMs - 1), minute)
    assert.notEqual(meters.at(minuteMs - 1), minute)
  })

  it('are as many as fit; those that come later are dropped, and counted', () => {
    const meters = new Meters(systemRandom)
    const minute = meters.at(0)
    for (let i = 0; i < liveSeriesMax; i++) minute.meter(series(`t${i}`), 'Count').add(1)
    assert.equal(meters.dropped, 0)
    minute.meter(series('late'), 'Count').add(1)
    minute.show(series('later'), 'Count', minute.meter(series('t0'), 'Count'))
    assert.equal(meters.dropped, 2)
    assert.equal(minute.find(series('late')), undefined)
    minute.meter(series('t0'), 'Count').add(1)
    assert.equal(minute.find(series('t0'))?.meter.aggregate()?.sum, 2)
    assert.equal([...minute.all()].length, liveSeriesMax)
    const next = meters.at(minuteMs)
    next.meter(series('late'), 'Count').add(1)
    assert.ok(next.find(series('late')))
    assert.equal(meters.dropped, 2)
  })

  it('have names that fit into a key; a longer one is dropped, and counted', async () => {
    const clock = new VirtualClock(minuteMs)
    const history = new MetricHistory({ engine: memoryEngine(), clock, random: systemRandom })
    const [longest, tooLong] = [seriesOfBytes(seriesBytesMax), seriesOfBytes(seriesBytesMax + 1)]
    for (const id of [longest, tooLong]) {
      history.meters.at(clock.now()).meter(id, 'Count').add(1)
    }
    assert.equal(history.meters.dropped, 1)
    const range = { fromMs: 0, toMs: 2 * minuteMs }
    const points = async () => [
      (await history.read(longest, range, minuteMs)).length,
      (await history.read(tooLong, range, minuteMs)).length,
    ]
    assert.deepEqual(await points(), [1, 0])
    await history.storeMinutes({ endsNow: true })
    assert.deepEqual(await points(), [1, 0])
  })
})

describe('minutes that cannot be stored', () => {
  it('wait, the last ones; older ones are dropped, and counted', () => {
    const meters = new Meters(systemRandom)
    const minutes = unstoredMinutesMax + 1
    const measure = (minute: number) =>
      meters
        .at(minute * minuteMs)
        .meter(series('t'), 'Count')
        .add(1)
    for (let minute = 0; minute < minutes; minute++) measure(minute)
    const waiting = (minute: number) =>
      meters.finished(minute * minuteMs).map((each) => each.minute)
    assert.equal(waiting(minutes - 1).length, unstoredMinutesMax)
    assert.equal(meters.dropped, 0)
    measure(minutes)
    const left = waiting(minutes)
    assert.deepEqual([left.length, left[0], left.at(-1)], [unstoredMinutesMax, 1, minutes - 1])
    assert.equal(meters.dropped, 1)
    for (const minute of meters.finished(minutes * minuteMs)) meters.stored(minute)
    assert.deepEqual(waiting(minutes), [])
  })
})

describe('a meter', () => {
  it('takes everything of another one', () => {
    const [some, more, all] = [new Meter(true), new Meter(true), new Meter(true)]
    for (const value of [1, 5]) some.add(value)
    for (const value of [0.5, 5]) more.add(value)
    for (const value of [1, 5, 0.5, 5]) all.add(value)
    some.addAll(more)
    assert.deepEqual(some.aggregate(), all.aggregate())
    some.addAll(new Meter(true))
    assert.deepEqual(some.aggregate(), all.aggregate())
  })
})
