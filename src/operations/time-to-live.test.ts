/** UpdateTimeToLive with a stopped clock: the time between two changes, to the millisecond. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { timeToLiveChangeIntervalMs } from '../model/limits.js'
import { createTable, refusal, serverOn } from './server-suite.js'

const TableName = 'things'

describe('the time between two changes of time to live', () => {
  it('is 31 minutes, which every change starts again', async () => {
    const { ask, clock } = serverOn(await openTestEngine())
    await createTable(ask, TableName)
    const set = (Enabled: boolean, AttributeName = 'ttl') =>
      ask('UpdateTimeToLive', {
        TableName,
        TimeToLiveSpecification: { Enabled, AttributeName },
      })
    const described = async () =>
      (await ask('DescribeTimeToLive', { TableName }))['TimeToLiveDescription']
    await set(true)
    assert.equal(timeToLiveChangeIntervalMs, 31 * 60 * 1000)
    for (const [Enabled, status] of [
      [false, 'DISABLED'],
      [true, 'ENABLED'],
    ] as const) {
      clock.advance(timeToLiveChangeIntervalMs - 1)
      assert.equal(await refusal(set(Enabled)), 'ValidationException')
      clock.advance(1)
      await set(Enabled)
      const { TimeToLiveStatus } = (await described()) as { TimeToLiveStatus: string }
      assert.equal(TimeToLiveStatus, status)
    }
  })

  it('ends before another attribute can be enabled', async () => {
    const { ask, clock } = serverOn(await openTestEngine())
    await createTable(ask, TableName)
    for (const [Enabled, AttributeName] of [
      [true, 'first'],
      [false, 'first'],
      [true, 'second'],
    ]) {
      const TimeToLiveSpecification = { Enabled, AttributeName }
      await ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
      clock.advance(timeToLiveChangeIntervalMs)
    }
    assert.deepEqual(await ask('DescribeTimeToLive', { TableName }), {
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'second' },
    })
  })
})
