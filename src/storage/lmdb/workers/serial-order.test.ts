/**
 * Random transactions of several workers, each of which appends what it read and wrote to one log.
 * The log is in commit order, so replaying it shows whether every transaction saw exactly the state
 * that the ones before it had left.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../../test/support/seeded-random.js'
import type { Engine, Mutation, RangePage, Read, Tally } from '../../engine.js'
import { bytes, get, otherSpace, put, range, remove, tally } from '../../engine-testing-suite.js'
import { withWorkers } from './in-process-suite.js'

const keys = ['a', 'b', 'c', 'd', 'e', 'f']
const log = bytes('log')

/** What one transaction does, chosen before it runs. */
interface Plan {
  readonly id: number
  readonly gets: readonly string[]
  readonly wantsRange: boolean
  readonly wantsTally: boolean
  readonly puts: readonly string[]
  readonly removes: readonly string[]
  readonly exclusive: boolean
}

/** What it saw. */
interface Seen {
  readonly plan: Plan
  readonly gets: readonly (string | null)[]
  readonly page?: readonly string[]
  readonly total?: Tally
}

describe('transactions of several workers', () => {
  for (const seed of [1, 2]) {
    it(`see what those before them have left (seed ${seed})`, () =>
      withWorkers(3, async (workers) => {
        const { below } = seededRandom(seed)
        const plans = Array.from({ length: 250 }, (_, id) => randomPlan(id, below))
        let next = 0
        const clients = Array.from({ length: 12 }, async (_, client) => {
          while (next < plans.length) await run(workers[client % 3]!, plans[next++]!)
        })
        await Promise.all(clients)
        await replay(workers[0]!, plans.length)
      }))
  }
})

function randomPlan(id: number, below: (limit: number) => number): Plan {
  const some = (max: number) =>
    Array.from({ length: below(max + 1) }, () => keys[below(keys.length)]!)
  return {
    id,
    gets: some(3),
    wantsRange: below(6) === 0,
    wantsTally: below(8) === 0,
    puts: some(2),
    removes: some(1),
    exclusive: below(25) === 0,
  }
}

function run(engine: Engine, plan: Plan): Promise<void> {
  const reads: Read[] = plan.gets.map((key) => get(key))
  if (plan.wantsRange) reads.push(range())
  if (plan.wantsTally) reads.push({ kind: 'tally', space: 7 })
  return engine.transact({
    ...(plan.exclusive ? { exclusive: [7] } : {}),
    reads,
    decide(results: readonly unknown[]) {
      const gets = plan.gets.map((_, at) => (results[at] as Buffer | undefined)?.toString() ?? null)
      const rest = results.slice(plan.gets.length)
      const page = plan.wantsRange ? (rest.shift() as RangePage) : undefined
      const total = plan.wantsTally ? (rest.shift() as Tally) : undefined
      const seen: Seen = {
        plan,
        gets,
        ...(page === undefined ? {} : { page: page.entries.map(textOf) }),
        ...(total === undefined ? {} : { total }),
      }
      return { mutations: [...mutationsOf(plan), append(seen)], result: undefined }
    },
  })
}

function textOf({ key, value }: { key: Buffer; value: Buffer }): string {
  return `${key.toString()}=${value.toString()}`
}

function mutationsOf(plan: Plan): readonly Mutation[] {
  const puts = plan.puts.map((key) => put(key, String(plan.id)))
  return [...puts, ...plan.removes.map((key) => remove(key)), tally(1, plan.id)]
}

function append(seen: Seen): Mutation {
  return { kind: 'append', space: otherSpace, log, value: Buffer.from(JSON.stringify(seen)) }
}

async function replay(engine: Engine, count: number): Promise<void> {
  const [page] = await engine.read([range({ space: otherSpace })])
  const history = page.entries.map(({ value }) => JSON.parse(value.toString()) as Seen)
  assert.equal(new Set(history.map(({ plan }) => plan.id)).size, count)
  assert.equal(history.length, count)
  const state = new Map<string, string>()
  let total: Tally = { entries: 0, bytes: 0 }
  for (const seen of history) {
    const { plan } = seen
    const entries = [...state].sort(([a], [b]) => (a < b ? -1 : 1))
    assert.deepEqual(
      seen.gets,
      plan.gets.map((key) => state.get(key) ?? null),
    )
    if (seen.page !== undefined) {
      assert.deepEqual(
        seen.page,
        entries.map(([key, value]) => `${key}=${value}`),
      )
    }
    if (seen.total !== undefined) assert.deepEqual(seen.total, total)
    for (const key of plan.puts) state.set(key, String(plan.id))
    for (const key of plan.removes) state.delete(key)
    total = { entries: total.entries + 1, bytes: total.bytes + plan.id }
  }
}
