/** Two workers and their owner in one process: transactions are serial, whoever decides them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AssertionError } from '../../../stdx/assert.js'
import type { Engine } from '../../engine.js'
import {
  bytes,
  create,
  drop,
  get,
  increment,
  otherSpace,
  put,
  range,
  space,
  tally,
  valueOf,
  write,
} from '../../engine-testing-suite.js'
import { GuardBroken } from '../../errors.js'
import { openLmdbEngine } from '../lmdb-engine.js'
import { withFolder } from '../child-process-suite.js'
import { attachWorker, withWorkers } from './in-process-suite.js'
import { openLmdbOwner } from './lmdb-owner.js'

describe('two workers of one owner', () => {
  const both = <T>(
    engines: readonly Engine[],
    count: number,
    turn: (engine: Engine, n: number) => Promise<T>,
  ) => Promise.all(Array.from({ length: count }, (_, n) => turn(engines[n % engines.length]!, n)))

  it('lose no increment of one key that both change, nor any total', () =>
    withWorkers(2, async (workers) => {
      const add = (engine: Engine) =>
        engine.transact({
          reads: [get('n')],
          decide([found]) {
            const next = Number(found?.toString() ?? '0') + 1
            return { mutations: [put('n', String(next)), tally(1, 2)], result: next }
          },
        })
      const results = await both(workers, 600, add)
      assert.deepEqual(
        results.sort((a, b) => a - b),
        Array.from({ length: 600 }, (_, n) => n + 1),
      )
      assert.equal(await valueOf(workers[0]!, 'n'), '600')
      const [total] = await workers[1]!.read([{ kind: 'tally', space }])
      assert.deepEqual(total, { entries: 600, bytes: 1200 })
    }))

  it('see a consistent state in decisions that write nothing', () =>
    withWorkers(2, async (workers) => {
      await write(workers[0]!, [put('left', '0'), put('right', '0')])
      const move = (engine: Engine) =>
        engine.transact({
          reads: [get('left'), get('right')],
          decide([left, right]) {
            assert.equal(Number(left) + Number(right), 0)
            const next = Number(left) + 1
            return { mutations: [put('left', `${next}`), put('right', `${-next}`)], result: 0 }
          },
        })
      const look = (engine: Engine) =>
        engine.transact({
          reads: [get('left'), get('right')],
          decide: ([left, right]) => ({ mutations: [], result: Number(left) + Number(right) }),
        })
      const sums = await both(workers, 400, (engine, n) =>
        n % 3 === 0 ? look(engine) : move(engine),
      )
      assert.deepEqual(new Set(sums), new Set([0]))
    }))

  it('take turns where a space must not change, while the other one writes there', () =>
    withWorkers(2, async ([one, two]) => {
      let changed = false
      const writing = (async () => {
        for (let n = 0; !changed; n++) {
          const guards = [{ space: otherSpace, key: bytes('stamp'), value: undefined }]
          const puts = [1, 2, 3].map((at) => write(two!, [put(`k${n}.${at}`, 'v')], guards))
          const outcomes = await Promise.allSettled(puts)
          for (const outcome of outcomes) {
            if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof GuardBroken)
          }
        }
      })()
      await new Promise((resolve) => setTimeout(resolve, 30))
      const seen = await one!.transact({
        exclusive: [space],
        reads: [range()],
        decide: ([page]) => ({
          mutations: [put('stamp', 'changed', otherSpace)],
          result: page.entries.length,
        }),
      })
      changed = true
      await writing
      const [after] = await two!.read([range()])
      assert.equal(after.entries.length, seen)
    }))

  it('take turns after decisions that write nothing', () =>
    withWorkers(1, async ([worker]) => {
      const look = (exclusive: readonly number[]) =>
        worker!.transact({
          exclusive,
          reads: [get('a')],
          decide: () => ({ mutations: [], result: 1 }),
        })
      const looks = [look([]), look([space]), look([]), look([space]), look([otherSpace])]
      assert.deepEqual(await Promise.all(looks), [1, 1, 1, 1, 1])
    }))

  it('decide again if a range, a total or a head that was read has changed', () =>
    withWorkers(2, async (workers) => {
      const count = (engine: Engine, n: number) =>
        engine.transact({
          reads: [range(), { kind: 'tally', space }, { kind: 'heads', space: otherSpace }],
          decide([page, total, heads]) {
            const seen = page.entries.length
            assert.deepEqual([total.entries, heads[0]?.number ?? 0], [seen, seen])
            const log = {
              kind: 'append',
              space: otherSpace,
              log: bytes('log'),
              value: bytes('x'),
            } as const
            return { mutations: [put(`k${n}`, 'v'), tally(1, 1), log], result: seen }
          },
        })
      const seen = await both(workers, 40, count)
      assert.deepEqual(
        seen.sort((a, b) => a - b),
        Array.from({ length: 40 }, (_, n) => n),
      )
    }))

  it('know at once which spaces the other made and dropped', () =>
    withWorkers(2, async ([one, two]) => {
      await write(one!, [create(50)])
      await write(two!, [put('a', '1', 50)])
      assert.equal(await valueOf(one!, 'a', 50), '1')
      const racing = Array.from({ length: 20 }, (_, n) => write(two!, [put(`k${n}`, '1', 50)]))
      await write(one!, [drop(50)])
      for (const outcome of await Promise.allSettled(racing)) {
        if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof AssertionError)
      }
      await assert.rejects(valueOf(two!, 'a', 50), AssertionError)
      await assert.rejects(write(two!, [put('a', '2', 50)]), AssertionError)
    }))

  it('come and go while the other writes, and the folder is one server’s again after them', () =>
    withFolder(async (dataDir) => {
      const owner = await openLmdbOwner({ dataDir, durability: 'relaxed' })
      const first = await attachWorker(owner, dataDir)
      await write(first, [create(space)])
      let done = false
      const writing = (async () => {
        let count = 0
        for (; !done; count++) await increment(first, 'n')
        return count
      })()
      let others = 0
      for (; others < 5; others++) {
        const worker = await attachWorker(owner, dataDir)
        await increment(worker, 'n')
        await worker.close()
      }
      done = true
      const count = await writing
      await first.close()
      await owner.close()
      const engine = await openLmdbEngine({ dataDir, durability: 'relaxed' })
      assert.equal(await valueOf(engine, 'n'), String(count + others))
      await engine.close()
    }))
})
