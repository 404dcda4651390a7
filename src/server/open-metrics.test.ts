/** When what was measured is stored. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { until } from '../../test/support/until.js'
import { minuteMs } from '../metrics/limits.js'
import { MetricHistory } from '../metrics/metric-history.js'
import { VirtualClock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { MetricsRecorder } from './open-metrics.js'

const series = {
  scope: { account: '000000000000', region: 'eu-west-1' },
  namespace: 'AWS/DynamoDB',
  metric: 'UserErrors',
  dimensions: [],
}
const startMs = Date.UTC(2026, 0, 1)

function recorderOf(atMs = startMs) {
  const clock = new VirtualClock(atMs)
  const engine = memoryEngine()
  const history = new MetricHistory({ engine, clock, random: systemRandom })
  const warnings: string[] = []
  const log: Log = {
    error: () => undefined,
    warn: (text) => void warnings.push(text),
    info: () => undefined,
    debug: () => undefined,
    wants: () => true,
  }
  const recorder = new MetricsRecorder({ history, clock, log })
  const measure = () => history.meters.at(clock.now()).meter(series, 'Count').add(1)
  /** As another server sees it. */
  async function stored(): Promise<number> {
    const other = new MetricHistory({ engine, clock, random: systemRandom })
    const range = { fromMs: startMs, toMs: startMs + 60 * minuteMs }
    const points = await other.read(series, range, minuteMs)
    return points.reduce((sum, point) => sum + point.sum, 0)
  }
  return { clock, history, warnings, recorder, measure, stored }
}

/** The timers for which a process would stay alive. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

describe('MetricsRecorder', () => {
  it('stores a minute that is over', async () => {
    const { clock, recorder, measure, stored } = recorderOf(startMs + minuteMs - 20)
    measure()
    recorder.start()
    assert.equal(await stored(), 0)
    clock.advance(20)
    await until(
      async () => (await stored()) === 1,
      () => 'the minute was not stored',
    )
    measure()
    assert.equal(await stored(), 1)
    await recorder.stop()
  })

  it('stores the present minute when it stops, and does not wait for its end', async () => {
    const { recorder, measure, stored } = recorderOf()
    recorder.start()
    measure()
    await recorder.stop()
    assert.equal(await stored(), 1)
  })

  it('keeps no process alive', async () => {
    const { recorder } = recorderOf()
    const before = timers()
    recorder.start()
    assert.equal(timers(), before)
    const other = setTimeout(() => undefined, minuteMs)
    assert.equal(timers(), before + 1)
    clearTimeout(other)
    await recorder.stop()
  })

  it('tells once that the store is away, and loses nothing', async () => {
    const { clock, history, warnings, recorder, measure, stored } = recorderOf(startMs)
    const storing = history.storeMinutes.bind(history)
    let attempts = 0
    history.storeMinutes = async () => {
      attempts++
      throw new Error('away')
    }
    measure()
    clock.advance(minuteMs - 1)
    recorder.start()
    await until(
      () => attempts > 2,
      () => 'it gave up',
    )
    assert.deepEqual(warnings, ['metrics could not be stored'])
    history.storeMinutes = storing
    await recorder.stop()
    assert.equal(await stored(), 1)
  })
})
