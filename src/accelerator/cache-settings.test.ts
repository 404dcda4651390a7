/** How long caches keep what they have, as groups are changed: by this server and by another. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { until } from '../../test/support/until.js'
import { VirtualClock } from '../stdx/clock.js'
import { defaultCacheTimes, type CacheTimes } from './cache-parameters.js'
import { CacheSettings } from './cache-settings.js'
import type { DaxCluster } from './dax-cluster.js'
import { DaxDesk } from './dax-desk.js'
import { noHoldings } from './dax-holdings.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const times: CacheTimes = { recordTtlMs: 1, queryTtlMs: 0 }

function openServers() {
  const engine = memoryEngine()
  const clock = new VirtualClock()
  const open = () => {
    const parts = { engine, transitionMs: 0, servers: undefined }
    const desk: DaxDesk = new DaxDesk({ ...parts, onChange: () => settings.renew() })
    const settings: CacheSettings = new CacheSettings({ desk: async () => desk, clock })
    return { desk, settings }
  }
  return { one: open(), two: open(), clock }
}

function change(desk: DaxDesk, clock: VirtualClock, group: CacheTimes | undefined): Promise<void> {
  const cluster: DaxCluster = {
    name: 'fast',
    nodeType: 'dax.r5.large',
    nodes: 1,
    zones: [],
    iamRoleArn: 'arn:aws:iam::000000000000:role/dax',
    subnetGroup: 'default',
    parameterGroup: 'Short',
    securityGroups: [],
    maintenanceWindow: 'sun:01:00-sun:02:00',
    isEncrypted: false,
    tags: [],
    createdAtMs: clock.now(),
    phase: 'creating',
    settledAtMs: clock.now(),
  }
  return desk.change(scope, () => ({
    holdings:
      group === undefined
        ? noHoldings
        : { ...noHoldings, clusters: [cluster], parameterGroups: [{ name: 'short', ...group }] },
    result: undefined,
  }))
}

function untilTimes(settings: CacheSettings, expected: CacheTimes): Promise<void> {
  return until(
    () => settings.timesOf(scope)?.recordTtlMs === expected.recordTtlMs,
    () => 'the times of the caches did not change',
  )
}

describe('the times of caches', () => {
  it('are not known before they were read, nor if they cannot be', async () => {
    const { one } = openServers()
    assert.equal(one.settings.timesOf(scope), undefined)
    await untilTimes(one.settings, defaultCacheTimes)
    const desk = async () => Promise.reject(new Error('the store is away'))
    const away = new CacheSettings({ desk, clock: new VirtualClock() })
    assert.equal(away.timesOf(scope), undefined)
    await new Promise(setImmediate)
    assert.equal(away.timesOf(scope), undefined)
  })

  it('are the usual ones without a cluster', async () => {
    const { one } = openServers()
    await untilTimes(one.settings, defaultCacheTimes)
    assert.deepEqual(one.settings.timesOf(scope), defaultCacheTimes)
  })

  it('follow what this server changes at once, and what others change within a second', async () => {
    const { one, two, clock } = openServers()
    for (const { settings } of [one, two]) await untilTimes(settings, defaultCacheTimes)
    await change(one.desk, clock, times)
    await untilTimes(one.settings, times)
    assert.deepEqual(one.settings.timesOf(scope), times)
    clock.advance(999)
    assert.deepEqual(two.settings.timesOf(scope), defaultCacheTimes)
    clock.advance(1)
    await untilTimes(two.settings, times)
    await change(two.desk, clock, undefined)
    await untilTimes(two.settings, defaultCacheTimes)
  })
})
