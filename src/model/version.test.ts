import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareVersions, isLater, nextVersion, successorOf, zeroVersion } from './version.js'

const east = { ms: 5, counter: 0, region: 'us-east-1' }

describe('the version of an item', () => {
  it('is ordered by time, then by count, then by region', () => {
    const ordered = [
      zeroVersion,
      east,
      { ...east, region: 'us-west-2' },
      { ...east, counter: 1 },
      { ...east, ms: 6 },
    ]
    const shuffled = [ordered[3]!, ordered[1]!, ordered[4]!, ordered[0]!, ordered[2]!]
    assert.deepEqual(shuffled.sort(compareVersions), ordered)
    assert.equal(compareVersions(east, { ...east }), 0)
  })

  it('is that of the clock, unless the clock is behind what was written', () => {
    assert.deepEqual(nextVersion(9, 'eu-west-1', [zeroVersion, east]), {
      ms: 9,
      counter: 0,
      region: 'eu-west-1',
    })
    assert.deepEqual(nextVersion(3, 'eu-west-1', [east, zeroVersion]), {
      ms: 5,
      counter: 1,
      region: 'eu-west-1',
    })
  })

  it('goes to the next millisecond after 65,536 writes in one', () => {
    assert.deepEqual(successorOf({ ...east, counter: 65_534 }, 'r').counter, 65_535)
    const next = successorOf({ ...east, counter: 65_535 }, 'r')
    assert.deepEqual(next, { ms: 6, counter: 0, region: 'r' })
    assert.ok(isLater(next, { ...east, counter: 65_535 }))
  })
})
