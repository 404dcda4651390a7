/** Workers of one owner of a data folder: what each key went through is linearizable. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Engine } from '../../src/storage/engine.js'
import { get, put, valueOf, write } from '../../src/storage/engine-testing-suite.js'
import { withWorkers } from '../../src/storage/lmdb/workers/in-process-suite.js'
import { seededRandom } from '../support/seeded-random.js'
import { History } from './history.js'
import { findViolation } from './linearizable.js'
import { registerModel, type RegisterOperation } from './registers.js'

describe('workers of one owner', () => {
  it('have histories that some order explains', () =>
    withWorkers(2, async (workers) => {
      const keys = ['r0', 'r1', 'r2']
      const histories = new Map(keys.map((key) => [key, new History<RegisterOperation>()]))
      const { below } = seededRandom(5)
      const clients = Array.from({ length: 6 }, async (_, client) => {
        for (let step = 0; step < 60; step++) {
          const key = keys[below(keys.length)]!
          const engine = workers[client % 2]!
          const action = below(4)
          await histories
            .get(key)!
            .record(() => act({ engine, key, action, value: `${client}.${step}` }))
        }
      })
      await Promise.all(clients)
      for (const [key, { entries }] of histories) {
        assert.equal(findViolation(entries, registerModel), undefined, key)
      }
    }))
})

interface Action {
  readonly engine: Engine
  readonly key: string
  readonly action: number
  readonly value: string
}

async function act({ engine, key, action, value }: Action): Promise<readonly RegisterOperation[]> {
  if (action === 0) return [{ kind: 'read', found: (await valueOf(engine, key)) ?? '' }]
  if (action === 1) {
    await write(engine, [put(key, value)])
    return [{ kind: 'write', value }]
  }
  const expected = (await valueOf(engine, key)) ?? ''
  const found = await engine.transact({
    reads: [get(key)],
    decide([now]) {
      const before = now?.toString() ?? ''
      return { mutations: before === expected ? [put(key, value)] : [], result: before }
    },
  })
  const swapped = found === expected
  return [swapped ? { kind: 'swap', expected, value } : { kind: 'refused swap', expected, found }]
}
