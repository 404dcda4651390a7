import assert from 'node:assert/strict'
import test from 'node:test'
import { FixedMetrics } from '../metrics/reader-suite.js'
import { sortedDimensions } from '../metrics/series.js'
import type { Alarm, AlarmQuery, AlarmSettings, WatchedMetric } from './alarm.js'
import { AlarmPoints } from './alarm-points.js'
import { alarmSettings, firstMinuteMs } from './alarm-suite.js'
import { minuteSettlesMs } from './limits.js'

const scope = { account: '000000000000', region: 'eu-west-1' }
const minuteMs = 60_000

function alarmOf(settings: AlarmSettings): Alarm {
  const times = { configuredAtMs: 0, stateUpdatedAtMs: 0, stateChangedAtMs: 0 }
  return { scope, name: 'a', settings, tags: [], state: 'OK', reason: '', ...times }
}

/** Minutes with the values 1, 2, … from the first minute on. */
function counting(minutes: number): FixedMetrics {
  const metrics = new FixedMetrics()
  const series = {
    scope,
    namespace: 'AWS/DynamoDB',
    metric: 'ConsumedWriteCapacityUnits',
    dimensions: sortedDimensions([{ name: 'TableName', value: 'Music' }]),
  }
  for (let i = 0; i < minutes; i++) metrics.add(series, firstMinuteMs + i * minuteMs, [i + 1, 1])
  return metrics
}

async function valuesAt(nowMs: number, metric: Partial<WatchedMetric>, evaluationPeriods = 1) {
  const points = new AlarmPoints(counting(10))
  return points.read(alarmOf(alarmSettings({ evaluationPeriods }, metric)), nowMs)
}

test('the newest period comes first, and some more than are evaluated', async () => {
  const nowMs = firstMinuteMs + 4 * minuteMs + minuteSettlesMs
  const points = await valuesAt(nowMs, {})
  assert.deepEqual(points, [
    { atMs: firstMinuteMs + 3 * minuteMs, value: 5, samples: 2 },
    { atMs: firstMinuteMs + 2 * minuteMs, value: 4, samples: 2 },
    { atMs: firstMinuteMs + minuteMs, value: 3, samples: 2 },
  ])
})

test('a minute is not looked at before it has settled', async () => {
  const nowMs = firstMinuteMs + 4 * minuteMs + minuteSettlesMs - 1
  const [newest] = await valuesAt(nowMs, {})
  assert.equal(newest?.atMs, firstMinuteMs + 2 * minuteMs)
})

test('longer periods end with the last minute, and are missing where there is nothing', async () => {
  const nowMs = firstMinuteMs + 7 * minuteMs + minuteSettlesMs
  const points = await valuesAt(nowMs, { periodSeconds: 300, statistic: 'Maximum' })
  assert.deepEqual(points, [
    { atMs: firstMinuteMs + 2 * minuteMs, value: 7, samples: 10 },
    { atMs: firstMinuteMs - 3 * minuteMs, value: 2, samples: 4 },
    { atMs: firstMinuteMs - 8 * minuteMs },
  ])
})

test('hours are made of points of five minutes', async () => {
  const nowMs = firstMinuteMs + 12 * minuteMs + minuteSettlesMs
  const [newest] = await valuesAt(nowMs, { periodSeconds: 3600, statistic: 'SampleCount' })
  assert.deepEqual(newest, { atMs: firstMinuteMs - 50 * minuteMs, value: 20, samples: 20 })
})

test('points of another unit do not count', async () => {
  const nowMs = firstMinuteMs + 4 * minuteMs + minuteSettlesMs
  const bytes = await valuesAt(nowMs, { unit: 'Bytes' })
  assert.deepEqual(
    bytes.map(({ value }) => value),
    [undefined, undefined, undefined],
  )
  assert.equal((await valuesAt(nowMs, { unit: 'Count' }))[0]?.value, 5)
})

/** An alarm on one or several queries; `m` counts the minutes. */
async function computed(nowMs: number, queries: readonly AlarmQuery[], periodSeconds = 60) {
  const { subject, ...rest } = alarmSettings({ evaluationPeriods: 1 }, { periodSeconds })
  assert.ok(subject.kind === 'metric')
  const all = [{ id: 'm', metric: subject, returnsData: false }, ...queries]
  const points = new AlarmPoints(counting(10))
  return points.read(alarmOf({ ...rest, subject: { kind: 'math', queries: all } }), nowMs)
}

test('an expression is computed in each period, and is missing where it has no value', async () => {
  const nowMs = firstMinuteMs + 2 * minuteMs + minuteSettlesMs
  const queries = [
    { id: 'half', expression: 'm / 2', returnsData: false },
    { id: 'e', expression: 'half * 10' },
  ]
  assert.deepEqual(await computed(nowMs, queries), [
    { atMs: firstMinuteMs + minuteMs, value: 15 },
    { atMs: firstMinuteMs, value: 10 },
    { atMs: firstMinuteMs - minuteMs },
  ])
})

test('the longer periods of an expression end with the last minute as well', async () => {
  const nowMs = firstMinuteMs + 7 * minuteMs + minuteSettlesMs
  const queries = [{ id: 'e', expression: 'FILL(m, 0) + TIME_SERIES(1)' }]
  assert.deepEqual(await computed(nowMs, queries, 300), [
    { atMs: firstMinuteMs + 2 * minuteMs, value: 31 },
    { atMs: firstMinuteMs - 3 * minuteMs, value: 6 },
    { atMs: firstMinuteMs - 8 * minuteMs, value: 1 },
  ])
})

test('an expression that has several results cannot be read', async () => {
  const queries = [{ id: 'e', expression: 'METRICS()' }]
  await assert.rejects(computed(firstMinuteMs, queries), {
    message: "The expression 'e' must return a single time series.",
  })
})

test('a metric of a list is read like any other', async () => {
  const { subject, ...rest } = alarmSettings({ evaluationPeriods: 1 })
  assert.ok(subject.kind === 'metric')
  const queries = [{ id: 'm1', metric: subject }]
  const points = new AlarmPoints(counting(3))
  const nowMs = firstMinuteMs + 3 * minuteMs + minuteSettlesMs
  const read = await points.read(alarmOf({ ...rest, subject: { kind: 'math', queries } }), nowMs)
  assert.equal(read[0]?.value, 4)
})
