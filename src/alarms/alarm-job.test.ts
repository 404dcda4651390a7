import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { MetricQueryFault } from '../metrics/metric-query.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog, type Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { unfenced } from '../storage/fence.js'
import { AlarmActions, type AlarmCall } from './alarm-actions.js'
import { AlarmJob } from './alarm-job.js'
import { AlarmNotices } from './alarm-notices.js'
import { AlarmStore } from './alarm-store.js'
import { alarmSettings, firstMinuteMs, periodsOf } from './alarm-suite.js'
import { alarmIntervalMs, alarmsPerStep, minuteSettlesMs, noticesPollMs } from './limits.js'
import { NoticeJob } from './notice-job.js'

const scope = { account: '000000000000', region: 'eu-west-1' }
const never = new AbortController().signal

interface Options {
  readonly failures?: number
  readonly log?: Log
}

async function open({ failures = 0, log = silentLog }: Options = {}) {
  const engine = await openTestEngine()
  const clock = new VirtualClock(firstMinuteMs + minuteSettlesMs)
  const store = new AlarmStore({ engine, clock, random: systemRandom })
  const calls: string[] = []
  let failuresLeft = failures
  const kindOf = (prefix: string, repeats: boolean) => ({
    claims: (action: string) => action.startsWith(prefix),
    repeats,
    run: async ({ alarm, before, action }: AlarmCall) => {
      if (failuresLeft-- > 0) throw new Error('not now')
      calls.push(`${action}: ${alarm.name} ${before.state} -> ${alarm.state}`)
    },
  })
  const actions = new AlarmActions([kindOf('once', false), kindOf('scale', true)])
  const seen: { picture: string; reads: number; fault?: Error | undefined } = {
    picture: '0 0 0',
    reads: 0,
  }
  const points = {
    read: async () => {
      seen.reads++
      if (seen.fault !== undefined) throw seen.fault
      return periodsOf(seen.picture)
    },
  }
  const notices = new NoticeJob({ notices: new AlarmNotices(engine), actions, clock, log })
  const onRepeat = (repeated: readonly AlarmCall[]) => notices.repeat(repeated)
  const job = new AlarmJob({ store, points, actions, clock, log, onRepeat })
  const minute = async () => {
    const nextMs = await job.step(unfenced)
    await notices.step(unfenced, never)
    clock.advance(nextMs - clock.now())
    return calls.splice(0)
  }
  return { store, clock, seen, job, notices, calls, minute }
}

describe('the jobs of alarms', () => {
  it('leave an alarm as it is whose expression cannot be computed, and say so', async () => {
    const lines: object[] = []
    const log = { ...silentLog, warn: (_: string, facts?: object) => void lines.push(facts!) }
    const { store, seen, minute } = await open({ log })
    await store.put(scope, 'a', alarmSettings({ okActions: ['once'] }))
    seen.fault = new MetricQueryFault('too long')
    assert.deepEqual(await minute(), [])
    assert.deepEqual(lines, [{ alarm: 'a', reason: 'too long' }])
    seen.fault = undefined
    assert.deepEqual(await minute(), ['once: a INSUFFICIENT_DATA -> OK'])
  })

  it('follow the points and call actions when the state changes', async () => {
    const { store, seen, minute } = await open()
    const settings = alarmSettings({ alarmActions: ['once'], okActions: ['once'] })
    await store.put(scope, 'a', settings)
    assert.deepEqual(await minute(), ['once: a INSUFFICIENT_DATA -> OK'])
    assert.deepEqual(await minute(), [])
    seen.picture = 'X X X'
    assert.deepEqual(await minute(), ['once: a OK -> ALARM'])
    assert.deepEqual(await minute(), [])
    const alarm = await store.find(scope, 'a')
    assert.match(alarm!.reason, /^Threshold Crossed: 3 datapoints \[9\.0 /)
    assert.equal((JSON.parse(alarm!.reasonData!) as { version: string }).version, '1.0')
    seen.picture = '- - -'
    assert.deepEqual(await minute(), [])
    assert.equal((await store.find(scope, 'a'))?.state, 'ALARM')
  })

  it('evaluate once a minute, and everything a minute after another', async () => {
    const { store, clock, seen, job } = await open()
    await store.put(scope, 'a', alarmSettings())
    const nextMs = await job.step(unfenced)
    assert.equal(nextMs, firstMinuteMs + alarmIntervalMs + minuteSettlesMs)
    assert.equal(await job.step(unfenced), nextMs)
    assert.equal(seen.reads, 1)
    clock.advance(alarmIntervalMs)
    await job.step(unfenced)
    assert.equal(seen.reads, 2)
  })

  it('evaluate many alarms in several steps', async () => {
    const { store, clock, seen, job } = await open()
    for (let i = 0; i <= alarmsPerStep; i++) await store.put(scope, `a${i}`, alarmSettings())
    assert.equal(await job.step(unfenced), clock.now())
    assert.equal(seen.reads, alarmsPerStep)
    assert.ok((await job.step(unfenced)) > clock.now())
    assert.equal(seen.reads, alarmsPerStep + 1)
  })

  it('repeat the actions of auto scaling every minute while the alarm rings', async () => {
    const { store, seen, minute } = await open()
    await store.put(scope, 'a', alarmSettings({ alarmActions: ['scale', 'once'] }))
    seen.picture = 'X X X'
    assert.deepEqual(await minute(), [
      'scale: a INSUFFICIENT_DATA -> ALARM',
      'once: a INSUFFICIENT_DATA -> ALARM',
    ])
    assert.deepEqual(await minute(), ['scale: a ALARM -> ALARM'])
    assert.deepEqual(await minute(), ['scale: a ALARM -> ALARM'])
    await store.enableActions(scope, ['a'], false)
    assert.deepEqual(await minute(), [])
  })

  it('overrule a state that was set by hand', async () => {
    const { store, minute } = await open()
    await store.put(scope, 'a', alarmSettings({ alarmActions: ['once'], okActions: ['once'] }))
    await minute()
    await store.setState(scope, 'a', { state: 'ALARM', reason: 'by hand' })
    assert.deepEqual((await minute()).toSorted(), ['once: a ALARM -> OK', 'once: a OK -> ALARM'])
  })

  it('try an action again, and give up after a while', async () => {
    for (const [failures, expected] of [
      [2, 1],
      [3, 0],
    ] as const) {
      const { store, clock, notices, calls } = await open({ failures })
      await store.put(scope, 'a', alarmSettings({ alarmActions: ['once'] }))
      await store.setState(scope, 'a', { state: 'ALARM', reason: 'by hand' })
      for (let i = 0; i < 30; i++) {
        await notices.step(unfenced, never)
        clock.advance(noticesPollMs)
      }
      assert.equal(calls.length, expected)
    }
  })

  it('log an action of an unknown kind once', async () => {
    const lines: string[] = []
    const log: Log = { ...silentLog, warn: (text) => void lines.push(text) }
    const { store, notices } = await open({ log })
    await store.put(scope, 'a', alarmSettings({ alarmActions: ['arn:aws:sns:x'] }))
    for (const state of ['ALARM', 'OK', 'ALARM'] as const) {
      await store.setState(scope, 'a', { state, reason: '' })
      await notices.step(unfenced, never)
    }
    assert.deepEqual(lines, ['alarm action means nothing here'])
  })
})
