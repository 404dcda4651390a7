import assert from 'node:assert/strict'
import test from 'node:test'
import type { AlarmSettings, AlarmState } from './alarm.js'
import { evaluateAlarm, stateOfVerdict } from './evaluate.js'
import { alarmSettings, periodsOf } from './alarm-suite.js'

const treatments = ['missing', 'ignore', 'breaching', 'notBreaching'] as const

type Expected = AlarmState | 'unchanged'

function stateOf(settings: AlarmSettings, periods: string): Expected {
  return stateOfVerdict(evaluateAlarm(settings, periodsOf(periods))) ?? 'unchanged'
}

/** `periods` as AWS writes them, the newest last: 0 is fine, X is breaching, - is missing. */
function check(m: number, periods: string, ...expected: readonly Expected[]): void {
  test(`${m} of 3: ${periods}`, () => {
    for (const [i, treatMissing] of treatments.entries()) {
      const settings = alarmSettings({ evaluationPeriods: 3, datapointsToAlarm: m, treatMissing })
      assert.equal(stateOf(settings, periods), expected[i], treatMissing)
    }
  })
}

// AWS's own tables.
check(3, '0 - X - X', 'OK', 'OK', 'OK', 'OK')
check(3, '0 - - - -', 'OK', 'OK', 'OK', 'OK')
check(3, '- - - - -', 'INSUFFICIENT_DATA', 'unchanged', 'ALARM', 'OK')
check(3, '0 X X - X', 'ALARM', 'ALARM', 'ALARM', 'ALARM')
check(3, '- - X - -', 'ALARM', 'unchanged', 'ALARM', 'OK')
check(2, '0 - X - X', 'ALARM', 'ALARM', 'ALARM', 'ALARM')
check(2, '0 0 X 0 X', 'ALARM', 'ALARM', 'ALARM', 'ALARM')
check(2, '0 - X - -', 'OK', 'OK', 'ALARM', 'OK')
check(2, '- - - - 0', 'OK', 'OK', 'ALARM', 'OK')
check(2, '- - - X -', 'ALARM', 'unchanged', 'ALARM', 'OK')
// AWS: a breaching point that stands alone is not believed at once.
check(3, '- - - - X', 'unchanged', 'unchanged', 'ALARM', 'OK')
check(3, '- - - X -', 'unchanged', 'unchanged', 'ALARM', 'OK')
check(3, '- - - X 0', 'OK', 'OK', 'OK', 'OK')
// Enough of what is known is breaching, whatever is missing.
check(2, '- X - X -', 'ALARM', 'ALARM', 'ALARM', 'ALARM')
// What is older than the newest three does not matter.
check(3, 'X X 0 0 0', 'OK', 'OK', 'OK', 'OK')
check(1, 'X X 0 0 0', 'OK', 'OK', 'OK', 'OK')

test('missing points of DynamoDB are ignored unless the alarm says otherwise', () => {
  const ofOthers = alarmSettings({ evaluationPeriods: 1 }, { namespace: 'Mine' })
  assert.equal(stateOf(alarmSettings({ evaluationPeriods: 1 }), '- - -'), 'unchanged')
  assert.equal(stateOf(ofOthers, '- - -'), 'INSUFFICIENT_DATA')
})

test('each comparison', () => {
  const rows = [
    ['GreaterThanThreshold', 'OK', 'ALARM'],
    ['GreaterThanOrEqualToThreshold', 'ALARM', 'ALARM'],
    ['LessThanThreshold', 'OK', 'OK'],
    ['LessThanOrEqualToThreshold', 'ALARM', 'OK'],
  ] as const
  for (const [comparison, at, above] of rows) {
    const settings = alarmSettings({ evaluationPeriods: 1, comparison, threshold: 5 })
    const states = [5, 6].map((value) =>
      stateOfVerdict(evaluateAlarm(settings, [{ atMs: 0, value }])),
    )
    assert.deepEqual(states, [at, above], comparison)
  }
})

test('a percentile of few samples can be ignored', () => {
  const rows = [
    ['p99', 999, 'unchanged'],
    ['p99', 1000, 'ALARM'],
    ['p25', 39, 'unchanged'],
    ['p25', 40, 'ALARM'],
    ['p50', 20, 'ALARM'],
    ['p50', 19, 'unchanged'],
    ['Average', 1, 'ALARM'],
  ] as const
  for (const [statistic, samples, expected] of rows) {
    const point = { atMs: 0, value: 9, samples }
    const settings = alarmSettings({ evaluationPeriods: 1, lowSamples: 'ignore' }, { statistic })
    const verdict = evaluateAlarm(settings, [point])
    assert.equal(stateOfVerdict(verdict) ?? 'unchanged', expected, `${statistic} ${samples}`)
    const always = evaluateAlarm({ ...settings, lowSamples: 'evaluate' }, [point])
    assert.equal(stateOfVerdict(always), 'ALARM')
  }
})
