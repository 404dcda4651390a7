import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { until } from '../../../../test/support/until.js'
import { systemSpace } from '../../engine.js'
import { storedKey } from '../stored-keys.js'
import { failure, key, withBench } from './logged-tree-suite.js'

describe('a tree behind a log', () => {
  it('shows a group to others once it is on disk', () =>
    withBench(async (bench) => {
      const seen: (string | undefined)[] = []
      const look = () => seen.push(bench.get('a'))
      await bench.put({ a: '2' }, () => {
        look()
        queueMicrotask(look)
      })
      look()
      assert.deepEqual(seen, ['2', '1', '2'])
      await bench.tree.close()
    }))

  it('has everything in the tree and no log after it was closed', () =>
    withBench(async (bench) => {
      await bench.put({ a: '2', b: '2', c: '2' })
      await bench.tree.close()
      assert.deepEqual(
        ['a', 'b', 'c'].map((name) => bench.inTree(name)),
        ['2', '2', '2'],
      )
      assert.equal(bench.logs, 0)
    }))

  it('writes nothing of a group that fails', () =>
    withBench(async (bench) => {
      const failing = bench.tree.transaction(() => {
        bench.tree.put(key('a'), key('half'))
        return failure
      })
      await assert.rejects(failing, failure)
      assert.equal(bench.get('a'), '1')
      await bench.tree.close()
      assert.equal(bench.inTree('a'), '1')
    }))

  it('acknowledges nothing once another server has the folder, and leaves the log to it', () =>
    withBench(async (bench) => {
      assert.equal(await bench.put({ a: '2' }, () => (bench.isHeld = false)), failure)
      assert.equal(bench.get('a'), '1')
      await bench.tree.close()
      assert.deepEqual([bench.logs, bench.inTree('a')], [2, '0'])
      // It was in the log before anybody knew: that it failed was said because nobody can tell.
      assert.deepEqual(await bench.reopened('a'), ['2'])
    }))

  it('goes without a log while there may be none', () =>
    withBench(async (bench) => {
      bench.mayLog = false
      await bench.put({ b: '2' })
      assert.deepEqual([bench.logs, bench.inTree('a'), bench.inTree('b')], [0, '1', '2'])
      bench.mayLog = true
      await bench.put({ b: '3' })
      assert.deepEqual([bench.logs, bench.inTree('b'), bench.get('b')], [2, '2', '3'])
      await bench.tree.close()
    }))

  it('refuses groups when both files are full and the tree cannot be written, until it can', () =>
    withBench(
      async (bench) => {
        bench.hasRoom = false
        // One file has the first change. The next begins the other, which cannot be left either.
        assert.equal(await bench.put({ b: '2' }), undefined)
        assert.equal(await bench.put({ c: '2' }), failure)
        assert.equal(await bench.put({ c: '3' }), failure)
        assert.deepEqual(
          ['a', 'b', 'c'].map((name) => bench.get(name)),
          ['1', '2', undefined],
        )
        bench.hasRoom = true
        await until(
          async () => (await bench.put({ c: '4' })) === undefined,
          () => 'groups are still refused',
        )
        assert.deepEqual(
          ['a', 'b', 'c'].map((name) => bench.get(name)),
          ['1', '2', '4'],
        )
        await bench.tree.close()
        assert.deepEqual(
          ['a', 'b', 'c'].map((name) => bench.inTree(name)),
          ['1', '2', '4'],
        )
      },
      { fileChangesMax: 1 },
    ))

  const system = (name: string) => storedKey(systemSpace, key(name)).toString()
  const tells = (what: string, mayLog: boolean) =>
    void it(`tells when the system's space may have changed, ${what}`, () =>
      withBench(async (bench) => {
        bench.mayLog = mayLog
        await bench.put({ b: '1' })
        const before = bench.tree.systemVersion
        await bench.put({ b: '2' })
        assert.equal(bench.tree.systemVersion, before)
        let isSettled = false
        const changing = bench.put({ [system('s')]: '1' }).then(() => (isSettled = true))
        while (!isSettled) {
          if (bench.get(system('s')) === '1') assert.notEqual(bench.tree.systemVersion, before)
          await nextTurn()
        }
        await changing
        assert.equal(bench.tree.systemVersion, before! + 1)
        await bench.tree.close()
      }))
  tells('with the log', true)
  tells('without it', false)

  it('makes groups wait while the tree is written, and refuses none', () =>
    withBench(
      async (bench) => {
        const names = Array.from({ length: 30 }, (_, n) => `k${n % 10}`)
        const outcomes = await Promise.all(names.map((name, n) => bench.put({ [name]: String(n) })))
        assert.deepEqual(new Set(outcomes), new Set([undefined]))
        assert.equal(bench.get('k9'), '29')
        await bench.tree.close()
        assert.equal(bench.inTree('k9'), '29')
      },
      { fileChangesMax: 1 },
    ))
})
