import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OpenedValues } from './opened-values.js'

const key = Buffer.from('key')
const value = Buffer.from('value')
/** Of one entry with these bytes. */
const entryBytes = 405

describe('values that were opened', () => {
  it('are found again only in the same place', () => {
    const values = new OpenedValues(10 * entryBytes)
    values.keep('n', { space: 1, key, value })
    assert.equal(values.find('n', 1, key), value)
    assert.equal(values.find('m', 1, key), undefined)
    assert.equal(values.find('n', 2, key), undefined)
    assert.equal(values.find('n', 1, Buffer.from('kez')), undefined)
  })

  it('are dropped when a generation has gone without their use', () => {
    const values = new OpenedValues(4 * entryBytes)
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names.slice(0, 4)) values.keep(name, { space: 1, key, value })
    assert.equal(values.find('a', 1, key), value)
    values.keep('e', { space: 1, key, value })
    const kept = names.filter((name) => values.find(name, 1, key) !== undefined)
    assert.ok(kept.includes('a') && kept.includes('e') && !kept.includes('b'), kept.join())
  })

  it('that are too large are not kept', () => {
    for (const [bytesMax, isKept] of [
      [2 * entryBytes, true],
      [2 * entryBytes - 2, false],
    ] as const) {
      const values = new OpenedValues(bytesMax)
      values.keep('n', { space: 1, key, value })
      assert.equal(values.find('n', 1, key) !== undefined, isKept)
    }
  })
})
