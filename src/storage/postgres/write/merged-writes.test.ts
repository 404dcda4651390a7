/** Which writes can be merged, and into what. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Guard, Mutation } from '../../engine.js'
import { bytes, create, otherSpace, put, remove, space, tally } from '../../engine-testing-suite.js'
import { entryName, foldMutations } from './folded-mutations.js'
import { type DecidedWrite, isMergeable, MergedWrite } from './merged-writes.js'
import type { Seen } from '../read/read-answer.js'

const guard: Guard = { space: 0, key: bytes('stamp'), value: bytes('1') }

const saw = (key: string, version: string | undefined, of = space): Seen => ({
  name: entryName(of, bytes(key)),
  space: of,
  key: bytes(key),
  version,
})

const decided = (seen: readonly Seen[], ...mutations: readonly Mutation[]): DecidedWrite => ({
  seen: [saw('stamp', '5', 0), ...seen],
  changes: foldMutations(mutations),
  guards: [guard],
})

function batch(...writes: readonly DecidedWrite[]): MergedWrite | undefined {
  const merged = new MergedWrite([guard])
  for (const write of writes) {
    if (!merged.accepts(write)) return undefined
    merged.add(write)
  }
  return merged
}

describe('a write of a transaction', () => {
  const changed = decided([saw('a', '1')], put('a', 'x'))

  it('is merged when one statement can prove what it depends on', () => {
    assert.ok(isMergeable(changed))
    assert.ok(isMergeable(decided([saw('a', undefined)], put('a', 'x'))), 'an entry that is new')
    assert.ok(isMergeable(decided([saw('cursor', undefined, 0)], put('a', 'x'))))
  })

  it('is not when a key has to stay absent, or a space or a log is created', () => {
    assert.ok(!isMergeable(decided([saw('away', undefined)], put('a', 'x'))))
    assert.ok(!isMergeable(decided([], create(99))))
    const start = { kind: 'start-log', space, log: bytes('log'), number: 1 } as const
    assert.ok(!isMergeable(decided([], start)))
  })
})

describe('writes that go together', () => {
  it('touch different entries, and share what none of them writes', () => {
    const one = decided([saw('a', '1'), saw('shared', '9')], put('a', 'x'))
    const two = decided([saw('b', '2'), saw('shared', '9')], put('b', 'y'))
    const merged = batch(one, two)
    assert.ok(merged)
    const { changes, seen } = merged.whole
    assert.deepEqual([...changes.entries.values()].map(({ key }) => String(key)).sort(), ['a', 'b'])
    assert.deepEqual(seen.map(({ key }) => String(key)).sort(), ['a', 'b', 'shared', 'stamp'])
  })

  it('add up their totals, and append to a log in their order', () => {
    const append = (value: string): Mutation => ({
      kind: 'append',
      space: otherSpace,
      log: bytes('log'),
      value: bytes(value),
    })
    const merged = batch(
      decided([], put('a', 'x'), tally(1, 10), append('first')),
      decided([], put('b', 'y'), tally(1, 5), append('second')),
    )
    const { changes } = merged!.whole
    assert.deepEqual([...changes.tallies], [[space, { entries: 2, bytes: 15 }]])
    assert.deepEqual(
      changes.logs.map(({ values }) => values.map(String)),
      [['first', 'second']],
    )
  })

  const refused: Readonly<Record<string, readonly [DecidedWrite, DecidedWrite]>> = {
    'do not write the same entry': [decided([], put('a', 'x')), decided([], remove('a'))],
    'do not write what another has looked at': [
      decided([saw('a', '1')], put('b', 'x')),
      decided([], put('a', 'y')),
    ],
    'do not look at what another writes': [
      decided([saw('a', '1')], put('a', 'x')),
      decided([saw('a', '1')], put('b', 'y')),
    ],
    'do not rest on different states of an entry': [
      decided([saw('shared', '1')], put('a', 'x')),
      decided([saw('shared', '2')], put('b', 'y')),
    ],
  }
  for (const [title, [first, second]] of Object.entries(refused)) {
    it(title, () => {
      assert.equal(batch(first, second), undefined)
    })
  }
})
