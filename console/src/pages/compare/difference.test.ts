import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TableDifference } from './difference.js'
import { listedDifferencesMax } from './limits.js'

const item = (pk: string, n: string) => ({ pk: { S: pk }, n: { N: n } })

describe('the difference of two tables', () => {
  it('tells by key what was added, removed and changed', () => {
    const difference = new TableDifference(['pk'])
    difference.addFirst([item('a', '1'), item('b', '1'), item('c', '1')])
    difference.addSecond([item('b', '1.0'), item('d', '1')])
    difference.addSecond([item('c', '2')])
    difference.finish()
    assert.deepEqual(difference.counts, { same: 1, added: 1, removed: 1, changed: 1 })
    assert.deepEqual(
      difference.listed.map(({ kind, key }) => [kind, key['pk']]),
      [
        ['added', { S: 'd' }],
        ['changed', { S: 'c' }],
        ['removed', { S: 'a' }],
      ],
    )
  })

  it('lists so many, and counts all', () => {
    const difference = new TableDifference(['pk'])
    const items = Array.from({ length: listedDifferencesMax + 1 }, (_, n) => item(String(n), '1'))
    difference.addSecond(items)
    difference.finish()
    assert.equal(difference.listed.length, listedDifferencesMax)
    assert.equal(difference.counts.added, listedDifferencesMax + 1)
  })
})
