import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { systemRandom } from '../stdx/random.js'
import { AccessStamp } from '../storage/access-stamp.js'
import type { Engine } from '../storage/engine.js'
import { resourceRightsEntriesMax } from './limits.js'
import { ResourceRightsCache } from './resource-rights.js'

const arnOf = (i: number) => `arn:aws:dynamodb:us-east-1:000000000000:table/table-${i}`

describe('the rights of resources', () => {
  it('are remembered for a limited number of them, the oldest of which go first', async () => {
    const engine = memoryEngine()
    const cache = new ResourceRightsCache(engine, new AccessStamp(engine, systemRandom))
    const isRead = async (i: number) => {
      const found = cache.find(arnOf(i))
      await found
      return found instanceof Promise
    }
    for (let i = 0; i < resourceRightsEntriesMax; i++) assert.equal(await isRead(i), true)
    assert.equal(await isRead(0), false)
    assert.equal(await isRead(resourceRightsEntriesMax), true)
    assert.equal(await isRead(1), false)
    assert.equal(await isRead(0), true)
  })

  it('that were read under an older stamp are read again', async () => {
    const engine: Engine = memoryEngine()
    const access = new AccessStamp(engine, systemRandom)
    const cache = new ResourceRightsCache(engine, access)
    await cache.find(arnOf(0))
    assert.ok(!(cache.find(arnOf(0)) instanceof Promise))
    const renewal = access.renewal()
    await access.changing(() =>
      engine.transact({ reads: [], decide: () => ({ mutations: [renewal], result: undefined }) }),
    )
    assert.ok(cache.find(arnOf(0)) instanceof Promise)
  })
})
