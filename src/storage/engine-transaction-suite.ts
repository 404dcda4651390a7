/** Atomicity, isolation, guards, tallies and spaces. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { AssertionError } from '../stdx/assert.js'
import { type Engine, type Mutation, type Read, systemSpace, type Transaction } from './engine.js'
import { GuardBroken, StorageError } from './errors.js'
import { keyBytesMax } from './keyspace.js'
import type { NewStore, Supports } from './engine-suite.js'
import {
  bytes,
  create,
  drop,
  get,
  increment,
  otherSpace,
  pageText,
  put,
  range,
  remove,
  space,
  tally,
  valueOf,
  withEngine,
  write,
} from './engine-testing-suite.js'

export function transactionSuite(newStore: NewStore, supports: Supports): void {
  it('gives the decision what was read, and the caller what was decided', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [put('a', '1'), put('b', '2'), tally(2, 20)])
      const seen = await engine.transact({
        reads: [get('a'), range(), { kind: 'tally', space }, get('absent')],
        decide: ([a, page, total, absent]) => ({
          mutations: [],
          result: { a: a?.toString(), keys: page.entries.length, total, absent },
        }),
      })
      const total = { entries: 2, bytes: 20 }
      assert.deepEqual(seen, { a: '1', keys: 2, total, absent: undefined })
    }))

  it('applies mutations in their order', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [put('a', '1'), put('a', '2'), put('b', '1'), remove('b'), remove('a')])
      assert.equal(await pageText(engine, range()), '')
      await write(engine, [remove('a'), put('a', '3')])
      assert.equal(await valueOf(engine, 'a'), '3')
    }))

  it('writes nothing if the decision throws, and throws the same error', () =>
    withEngine(newStore, async (engine) => {
      const refusal = new Error('no')
      const refused = engine.transact({
        reads: [get('a')],
        decide() {
          throw refusal
        },
      })
      const neighbours = [increment(engine, 'a'), increment(engine, 'a')]
      await assert.rejects(refused, (error) => error === refusal)
      assert.deepEqual(await Promise.all(neighbours), [1, 2])
    }))

  it('writes nothing while a guard is broken', () =>
    withEngine(newStore, async (engine) => {
      const stamp = (value?: string) => ({
        space,
        key: bytes('stamp'),
        value: value === undefined ? undefined : bytes(value),
      })
      await write(engine, [put('stamp', '1')], [stamp()])
      await assert.rejects(write(engine, [put('a', 'x')], [stamp()]), GuardBroken)
      await assert.rejects(write(engine, [put('a', 'x')], [stamp('0')]), GuardBroken)
      assert.equal(await valueOf(engine, 'a'), undefined)
      // Of two transactions that start together and need the same stamp, one comes too late.
      const race = ['2', '3'].map((next) => write(engine, [put('stamp', next)], [stamp('1')]))
      const outcomes = (await Promise.allSettled(race)).map(({ status }) => status)
      assert.deepEqual(outcomes.sort(), ['fulfilled', 'rejected'])
    }))

  it('loses no increment of many at once', () =>
    withEngine(newStore, async (engine) => {
      const turns = Array.from({ length: 1000 }, (_, turn) => increment(engine, `n${turn % 3}`))
      const results = await Promise.all(turns)
      assert.equal(results.length, new Set(results.map((n, turn) => `${turn % 3}:${n}`)).size)
      assert.equal(await valueOf(engine, 'n0'), '334')
    }))

  it('has the same result when decisions are made twice', () =>
    withEngine(newStore, async (engine) => {
      const twice = new DecidingTwice(engine)
      await Promise.all(Array.from({ length: 50 }, () => increment(twice, 'n')))
      assert.equal(await valueOf(engine, 'n'), '50')
    }))

  it('keeps tallies, also within a group of transactions', () =>
    withEngine(newStore, async (engine) => {
      const total = async () => (await engine.read([{ kind: 'tally', space }]))[0]
      assert.deepEqual(await total(), { entries: 0, bytes: 0 })
      const turns = Array.from({ length: 100 }, (_, turn) =>
        engine.transact({
          reads: [{ kind: 'tally', space }],
          decide: ([before]) => ({
            mutations: [tally(1, turn), tally(0, 1, otherSpace)],
            result: before.entries,
          }),
        }),
      )
      const seen = await Promise.all(turns)
      // Each saw what the earlier ones had added, whatever the order.
      if (!supports.order) seen.sort((a, b) => a - b)
      assert.deepEqual(seen, [...turns.keys()])
      assert.deepEqual(await total(), { entries: 100, bytes: 4950 })
      await write(engine, [tally(-100, -4950)])
      assert.deepEqual(await total(), { entries: 0, bytes: 0 })
    }))

  it('creates and drops spaces with everything in them', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [create(20), put('a', '1', 20), tally(1, 1, 20)])
      await write(
        engine,
        Array.from({ length: 1500 }, (_, n) => put(`k${n}`, 'x', 20)),
      )
      await write(engine, [put('a', 'stays', otherSpace)])
      await write(engine, [drop(20), create(21), put('a', 'new', 21)])
      await assert.rejects(valueOf(engine, 'a', 20), AssertionError)
      await assert.rejects(write(engine, [put('a', 'x', 20)]), AssertionError)
      assert.equal(await valueOf(engine, 'a', 21), 'new')
      assert.equal(await valueOf(engine, 'a', otherSpace), 'stays')
      const [total] = await engine.read([{ kind: 'tally', space: 21 }])
      assert.deepEqual(total, { entries: 0, bytes: 0 })
      // A space created and dropped in one decision leaves nothing behind.
      await write(engine, [create(22), put('a', 'x', 22), tally(1, 1, 22), drop(22)])
      await assert.rejects(valueOf(engine, 'a', 22), AssertionError)
    }))

  it('refuses requests that only a bug would make, and applies none of it', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [create(30), drop(30)])
      const bugs: Mutation[][] = [
        [put('a', 'x', 99)],
        [{ kind: 'delete', space: 99, key: bytes('a') }],
        [tally(1, 1, 99)],
        [drop(99)],
        [create(space)],
        [create(systemSpace)],
        [create(30)],
        [create(-1)],
        [create(1.5)],
        [create(0xffff_ffff)],
        [drop(systemSpace)],
        [put('', 'x')],
        [put('k'.repeat(keyBytesMax + 1), 'x')],
        [drop(otherSpace), put('a', 'x', otherSpace)],
        [tally(0.5, 0)],
      ]
      for (const bug of bugs) {
        await assert.rejects(write(engine, [put('trace', 'x'), ...bug]), isRefused)
      }
      await assert.rejects(engine.read([get('a', 99)]), AssertionError)
      await assert.rejects(engine.read([range({ space: 99 })]), AssertionError)
      await assert.rejects(engine.read([{ kind: 'tally', space: 99 }]), AssertionError)
      await assert.rejects(engine.read([range({ entriesMax: 0 })]), AssertionError)
      assert.equal(await pageText(engine, range()), '')
      assert.equal(await pageText(engine, range({ space: otherSpace })), '')
    }))

  it('accepts the longest keys and large values', () =>
    withEngine(newStore, async (engine) => {
      const key = '\xff'.repeat(keyBytesMax)
      const value = Buffer.alloc(500 * 1024, 'big')
      await write(engine, [put(key, value), put('b', value)])
      const [found, page, back] = await engine.read([
        get(key),
        range({ from: bytes('b'), to: bytes(`${key}\x00`) }),
        range({ from: bytes('b'), to: bytes(`${key}\x00`), reverse: true }),
      ])
      assert.ok(found?.equals(value))
      assert.deepEqual([...page.entries].reverse(), back.entries)
      assert.equal(Buffer.from(page.entries[1]!.value).length, value.length)
    }))

  it('accepts a transaction of 16 MB', () =>
    withEngine(newStore, async (engine) => {
      const value = Buffer.alloc(400 * 1024, 7)
      const mutations = Array.from({ length: 40 }, (_, n) => put(`big${n + 10}`, value))
      await Promise.all([write(engine, mutations), increment(engine, 'n'), increment(engine, 'n')])
      const [page] = await engine.read([range({ from: bytes('big'), to: bytes('bih') })])
      assert.equal(page.entries.length, 40)
      assert.ok(page.entries.every((entry) => entry.value.equals(value)))
      assert.equal(await valueOf(engine, 'n'), '2')
    }))
}

/** An engine may call `decide` again: this one always does, and uses the second decision. */
class DecidingTwice implements Engine {
  readonly name = 'deciding twice'
  readonly shared = false
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  read: Engine['read'] = (reads, guards) => this.#engine.read(reads, guards)

  transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    return this.#engine.transact({
      ...transaction,
      decide(results) {
        const first = transaction.decide(results)
        const second = transaction.decide(results)
        assert.deepEqual(second, first, 'a decision depends on nothing but what was read')
        return second
      },
    })
  }

  replace: Engine['replace'] = (replacement) => this.#engine.replace(replacement)
  spaces: Engine['spaces'] = () => this.#engine.spaces()
  ping: Engine['ping'] = () => this.#engine.ping()

  close(): Promise<void> {
    return this.#engine.close()
  }
}

/** An engine whose store others change, too, may first try again and again. */
function isRefused(error: unknown): boolean {
  const isConflict = error instanceof StorageError && error.kind === 'conflict'
  return error instanceof AssertionError || isConflict
}
