/** What waits for a flush of LMDB's file, and what happens when one fails. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../../../test/support/until.js'
import { key, withBench } from './logged-tree-suite.js'
import { readPosition } from './log-position.js'

describe('a tree behind a log relies on a commit only when it is flushed', () => {
  it('before it acknowledges or shows a group that went into the tree directly', () =>
    withBench(async (bench) => {
      bench.mayLog = false
      await bench.put({ b: '1', c: '1' })
      bench.file.hold()
      let isAcknowledged = false
      const writing = bench.put({ a: '2', c: '2', d: '2' }).then(() => (isAcknowledged = true))
      await bench.file.asked()
      const names = ['a', 'b', 'c', 'd']
      const all = { start: key('a'), end: key('e') }
      const seen = () => names.map((name) => bench.get(name))
      const listed = () => [...bench.tree.getRange(all)].map(({ value }) => value.toString())
      assert.deepEqual(
        names.map((name) => bench.inTree(name)),
        ['2', '1', '2', '2'],
      )
      assert.deepEqual(
        [seen(), listed()],
        [
          ['1', '1', '1', undefined],
          ['1', '1', '1'],
        ],
      )
      assert.equal(isAcknowledged, false)
      bench.file.release()
      await writing
      assert.deepEqual(
        [seen(), listed()],
        [
          ['2', '1', '2', '2'],
          ['2', '1', '2', '2'],
        ],
      )
      await bench.tree.close()
    }))

  it('before it begins a file of the log again', () =>
    withBench(
      async (bench) => {
        const isLayered = () => !bench.tree.isBareWithin({ start: key('a'), end: key('b') })
        bench.file.hold()
        assert.equal(await bench.put({ b: '1' }), undefined)
        let isAcknowledged = false
        const writing = bench.put({ c: '1' }).then(() => (isAcknowledged = true))
        await bench.file.asked()
        assert.deepEqual([bench.inTree('a'), isLayered(), isAcknowledged], ['1', true, false])
        assert.deepEqual([bench.isLogged('a1'), bench.isLogged('c1')], [true, false])
        bench.file.release()
        await writing
        assert.deepEqual([bench.isLogged('a1'), bench.isLogged('c1')], [false, true])
        assert.equal(isLayered(), false)
        await bench.tree.close()
      },
      { fileChangesMax: 1 },
    ))

  it('before it removes the log', () =>
    withBench(async (bench) => {
      bench.file.hold()
      const closing = bench.tree.close()
      await bench.file.asked()
      // The layer; the note that there is no log comes after it.
      assert.deepEqual([bench.logs, readPosition(bench.database)?.isOpen], [2, true])
      bench.file.release()
      bench.file.hold()
      await bench.file.asked()
      bench.database.resetReadTxn()
      assert.deepEqual([bench.logs, readPosition(bench.database)?.isOpen], [2, false])
      bench.file.release()
      await closing
      assert.equal(bench.logs, 0)
    }))

  it('before it acknowledges a group from the log', () =>
    withBench(async (bench) => {
      bench.mayLog = false
      await bench.put({ b: '1' })
      bench.mayLog = true
      bench.file.hold()
      let isAcknowledged = false
      const writing = bench.put({ a: 'logged' }).then(() => (isAcknowledged = true))
      await bench.file.asked()
      assert.deepEqual([bench.logs, bench.isLogged('alogged')], [2, false])
      assert.equal(isAcknowledged, false)
      bench.file.release()
      await writing
      assert.equal(bench.isLogged('alogged'), true)
      await bench.tree.close()
    }))
})

describe('a tree behind a log whose flush fails', () => {
  it('keeps the records of a layer, and is not used any more', () =>
    withBench(
      async (bench) => {
        bench.file.fails = true
        assert.equal(await bench.put({ b: '2' }), undefined)
        await until(
          () => Promise.resolve(bench.isLost),
          () => 'nobody was told',
        )
        bench.file.fails = false
        assert.match(String(await bench.put({ c: '2' })), /cannot be flushed/)
        assert.throws(() => bench.get('b'), /cannot be flushed/)
        assert.throws(() => [...bench.tree.getRange({ start: key('a'), end: key('z') })])
        await bench.tree.close()
        assert.deepEqual([bench.isLogged('a1'), bench.isLogged('b2')], [true, true])
        assert.deepEqual(await bench.reopened('a', 'b', 'c'), ['1', '2', undefined])
      },
      { fileChangesMax: 1 },
    ))

  it('refuses the group that went into it directly, and all after it', () =>
    withBench(async (bench) => {
      bench.mayLog = false
      await bench.put({ b: '1' })
      bench.file.fails = true
      assert.match(String(await bench.put({ b: '2' })), /cannot be flushed/)
      bench.file.fails = false
      assert.throws(() => bench.get('a'), /cannot be flushed/)
      assert.match(String(await bench.put({ c: '2' })), /cannot be flushed/)
    }))

  it('leaves the files of a log that it may have begun', () =>
    withBench(async (bench) => {
      bench.mayLog = false
      await bench.put({ b: '1' })
      bench.mayLog = true
      bench.file.fails = true
      assert.match(String(await bench.put({ c: '2' })), /cannot be flushed/)
      assert.equal(bench.logs, 2)
      assert.deepEqual(await bench.reopened('a', 'b', 'c'), ['1', '1', undefined])
    }))

  it('leaves the files of a log that it may have ended', () =>
    withBench(async (bench) => {
      bench.file.hold()
      const closing = bench.tree.close()
      await bench.file.asked()
      bench.file.release()
      bench.file.fails = true
      await closing
      assert.equal(bench.logs, 2)
      assert.deepEqual(await bench.reopened('a'), ['1'])
    }))
})
