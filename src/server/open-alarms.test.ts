/** The actions of alarms as a server runs them: real HTTP, and the functions of triggers. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { AlarmStore } from '../alarms/alarm-store.js'
import { alarmSettings, firstMinuteMs } from '../alarms/alarm-suite.js'
import { alarmIntervalMs, minuteSettlesMs, noticesPollMs } from '../alarms/limits.js'
import type { TriggerHost } from '../functions/trigger-host.js'
import { FixedMetrics } from '../metrics/reader-suite.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog, type Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { unfenced } from '../storage/fence.js'
import { openAlarms } from './open-alarms.js'

const scope = { account: '000000000000', region: 'eu-west-1' }
const never = new AbortController().signal

interface Message {
  readonly AlarmName: string
  readonly NewStateValue: string
  readonly OldStateValue: string
}

describe('the actions of alarms', () => {
  const received: Message[] = []
  const statuses: number[] = []
  let receiver: Server
  let address: string

  before(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push(JSON.parse(Buffer.concat(chunks).toString()) as Message)
        response.writeHead(statuses.shift() ?? 200).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  })
  after(() => receiver.close())

  async function open(options: { webhooks?: readonly string[]; log?: Log } = {}) {
    const { webhooks = [address], log = silentLog } = options
    received.length = 0
    const engine = await openTestEngine()
    const clock = new VirtualClock(firstMinuteMs + minuteSettlesMs)
    const metrics = new FixedMetrics()
    const store = new AlarmStore({ engine, clock, random: systemRandom })
    const events: string[] = []
    const invoke: TriggerHost['invoke'] = async (name, event) => {
      if (name !== 'known') return undefined
      events.push(event)
      return { kind: 'answered', answer: undefined }
    }
    const triggers = { invoke } as TriggerHost
    const parts = { engine, store, metrics, clock, log, triggers, webhooks, kinds: [] }
    const jobs = openAlarms({ ...parts, hurry: () => undefined })
    const tell = () => jobs.notices.step(unfenced, never)
    return { store, clock, metrics, jobs, tell, events }
  }

  it('post a notification to an address when the points change the state', async () => {
    const { store, clock, metrics, jobs, tell } = await open()
    const { evaluation } = jobs
    assert.equal(await evaluation.step(unfenced, never), clock.now() + alarmIntervalMs)
    const { subject, ...rest } = alarmSettings({ evaluationPeriods: 1 })
    assert.ok(subject.kind === 'metric')
    const { namespace, metric, dimensions } = subject
    await store.put(scope, 'a', { ...rest, subject, alarmActions: [`${address}/hook`] })
    metrics.add({ scope, namespace, metric, dimensions }, firstMinuteMs - 60_000, [9])
    await evaluation.step(unfenced, never)
    await tell()
    const told = received.map(({ AlarmName, NewStateValue, OldStateValue }) => {
      return [AlarmName, OldStateValue, NewStateValue]
    })
    assert.deepEqual(told, [['a', 'INSUFFICIENT_DATA', 'ALARM']])
    await tell()
    assert.equal(received.length, 1)
  })

  it('follow what is computed from several metrics', async () => {
    const { store, clock, metrics, jobs, tell } = await open()
    const settings = alarmSettings({ evaluationPeriods: 1, threshold: 50, okActions: [address] })
    const { subject } = settings
    assert.ok(subject.kind === 'metric')
    const series = (metric: string) => ({ ...subject, scope, metric })
    const query = (id: string, metric: string) => {
      return { id, metric: { ...subject, metric }, returnsData: false }
    }
    const queries = [
      query('used', 'Used'),
      query('had', 'Had'),
      { id: 'share', expression: '100 * used / had' },
    ]
    const alarmActions = [address]
    await store.put(scope, 'a', { ...settings, alarmActions, subject: { kind: 'math', queries } })
    for (const used of [6, 4, 7]) {
      metrics.add(series('Used'), clock.now() - minuteSettlesMs - 60_000, [used])
      metrics.add(series('Had'), clock.now() - minuteSettlesMs - 60_000, [10])
      clock.advance((await jobs.evaluation.step(unfenced, never)) - clock.now())
      await tell()
    }
    assert.deepEqual(
      received.map(({ NewStateValue }) => NewStateValue),
      ['ALARM', 'OK', 'ALARM'],
    )
    const { reason } = (await store.find(scope, 'a'))!
    assert.match(reason, /^Threshold Crossed: 1 datapoint \[70\.0 \(.*\)\] was greater than/)
  })

  it('are tried again if the address refuses', async () => {
    const { store, clock, tell } = await open()
    statuses.push(500, 302)
    await store.put(scope, 'a', alarmSettings({ okActions: [address] }))
    await store.setState(scope, 'a', { state: 'OK', reason: '' })
    for (let i = 0; i < 20; i++) {
      await tell()
      clock.advance(noticesPollMs)
    }
    assert.equal(received.length, 3)
  })

  it('never call an address that the server does not allow', async () => {
    const lines: string[] = []
    const log: Log = { ...silentLog, warn: (text) => void lines.push(text) }
    const { store, tell } = await open({ webhooks: ['http://127.0.0.1:1/'], log })
    await store.put(scope, 'a', alarmSettings({ okActions: [address] }))
    await store.setState(scope, 'a', { state: 'OK', reason: '' })
    await tell()
    assert.deepEqual([received.length, lines], [0, ['alarm action means nothing here']])
  })

  it('call the function of a trigger', async () => {
    const { store, tell, events } = await open()
    const arn = (name: string) => `arn:aws:lambda:eu-west-1:000000000000:function:${name}`
    await store.put(scope, 'a', alarmSettings({ okActions: [arn('known'), arn('unknown')] }))
    await store.setState(scope, 'a', { state: 'OK', reason: 'fine' })
    await tell()
    const [event] = events.map((text) => JSON.parse(text) as { alarmData: { state: object } })
    assert.equal(events.length, 1)
    const timestamp = '2026-11-08T11:20:15.000+0000'
    assert.deepEqual(event?.alarmData.state, { value: 'OK', reason: 'fine', timestamp })
  })
})
