/** Blind writes, logs, and transactions that lock whole spaces. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Engine, Guard, Mutation, Replacement } from './engine.js'
import type { NewStore, Supports } from './engine-suite.js'
import {
  bytes,
  drop,
  create,
  get,
  otherSpace,
  put,
  range,
  space,
  valueOf,
  withEngine,
  write,
} from './engine-testing-suite.js'
import { GuardBroken } from './errors.js'
import { logEntryKey, numberOfLogEntry } from './keyspace.js'

const log = bytes('log')

const append = (value: string, to = log, into = space): Mutation => ({
  kind: 'append',
  space: into,
  log: to,
  value: bytes(value),
})

/** Values weigh ten times their length. */
const weigh = (value: Uint8Array) => value.length * 10

const weighed = (key: string, value: string): Mutation => ({
  ...(put(key, value) as Extract<Mutation, { kind: 'put' }>),
  weight: weigh(bytes(value)),
})

function replace(
  engine: Engine,
  key: string,
  value: string | undefined,
  options: Partial<Replacement> = {},
): Promise<number | undefined> {
  return engine.replace({
    space,
    key: bytes(key),
    value: value === undefined ? undefined : bytes(value),
    weigh,
    ...options,
  })
}

async function totals(engine: Engine) {
  const [found] = await engine.read([{ kind: 'tally', space }])
  return found
}

export function writeSuite(newStore: NewStore, supports: Supports): void {
  it('replaces blindly, returns the weight of what was replaced and keeps the tally', () =>
    withEngine(newStore, async (engine) => {
      assert.equal(await replace(engine, 'a', 'one'), undefined)
      assert.deepEqual(await totals(engine), { entries: 1, bytes: 30 })
      assert.equal(await replace(engine, 'a', 'three'), 30)
      assert.equal(await valueOf(engine, 'a'), 'three')
      assert.deepEqual(await totals(engine), { entries: 1, bytes: 50 })
      assert.equal(await replace(engine, 'a', undefined), 50)
      assert.equal(await replace(engine, 'a', undefined), undefined)
      assert.equal(await valueOf(engine, 'a'), undefined)
      assert.deepEqual(await totals(engine), { entries: 0, bytes: 0 })
    }))

  it('knows the weight of an entry that a transaction has put', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [weighed('a', 'four'), { kind: 'tally', space, entries: 1, bytes: 40 }])
      assert.equal(await replace(engine, 'a', 'x'), 40)
      await write(engine, [weighed('a', 'xy'), { kind: 'tally', space, entries: 0, bytes: 10 }])
      assert.equal(await replace(engine, 'a', undefined), 20)
      assert.deepEqual(await totals(engine), { entries: 0, bytes: 0 })
    }))

  it('replaces nothing while a guard is broken', () =>
    withEngine(newStore, async (engine) => {
      const guards = [{ space: otherSpace, key: bytes('stamp'), value: bytes('1') }]
      await assert.rejects(replace(engine, 'a', 'x', { guards }), GuardBroken)
      await write(engine, [put('stamp', '1', otherSpace)])
      await replace(engine, 'a', 'x', { guards })
      await write(engine, [put('stamp', '2', otherSpace)])
      await assert.rejects(replace(engine, 'a', 'y', { guards }), GuardBroken)
      await assert.rejects(replace(engine, 'a', undefined, { guards }), GuardBroken)
      assert.equal(await valueOf(engine, 'a'), 'x')
    }))

  if (supports.replacesAll) replaceAllSuite(newStore)
  else
    it('does not replace several entries blindly', () =>
      withEngine(newStore, async (engine) => assert.ok(!engine.replaceAll)))

  it('loses no weight among many blind writes at once', () =>
    withEngine(newStore, async (engine) => {
      const turns = Array.from({ length: 200 }, (_, turn) =>
        replace(engine, `k${turn % 7}`, turn % 5 === 0 ? undefined : 'v'.repeat(turn % 11)),
      )
      await Promise.all(turns)
      const [page] = await engine.read([range()])
      const left = page.entries.reduce((sum, { value }) => sum + weigh(value), 0)
      assert.deepEqual(await totals(engine), { entries: page.entries.length, bytes: left })
    }))

  it('numbers the entries of a log, and never gives a number twice', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [append('a'), append('b'), append('x', bytes('other'))])
      await write(engine, [append('c')])
      const entries = await logOf(engine)
      assert.deepEqual(entries, ['1 a', '2 b', '3 c'])
      const keys = [1, 2, 3].map((number) => logEntryKey(log, number))
      await write(
        engine,
        keys.map((key) => ({ kind: 'delete', space, key }) as const),
      )
      await write(engine, [append('d')])
      assert.deepEqual(await logOf(engine), ['4 d'])
      const [heads] = await engine.read([{ kind: 'heads', space }])
      const texts = heads.map((head) => `${head.log.toString()} ${head.number}`)
      assert.deepEqual(texts, ['log 4', 'other 1'])
    }))

  it('appends together with what else a transaction does, or not at all', () =>
    withEngine(newStore, async (engine) => {
      const turns = Array.from({ length: 60 }, (_, turn) =>
        engine.transact({
          reads: [get('n')],
          decide([found]) {
            if (turn % 6 === 5) throw new Error('refused')
            const next = String(Number(found?.toString() ?? '0') + 1)
            return { mutations: [put('n', next), append(next)], result: undefined }
          },
        }),
      )
      const outcomes = await Promise.allSettled(turns)
      const done = outcomes.filter(({ status }) => status === 'fulfilled').length
      assert.equal(done, 50)
      // Each saw the one before it, so the log shows the order in which they really happened.
      const expected = Array.from({ length: done }, (_, at) => `${at + 1} ${at + 1}`)
      assert.deepEqual(await logOf(engine), expected)
    }))

  it('shows the entries of a log only in the order of their numbers', () =>
    withEngine(newStore, async (engine) => {
      let done = false
      const polling = (async () => {
        const seen: string[] = []
        for (let last = false; !last;) {
          last = done
          const entries = (await logOf(engine)).map((entry) => entry.split(' ')[0]!)
          assert.deepEqual(entries.slice(0, seen.length), seen, 'nothing appears below')
          seen.push(...entries.slice(seen.length))
          await new Promise(setImmediate)
        }
        return seen
      })()
      await Promise.all(
        Array.from({ length: 100 }, (_, n) => write(engine, [put(`k${n}`, 'x'), append(`${n}`)])),
      )
      done = true
      const expected = Array.from({ length: 100 }, (_, n) => String(n + 1))
      assert.deepEqual(await polling, expected)
    }))

  it('lets a copied log continue where the original was', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [{ kind: 'start-log', space, log, number: 41 }, append('next')])
      assert.deepEqual(await logOf(engine), ['42 next'])
    }))

  it('forgets the logs of a space that is dropped', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [create(20), append('a', log, 20)])
      await write(engine, [drop(20), create(21), append('b', log, 21)])
      const [heads] = await engine.read([{ kind: 'heads', space: 21 }])
      assert.deepEqual(
        heads.map(({ number }) => number),
        [1],
      )
    }))

  it('shows a transaction that locks a space everything written there before', () =>
    withEngine(newStore, async (engine) => {
      const guards = [{ space: otherSpace, key: bytes('stamp'), value: undefined }]
      const writers = Array.from({ length: 40 }, (_, turn) =>
        write(engine, [put(`k${turn}`, 'v')], guards).then(
          () => 'written',
          (error: unknown) => (error instanceof GuardBroken ? 'refused' : 'failed'),
        ),
      )
      const seen = engine.transact({
        exclusive: [space],
        reads: [range()],
        decide: ([page]) => ({
          mutations: [put('stamp', 'changed', otherSpace)],
          result: page.entries.length,
        }),
      })
      const outcomes = await Promise.all(writers)
      const written = outcomes.filter((outcome) => outcome === 'written').length
      assert.equal(await seen, written)
      assert.ok(!outcomes.includes('failed'))
      const [after] = await engine.read([range()])
      assert.equal(after.entries.length, written)
    }))
}

async function logOf(engine: Engine): Promise<readonly string[]> {
  const [from, to] = [logEntryKey(log, 0), logEntryKey(log, 1_000_000)]
  const [page] = await engine.read([range({ from, to })])
  return page.entries.map(({ key, value }) => `${numberOfLogEntry(key)} ${value.toString()}`)
}

function replaceAllSuite(newStore: NewStore): void {
  const several = (
    engine: Engine,
    values: Readonly<Record<string, string | undefined>>,
    guards: readonly Guard[] = [],
  ) => {
    const replacements = Object.entries(values).map(([key, value]) => {
      return {
        space,
        key: bytes(key),
        value: value === undefined ? undefined : bytes(value),
        weigh,
      }
    })
    return engine.replaceAll!(replacements, guards)
  }

  it('replaces several blindly, each with its weight', () =>
    withEngine(newStore, async (engine) => {
      assert.deepEqual(await several(engine, { a: 'one', b: 'two', c: undefined }), [
        undefined,
        undefined,
        undefined,
      ])
      assert.deepEqual(await several(engine, { b: 'three', c: 'x', a: undefined }), [
        30,
        undefined,
        30,
      ])
      assert.equal(await valueOf(engine, 'a'), undefined)
      assert.equal(await valueOf(engine, 'b'), 'three')
      assert.equal(await valueOf(engine, 'c'), 'x')
      assert.deepEqual(await totals(engine), { entries: 2, bytes: 60 })
    }))

  it('replaces all or nothing', () =>
    withEngine(newStore, async (engine) => {
      const guards = [{ space: otherSpace, key: bytes('stamp'), value: bytes('1') }]
      await assert.rejects(several(engine, { a: 'x' }, guards), GuardBroken)
      const elsewhere = { space: 99, key: bytes('a'), value: bytes('x'), weigh }
      const here = { ...elsewhere, space }
      await assert.rejects(engine.replaceAll!([here, elsewhere], []))
      assert.equal(await valueOf(engine, 'a'), undefined)
      assert.deepEqual(await totals(engine), { entries: 0, bytes: 0 })
      await write(engine, [put('stamp', '1', otherSpace)])
      assert.deepEqual(await several(engine, { a: 'x', b: 'y' }, guards), [undefined, undefined])
    }))

  it('loses no weight among those that come at once', () =>
    withEngine(newStore, async (engine) => {
      const turns = Array.from({ length: 100 }, (_, turn) =>
        several(engine, {
          [`k${turn % 7}`]: turn % 5 === 0 ? undefined : 'v'.repeat(turn % 11),
          [`k${(turn + 3) % 7}`]: 'w'.repeat(turn % 4),
        }),
      )
      await Promise.all(turns)
      const [page] = await engine.read([range()])
      const left = page.entries.reduce((sum, { value }) => sum + weigh(value), 0)
      assert.deepEqual(await totals(engine), { entries: page.entries.length, bytes: left })
    }))
}
