import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RecentWrites } from './recent-writes.js'

describe('the writes of the last commits', () => {
  /** Commits 1, 2, …, each of which changes the keys that it is given. */
  function committed(commits: readonly (readonly string[])[], writesMax?: number): RecentWrites {
    const recent = new RecentWrites(0, writesMax)
    commits.forEach((keys, at) => {
      recent.begin(at)
      for (const key of keys) recent.note(key, 1, at + 1)
    })
    recent.begin(commits.length)
    return recent
  }

  it('say whether a key has changed since a snapshot', () => {
    const recent = committed([['a', 'b'], ['b'], ['c']])
    const valid = (key: string) => [0, 1, 2, 3].filter((at) => recent.isUnchanged(key, at))
    assert.deepEqual(valid('a'), [1, 2, 3])
    assert.deepEqual(valid('b'), [2, 3])
    assert.deepEqual(valid('c'), [3])
    assert.deepEqual(valid('never'), [0, 1, 2, 3])
  })

  it('say which transaction wrote a key last', () => {
    const recent = committed([['a'], ['a', 'b']])
    assert.equal(recent.isLastWriter('a', 1, 2), true)
    assert.equal(recent.isLastWriter('a', 1, 1), false)
    assert.equal(recent.isLastWriter('a', 2, 2), false)
    assert.equal(recent.isLastWriter('c', 1, 1), false)
    recent.note('a', 2, 7)
    assert.equal(recent.isLastWriter('a', 1, 2), false)
    assert.equal(recent.isLastWriter('a', 2, 7), true)
    recent.note('a', 2, 8)
    assert.equal(recent.isLastWriter('a', 2, 8), true)
  })

  it('say whether a range has changed, with its first key and without its last', () => {
    const recent = committed([['b'], ['d']])
    const rows: [string, string, number, boolean][] = [
      ['b', 'c', 0, false],
      ['b', 'c', 1, true],
      ['a', 'b', 0, true],
      ['c', 'd', 0, true],
      ['c', 'd\x00', 1, false],
      ['a', 'z', 1, false],
      ['a', 'z', 2, true],
    ]
    for (const [from, to, snapshot, expected] of rows) {
      const found = recent.isRangeUnchanged(from, to, snapshot)
      assert.equal(found, expected, `${from}…${to} at ${snapshot}`)
    }
  })

  it('know totals, heads and the list of spaces by their commits', () => {
    const recent = new RecentWrites(4)
    recent.begin(4)
    recent.noteTally(7)
    recent.noteHeads(8)
    recent.begin(5)
    assert.deepEqual([recent.isTallyUnchanged(7, 4), recent.isTallyUnchanged(7, 5)], [false, true])
    assert.deepEqual(
      [recent.areHeadsUnchanged(8, 4), recent.areHeadsUnchanged(8, 5)],
      [false, true],
    )
    assert.deepEqual([recent.isTallyUnchanged(8, 4), recent.areHeadsUnchanged(7, 4)], [true, true])
    assert.equal(recent.knows(5), true)
    recent.noteStructure()
    assert.deepEqual([recent.knows(5), recent.knows(6)], [false, true])
  })

  it('are forgotten beyond their limit, and with them what was said about older snapshots', () => {
    const commits = Array.from({ length: 30 }, (_, at) => [`k${at}`, `l${at}`])
    const recent = committed(commits, 8)
    const known = [...commits.keys(), 30].filter((at) => recent.knows(at))
    assert.ok(known.length >= 2 && known.length <= 6, String(known))
    assert.equal(known.at(-1), 30)
    // Whatever is known of is known in full.
    for (const snapshot of known) {
      for (let at = snapshot; at < 30; at++) {
        assert.equal(recent.isUnchanged(`k${at}`, snapshot), false)
        assert.equal(recent.isRangeUnchanged(`l${at}`, `l${at}\x00`, snapshot), false)
      }
    }
  })

  it('of a commit that failed are nobody’s, and as old as the commit before it', () => {
    const recent = committed([['a']])
    recent.note('b', 1, 2)
    recent.note('a', 1, 2)
    recent.noteTally(7)
    recent.noteStructure()
    assert.equal(recent.knows(1), false)
    // The number on disk has not moved.
    recent.begin(1)
    assert.equal(recent.knows(1), true)
    assert.equal(recent.isUnchanged('b', 1), true)
    assert.equal(recent.isUnchanged('a', 0), false)
    assert.equal(recent.isTallyUnchanged(7, 1), true)
    assert.equal(recent.isLastWriter('a', 1, 2), false)
    assert.equal(recent.isLastWriter('a', 1, 1), false)
    assert.equal(recent.isRangeUnchanged('a', 'z', 1), true)
  })
})
