import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { unfenced } from '../storage/fence.js'
import { alarmSettings } from './alarm-suite.js'
import { AlarmNotices } from './alarm-notices.js'
import { AlarmStore } from './alarm-store.js'

const scope = { account: '000000000000', region: 'eu-west-1' }
const elsewhere = { ...scope, region: 'us-east-1' }

async function open(alarmsMax = 5) {
  const engine = await openTestEngine()
  const clock = new VirtualClock()
  const told: number[] = []
  const onNotice = () => void told.push(clock.now())
  const store = new AlarmStore({ engine, clock, random: systemRandom, onNotice, alarmsMax })
  return { store, clock, told, notices: new AlarmNotices(engine) }
}

const ringing = { state: 'ALARM', reason: 'a test' } as const

describe('the store of alarms', () => {
  it('has a new alarm wait for its first evaluation', async () => {
    const { store, clock } = await open()
    await store.put(scope, 'a', alarmSettings(), [{ key: 'team', value: 'blue' }])
    const alarm = await store.find(scope, 'a')
    assert.equal(alarm?.state, 'INSUFFICIENT_DATA')
    assert.equal(alarm.reason, 'Unchecked: Initial alarm creation')
    assert.equal(alarm.configuredAtMs, clock.now())
    assert.equal(alarm.stateChangedAtMs, clock.now())
    assert.equal(await store.find(elsewhere, 'a'), undefined)
  })

  it('replaces settings as a whole and keeps the state, the tags and, if nothing changes, the time', async () => {
    const { store, clock } = await open()
    await store.put(scope, 'a', alarmSettings({ description: 'old' }), [{ key: 'k', value: 'v' }])
    await store.setState(scope, 'a', ringing)
    const before = await store.find(scope, 'a')
    clock.advance(1000)
    await store.put(scope, 'a', alarmSettings({ description: 'old' }), [{ key: 'x', value: 'y' }])
    assert.deepEqual(await store.find(scope, 'a'), before)
    await store.put(scope, 'a', alarmSettings({ threshold: 6 }))
    const { settings, configuredAtMs, ...rest } = (await store.find(scope, 'a'))!
    assert.deepEqual(settings, alarmSettings({ threshold: 6 }))
    assert.equal(configuredAtMs, clock.now())
    assert.deepEqual({ ...before, ...rest }, before)
  })

  it('refuses more alarms than the quota, and counts those that are gone', async () => {
    const { store } = await open(2)
    for (const name of ['a', 'b']) await store.put(scope, name, alarmSettings())
    await assert.rejects(store.put(scope, 'c', alarmSettings()), { type: 'LimitExceededFault' })
    await store.put(elsewhere, 'c', alarmSettings())
    await store.put(scope, 'b', alarmSettings({ threshold: 1 }))
    await store.delete(scope, ['b', 'b', 'unknown'])
    await store.put(scope, 'c', alarmSettings())
    await assert.rejects(store.put(scope, 'd', alarmSettings()), { type: 'LimitExceededFault' })
  })

  it('lists in the order of names, by prefix, in pages', async () => {
    const { store } = await open()
    for (const name of ['b2', 'a', 'b1', 'c']) await store.put(scope, name, alarmSettings())
    await store.put(elsewhere, 'b0', alarmSettings())
    const first = await store.list(scope, { prefix: 'b', entriesMax: 1 })
    assert.deepEqual([first.alarms.map(({ name }) => name), first.lastName], [['b1'], 'b1'])
    const second = await store.list(scope, { prefix: 'b', afterName: 'b1', entriesMax: 1 })
    assert.deepEqual([second.alarms.map(({ name }) => name), second.lastName], [['b2'], undefined])
    const all = await store.listAll(undefined, 4)
    assert.equal(all.alarms.length, 4)
    assert.equal((await store.listAll(all.lastKey, 4)).alarms.length, 1)
  })

  it('stores what a change of state calls together with it', async () => {
    const { store, told, notices } = await open()
    const actions = { alarmActions: ['arn:one', 'arn:two'], okActions: ['arn:three'] }
    await store.put(scope, 'a', alarmSettings(actions))
    assert.equal(await store.setState(scope, 'a', ringing), true)
    assert.equal(await store.setState(scope, 'a', { ...ringing, reason: 'again' }), true)
    assert.equal(await store.setState(scope, 'unknown', ringing), false)
    const listed = await notices.list(10)
    assert.deepEqual(
      listed.map(({ action, before, alarm }) => [action, before.state, alarm.state, alarm.reason]),
      [
        ['arn:one', 'INSUFFICIENT_DATA', 'ALARM', 'a test'],
        ['arn:two', 'INSUFFICIENT_DATA', 'ALARM', 'a test'],
      ],
    )
    assert.equal(told.length, 1)
    await notices.remove(listed, unfenced)
    await store.enableActions(scope, ['a', 'unknown'], false)
    await store.setState(scope, 'a', { state: 'OK', reason: 'quiet' })
    assert.deepEqual(await notices.list(10), [])
    assert.equal((await store.find(scope, 'a'))?.state, 'OK')
  })

  it('drops the outcome of an evaluation if the alarm has changed meanwhile', async () => {
    const { store, clock } = await open()
    await store.put(scope, 'a', alarmSettings())
    const seen = (await store.find(scope, 'a'))!
    clock.advance(1)
    await store.put(scope, 'a', alarmSettings({ threshold: 100 }))
    await store.conclude(seen, ringing, unfenced)
    assert.equal((await store.find(scope, 'a'))?.state, 'INSUFFICIENT_DATA')
    await store.conclude((await store.find(scope, 'a'))!, ringing, unfenced)
    assert.equal((await store.find(scope, 'a'))?.state, 'ALARM')
  })
})
