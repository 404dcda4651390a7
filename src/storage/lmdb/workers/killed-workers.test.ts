/** Workers that are killed at any moment, and workers that open the folder while others write. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../../test/support/seeded-random.js'
import { until } from '../../../../test/support/until.js'
import { create, get, increment, put, space, valueOf, write } from '../../engine-testing-suite.js'
import { printed, withFolder } from '../child-process-suite.js'
import { openLmdbEngine } from '../lmdb-engine.js'
import { attachWorker } from './in-process-suite.js'
import { openLmdbOwner } from './lmdb-owner.js'
import { startWorker } from './worker-process-suite.js'

/** Each transaction adds one to a counter of all, and writes its worker's count to two keys. */
const counting = (name: string) => `
  const at = (key) => ({ kind: 'get', space: ${space}, key: Buffer.from(key) })
  const put = (key, value) =>
    ({ kind: 'put', space: ${space}, key: Buffer.from(key), value: Buffer.from(String(value)) })
  const count = () => engine.transact({
    reads: [at('all'), at('left ${name}')],
    decide([all, own]) {
      const next = Number(own ?? 0) + 1
      const pad = put('pad ${name} ' + next, 'x'.repeat(next % 3000))
      const mutations =
        [put('all', Number(all ?? 0) + 1), put('left ${name}', next), pad, put('right ${name}', next)]
      return { mutations, result: next }
    } })
  const client = async () => { for (;;) console.log(await count()) }
  for (let n = 0; n < 4; n++) client()`

const kills = Number(process.env['GRAMME_WORKER_KILLS'] ?? 8)

describe('workers that are killed', () => {
  it('lose nothing acknowledged, leave no half transaction, and others go on', () =>
    withFolder(async (dataDir) => {
      const { below } = seededRandom(11)
      const owner = await openLmdbOwner({ dataDir, durability: 'relaxed' })
      const watching = await attachWorker(owner, dataDir)
      await write(watching, [create(space)])
      const acknowledged = new Map<string, number>()
      const start = (name: string) => {
        const worker = startWorker(owner, dataDir, counting(name))
        worker.child.stdout?.on('data', (chunk: Buffer) => {
          const counts = chunk.toString().split('\n').map(Number)
          acknowledged.set(name, Math.max(acknowledged.get(name) ?? 0, ...counts))
        })
        return { name, ...worker }
      }
      let running = [start('w0'), start('w1')]
      const outputs: Promise<unknown>[] = running.map(({ ended }) => ended)
      for (let kill = 0; kill < kills; kill++) {
        const victim = running[below(running.length)]!
        // Sometimes while it starts, mostly under load.
        if (below(4) > 0) {
          await until(
            () => acknowledged.has(victim.name),
            () => `${victim.name} wrote nothing`,
          )
        }
        await sleep(below(200))
        await victim.kill()
        const next = start(`w${kill + 2}`)
        outputs.push(next.ended)
        running = [...running.filter((each) => each !== victim), next]
        await requireWhole(kill + 3)
      }
      await Promise.all(running.map((worker) => worker.kill()))
      await Promise.all(outputs)
      await requireWhole(kills + 2)
      for (const [name, count] of acknowledged) {
        assert.ok(Number(await valueOf(watching, `left ${name}`)) >= count, name)
      }
      await watching.close()
      await owner.close()
      const after = await openLmdbEngine({ dataDir, durability: 'relaxed', checkWhole: true })
      await after.close()

      /** Whatever a transaction writes is there as a whole. */
      async function requireWhole(started: number): Promise<void> {
        const names = Array.from({ length: started }, (_, n) => `w${n}`)
        const sides = names.flatMap((name) => [get(`left ${name}`), get(`right ${name}`)])
        const [all, ...counts] = await watching.read([get('all'), ...sides])
        const numbers = counts.map((count) => Number(count ?? 0))
        let sum = 0
        for (const [n, name] of names.entries()) {
          assert.equal(numbers[2 * n], numbers[2 * n + 1], name)
          sum += numbers[2 * n]!
        }
        assert.equal(Number(all ?? 0), sum)
      }
    }))
})

/** LMDB reads the meta pages and a moment later sets what all processes share; this is that moment. */
const slowOpening = [
  ...['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=pread64'],
  ...['-e', `inject=pread64:delay_exit=${300 * 1000}`],
]
const canTrace = spawnSync(slowOpening[0]!, [...slowOpening.slice(1), 'true']).status === 0

describe('a worker that opens the folder', () => {
  it('undoes no commit of others, however slowly it opens', (t) =>
    withFolder(async (dataDir) => {
      if (!canTrace) t.diagnostic('strace cannot slow the opening down here: running as it is')
      const owner = await openLmdbOwner({ dataDir, durability: 'relaxed' })
      const worker = await attachWorker(owner, dataDir)
      await write(worker, [create(space), put('n', '0')])
      const results: number[] = []
      let opened = 0
      const writing = (async () => {
        while (opened < 2) results.push(await increment(worker, 'n'))
      })()
      for (; opened < 2; opened++) {
        const program = `console.log('open')\nsetInterval(() => {}, 1000)`
        const { child } = startWorker(owner, dataDir, program, canTrace ? slowOpening : [])
        await printed(child, 'open')
        child.stdio[3]?.destroy()
      }
      await writing
      for (let n = 0; n < 10; n++) results.push(await increment(worker, 'n'))
      assert.deepEqual(
        results,
        results.map((_, n) => n + 1),
      )
      assert.equal(await valueOf(worker, 'n'), String(results.length))
      await worker.close()
      await owner.close()
    }))
})
