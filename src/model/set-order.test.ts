import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.js'
import {
  areAscending,
  hasMember,
  orderedMembers,
  unitedMembers,
  type SetType,
} from './set-order.js'

const makers: Readonly<Record<SetType, (n: number) => string>> = {
  SS: (n) => ['a', 'é', '漢', '😀'][n % 4]! + String(n),
  NS: (n) => String((n - 100) / 8),
  BS: (n) => Buffer.from([n, n % 7]).toString('base64'),
}

describe('ordered sets', () => {
  for (const type of ['SS', 'NS', 'BS'] as const) {
    it(`${type}: united and searched like any other collection`, () => {
      const random = seededRandom(7).fraction
      for (let round = 0; round < 200; round++) {
        const members = () => {
          const count = Math.floor(random() ** 2 * 150)
          const some = Array.from({ length: count }, () => makers[type](Math.floor(random() * 200)))
          return orderedMembers(type, [...new Set(some)])
        }
        const [one, two] = [members(), members()]
        const united = unitedMembers(type, one, two)
        assert.deepEqual(united, orderedMembers(type, [...new Set([...one, ...two])]))
        assert.ok(areAscending(type, united))
        for (let n = 0; n < 200; n++) {
          const member = makers[type](n)
          assert.equal(hasMember(type, one, member), one.includes(member))
        }
      }
    })
  }

  it('are not ascending with a repetition or out of order', () => {
    assert.equal(areAscending('NS', ['1', '1']), false)
    assert.equal(areAscending('NS', ['10', '9']), false)
    assert.equal(areAscending('NS', ['9', '10']), true)
    assert.equal(areAscending('SS', []), true)
  })
})
