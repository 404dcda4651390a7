import assert from 'node:assert/strict'
import test from 'node:test'
import type { AlarmSettings } from './alarm.js'
import { alarmSettings, periodsOf } from './alarm-suite.js'
import { doubleText } from './double-text.js'
import { evaluateAlarm } from './evaluate.js'
import { stateReason, stateReasonData } from './state-reason.js'

function check(picture: string, settings: Partial<AlarmSettings>, expected: string): void {
  test(expected, () => {
    const of = alarmSettings(settings)
    assert.equal(stateReason(of, evaluateAlarm(of, periodsOf(picture))), expected)
  })
}

const [one, two, three] = ['11:22:00', '11:21:00', '11:20:00'].map((time) => `08/11/26 ${time}`)

check(
  '- - X',
  { evaluationPeriods: 1 },
  `Threshold Crossed: 1 datapoint [9.0 (${one!})] was greater than the threshold (5.0).`,
)
check(
  '- 0 0',
  { evaluationPeriods: 2, threshold: 42 },
  `Threshold Crossed: 2 datapoints [1.0 (${one!}), 1.0 (${two!})] were not greater than the threshold (42.0).`,
)
check(
  'X X X',
  { evaluationPeriods: 3, datapointsToAlarm: 1 },
  `Threshold Crossed: 3 out of the last 3 datapoints [9.0 (${one!}), 9.0 (${two!}), 9.0 (${three!})] were greater than the threshold (5.0) (minimum 1 datapoint for OK -> ALARM transition).`,
)
check(
  '0 0 0',
  { evaluationPeriods: 1, datapointsToAlarm: 1, comparison: 'GreaterThanOrEqualToThreshold' },
  `Threshold Crossed: 1 out of the last 1 datapoints [1.0 (${one!})] was not greater than or equal to the threshold (5.0) (minimum 1 datapoint for ALARM -> OK transition).`,
)
check(
  '- - -',
  { evaluationPeriods: 3, treatMissing: 'missing' },
  'Insufficient Data: 3 datapoints were unknown.',
)
check(
  '- - -',
  { evaluationPeriods: 1, treatMissing: 'missing' },
  'Insufficient Data: 1 datapoint was unknown.',
)
check(
  '- - -',
  { evaluationPeriods: 2, treatMissing: 'breaching' },
  'Threshold Crossed: no datapoints were received for 2 periods and 2 missing datapoints were treated as [Breaching].',
)
check(
  '- - -',
  { evaluationPeriods: 1, treatMissing: 'notBreaching' },
  'Threshold Crossed: no datapoints were received for 1 period and 1 missing datapoint was treated as [NonBreaching].',
)
check(
  '- - X',
  { evaluationPeriods: 3, datapointsToAlarm: 2, treatMissing: 'breaching' },
  'Threshold Crossed: 1 datapoint was received for 3 periods and 2 missing datapoints were treated as [Breaching].',
)
check(
  'X X X X X',
  { evaluationPeriods: 5, datapointsToAlarm: 5 },
  'Threshold Crossed: 5 out of the last 5 datapoints were greater than the threshold (5.0). The most recent datapoints which crossed the threshold: [9.0 (08/11/26 11:24:00), 9.0 (08/11/26 11:23:00), 9.0 (08/11/26 11:22:00), 9.0 (08/11/26 11:21:00), 9.0 (08/11/26 11:20:00)] (minimum 5 datapoints for OK -> ALARM transition).',
)

function dataOf(picture: string, settings: Partial<AlarmSettings>): string {
  const of = alarmSettings(settings)
  const periods = periodsOf(picture)
  const nowMs = Date.UTC(2026, 10, 8, 11, 25, 3, 504)
  return stateReasonData(of, evaluateAlarm(of, periods), { periods, nowMs })
}

test('the data of a crossing has what it took', () => {
  assert.equal(
    dataOf('X X X', { evaluationPeriods: 2, datapointsToAlarm: 2 }),
    '{"version":"1.0","queryDate":"2026-11-08T11:25:03.504+0000","startDate":"2026-11-08T11:21:00.000+0000",' +
      '"statistic":"Sum","period":60,"recentDatapoints":[9.0,9.0],"threshold":5.0,"evaluatedDatapoints":[' +
      '{"timestamp":"2026-11-08T11:22:00.000+0000","sampleCount":2.0,"value":9.0},' +
      '{"timestamp":"2026-11-08T11:21:00.000+0000","sampleCount":2.0,"value":9.0}]}',
  )
  const back = JSON.parse(dataOf('0 0 0', {})) as { evaluatedDatapoints: readonly unknown[] }
  assert.equal(back.evaluatedDatapoints.length, 1)
})

test('the data of missing points has their times', () => {
  assert.equal(
    dataOf('- - -', { evaluationPeriods: 2, treatMissing: 'breaching' }),
    '{"version":"1.0","queryDate":"2026-11-08T11:25:03.504+0000","statistic":"Sum","period":60,"recentDatapoints":[],' +
      '"threshold":5.0,"evaluatedDatapoints":[{"timestamp":"2026-11-08T11:22:00.000+0000"},{"timestamp":"2026-11-08T11:21:00.000+0000"}]}',
  )
})

test('reason and data of a long alarm stay within AWS’s lengths', () => {
  const settings = alarmSettings({ evaluationPeriods: 1440, datapointsToAlarm: 1440 })
  const periods = Array.from({ length: 1440 }, (_, i) => ({
    atMs: i * 60_000,
    value: 1234567.123456789,
    samples: 1234567,
  }))
  const verdict = evaluateAlarm(settings, periods)
  assert.ok(stateReason(settings, verdict).length <= 1023)
  assert.ok(stateReasonData(settings, verdict, { periods, nowMs: 0 }).length <= 4000)
})

test('doubles look like Java’s', () => {
  const rows = [
    [0, '0.0'],
    [21.5, '21.5'],
    [-3, '-3.0'],
    [9_999_999, '9999999.0'],
    [1e7, '1.0E7'],
    [12_345_678.9, '1.23456789E7'],
    [0.001, '0.001'],
    [0.0005, '5.0E-4'],
  ] as const
  for (const [value, text] of rows) assert.equal(doubleText(value), text)
})
