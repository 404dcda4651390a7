import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { create, increment, put, space, valueOf, write } from '../engine-testing-suite.js'
import { runProgram, withFolder } from './child-process-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'

/** LMDB reads the meta pages and a moment later sets what all processes share; this is that moment. */
const slowOpening = [
  ...['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=pread64'],
  ...['-e', `inject=pread64:delay_exit=${300 * 1000}`],
]
const canTrace = spawnSync(slowOpening[0]!, [...slowOpening.slice(1), 'true']).status === 0

describe('a second server that is refused', () => {
  it('undoes no commit of the first, made while the second one starts', (t) =>
    withFolder(async (dataDir) => {
      if (!canTrace) t.diagnostic('strace cannot slow the opening down here: running as it is')
      const engine = await openLmdbEngine({ dataDir, durability: 'relaxed' })
      await write(engine, [create(space), put('n', '0')])
      let refused = false
      const second = runProgram(
        dataDir,
        `await openLmdbEngine({ dataDir, durability: 'relaxed' }).catch((e) => console.log(e.message))`,
        canTrace ? slowOpening : [],
      ).finally(() => (refused = true))
      const results: number[] = []
      while (!refused) results.push(await increment(engine, 'n'))
      for (let n = 0; n < 10; n++) results.push(await increment(engine, 'n'))
      assert.match((await second).output, /is in use by another Gramme server/)
      assert.deepEqual(
        results,
        results.map((_, n) => n + 1),
      )
      assert.equal(await valueOf(engine, 'n'), String(results.length))
      await engine.close()
    }))
})
