/** Transactions by seed, and what they leave: a run is known by its seed and how many there were. */
import assert from 'node:assert/strict'
import { seededRandom } from '../../../../test/support/seeded-random.js'
import type { Engine, Mutation } from '../../engine.js'
import { create, put, range, remove } from '../../engine-testing-suite.js'

/** What the n-th transaction of a seed writes. */
export function mutationsOf(seed: number, n: number): Mutation[] {
  if (n === 0) return [create(1)]
  const random = seededRandom(seed * 1_000_003 + n).below
  return [
    ...Array.from({ length: 1 + random(6) }, () => {
      const key = `k${random(40)}`
      return random(3) === 0 ? remove(key, 1) : put(key, `${n} `.repeat(1 + random(300)), 1)
    }),
    { kind: 'append' as const, space: 1, log: Buffer.from('log'), value: Buffer.from(`${n}`) },
    { kind: 'tally' as const, space: 1, entries: 1, bytes: n },
  ]
}

/** Everything that the first transactions have left, as text. */
export function expected(seed: number, count: number): string {
  const entries = new Map<string, string>()
  let bytes = 0
  for (let n = 1; n < count; n++) {
    for (const mutation of mutationsOf(seed, n)) {
      if (mutation.kind === 'put') entries.set(text(mutation.key), text(mutation.value))
      if (mutation.kind === 'delete') entries.delete(text(mutation.key))
    }
    bytes += n
  }
  return JSON.stringify({ entries: [...entries].sort(byKey), head: count - 1, bytes })
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
const byKey = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)

/** The same of an engine. */
export async function found(engine: Engine): Promise<string> {
  const [page, heads, tally, log] = await engine.read([
    range({ space: 1, from: Buffer.from('k'), to: Buffer.from('l'), entriesMax: 1000 }),
    { kind: 'heads', space: 1 },
    { kind: 'tally', space: 1 },
    range({ space: 1, from: Buffer.from('log'), to: Buffer.from('loh'), entriesMax: 1e6 }),
  ])
  const head = heads[0]?.number ?? 0
  assert.equal(tally.entries, head)
  assert.deepEqual(
    log.entries.map(({ value }) => Number(value.toString())),
    Array.from({ length: head }, (_, at) => at + 1),
  )
  const entries = page.entries.map(({ key, value }) => [key.toString(), value.toString()])
  return JSON.stringify({ entries, head, bytes: tally.bytes })
}
