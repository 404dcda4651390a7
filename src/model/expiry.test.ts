/** Which items expire, and when: types, fractions and the limits of the five years. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue } from './attribute-value.js'
import { expiredSecondsAt, expirySecondsOf, isExpired } from './expiry.js'
import { expiredForSecondsMax, expirySecondsMax } from './limits.js'

const now = 1_800_000_000

describe('the second in which an item expires', () => {
  const check = (value: AttributeValue | undefined, expected: number | undefined): void => {
    it(`${JSON.stringify(value) ?? 'absent'} is ${expected ?? 'never'}`, () => {
      assert.equal(expirySecondsOf(value === undefined ? {} : { ttl: value }, 'ttl'), expected)
    })
  }

  check({ N: '1800000000' }, 1_800_000_000)
  check({ N: '0' }, 0)
  check({ N: '1800000000.999' }, 1_800_000_000)
  check({ N: '0.5' }, 0)
  check({ N: '-1' }, undefined)
  check({ N: '-0.5' }, undefined)
  check({ N: String(expirySecondsMax) }, expirySecondsMax)
  check({ N: '9007199254740992' }, undefined)
  check({ N: `1${'0'.repeat(125)}` }, undefined)
  check({ S: '1800000000' }, undefined)
  check({ NS: ['1800000000'] }, undefined)
  check({ L: [{ N: '1800000000' }] }, undefined)
  check({ M: { ttl: { N: '1800000000' } } }, undefined)
  check({ NULL: true }, undefined)
  check(undefined, undefined)

  it('uses only attributes of the item, not of its prototype', () => {
    assert.equal(expirySecondsOf({}, '__proto__'), undefined)
    assert.equal(expirySecondsOf({}, 'constructor'), undefined)
  })
})

describe('an item', () => {
  const check = (name: string, value: string, expected: boolean): void => {
    it(`${expected ? 'has' : 'has not'} expired ${name}`, () => {
      // The fraction of a second makes no difference.
      for (const ms of [0, 999]) {
        assert.equal(isExpired({ ttl: { N: value } }, 'ttl', now * 1000 + ms), expected)
      }
    })
  }

  check('in the second that it names', String(now), false)
  check('a fraction into the second that it names', `${now}.5`, false)
  check('in the second after', String(now - 1), true)
  check('a fraction before the second after', `${now - 1}.999`, true)
  check('before its time', String(now + 1), false)
  check('when it names milliseconds', String(now * 1000), false)
  check('five years ago', String(now - expiredForSecondsMax), true)
  check('a second more than five years ago', String(now - expiredForSecondsMax - 1), false)
  check('in 1970', '0', false)
})

describe('the seconds of what has expired', () => {
  it('never begin before 1970, whatever the clock says', () => {
    assert.deepEqual(expiredSecondsAt(5000), { from: 0, to: 5 })
    assert.deepEqual(expiredSecondsAt(-5000), { from: 0, to: 0 })
  })
})
