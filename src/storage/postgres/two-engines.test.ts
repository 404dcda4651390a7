/** Two servers on one database: each sees what the other does at once. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AssertionError } from '../../stdx/assert.js'
import { postgresDatabase, type TestDatabase } from '../../../test/support/postgres.js'
import type { Engine, Guard, SpaceId } from '../engine.js'
import {
  bytes,
  create,
  drop,
  get,
  pageText,
  put,
  range,
  valueOf,
  write,
} from '../engine-testing-suite.js'
import { GuardBroken } from '../errors.js'
import { numberOfLogEntry } from '../keyspace.js'
import { openPostgresEngine } from './postgres-engine.js'
import { readPostgresUrl } from './url.js'

for (const isolation of ['read-committed', 'serializable'] as const) {
  describe(`two engines on one database (${isolation})`, () => {
    let database: TestDatabase
    let one: Engine
    let two: Engine
    let space: SpaceId = 100

    before(async () => {
      database = await postgresDatabase()
      const options = { ...readPostgresUrl(database.url), isolation, writePool: 6 }
      // Both find an empty database, and create the tables at the same time.
      ;[one, two] = await Promise.all([openPostgresEngine(options), openPostgresEngine(options)])
    })
    after(async () => {
      await Promise.all([one.close(), two.close()])
      await database.remove()
    })

    /** A new space for one test. */
    const newSpace = async (): Promise<SpaceId> => {
      await write(one, [create(++space)])
      return space
    }
    const both = <T>(count: number, turn: (engine: Engine, n: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, n) => turn(n % 2 === 0 ? one : two, n)))

    it('finds and forgets spaces that the other made and dropped', async () => {
      const made = await newSpace()
      await write(two, [put('a', '1', made)])
      assert.equal(await valueOf(one, 'a', made), '1')
      const guard = { space: 0, key: bytes(`stamp ${made}`), value: bytes('1') }
      await write(two, [put(`stamp ${made}`, '1', 0)])
      await one.read([get('a', made)], [guard])
      await two.transact({
        exclusive: [made],
        reads: [],
        decide: () => ({ mutations: [drop(made), put(`stamp ${made}`, '2', 0)], result: 0 }),
      })
      await assert.rejects(one.read([get('a', made)], [guard]), GuardBroken)
      await assert.rejects(write(one, [put('a', 'x', made)], [guard]), GuardBroken)
      const lost = { space: made, key: bytes('a'), value: bytes('x'), weigh: () => 1 }
      await assert.rejects(one.replace({ ...lost, guards: [guard] }), GuardBroken)
      await assert.rejects(write(one, [create(made)]), AssertionError)
    })

    it('recovers if the cache of spaces is cleared while it is about to write', async () => {
      const at = await newSpace()
      for (let round = 0; round < 10; round++) {
        const gone = await newSpace()
        await write(one, [put('a', '1', gone)])
        const stamp = `stamp ${gone}`
        const guard = { space: 0, key: bytes(stamp), value: bytes('1') }
        await two.transact({
          exclusive: [gone],
          reads: [],
          decide: () => ({ mutations: [drop(gone), put(stamp, '2', 0)], result: 0 }),
        })
        const [late, ...writes] = await Promise.allSettled([
          one.read([get('a', gone)], [guard]),
          ...Array.from({ length: 20 }, (_, n) => write(one, [put(`${n}`, `${round}`, at)])),
          ...Array.from({ length: 20 }, (_, n) =>
            one.replace({ space: at, key: bytes(`r${n}`), value: bytes('x'), weigh: () => 1 }),
          ),
          ...Array.from({ length: 20 }, (_, n) => one.read([get(`${n}`, at)])),
        ])
        assert.ok(late.status === 'rejected' && late.reason instanceof GuardBroken)
        for (const { status } of writes) assert.equal(status, 'fulfilled')
      }
    })

    it('creates a space once when both create it', async () => {
      const id = ++space
      const outcomes = await Promise.allSettled([
        write(one, [create(id)]),
        write(two, [create(id)]),
      ])
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      await write(two, [put('a', '1', id)])
      assert.equal(await valueOf(one, 'a', id), '1')
    })

    it('assigns each engine its own space when both create one', async () => {
      const counter = `counter ${space}`
      const first = space + 1
      space += 24
      const ids = await both(24, (engine) =>
        engine.transact({
          reads: [get(counter, 0)],
          decide([found]) {
            const id = found === undefined ? first : Number(found.toString())
            return { mutations: [create(id), put(counter, String(id + 1), 0)], result: id }
          },
        }),
      )
      assert.deepEqual(
        ids.sort((a, b) => a - b),
        Array.from(ids, (_, n) => first + n),
      )
    })

    it('notices a guard that was changed, also one that was changed back', async () => {
      const at = await newSpace()
      const stamp = `stamp ${at}`
      const guards: readonly Guard[] = [{ space: 0, key: bytes(stamp), value: bytes('1') }]
      const replace = () =>
        one.replace({ guards, space: at, key: bytes('r'), value: bytes('x'), weigh: () => 1 })
      const change = () =>
        one.transact({
          guards,
          reads: [get('a', at)],
          decide: () => ({ mutations: [put('a', 'x', at)], result: undefined }),
        })
      for (const round of ['first', 'after it was written anew', 'after it was another']) {
        await write(two, [put(stamp, '1', 0)])
        await assert.doesNotReject(one.read([get('a', at)], guards), round)
        await change()
        await replace()
        if (round === 'first') continue
        await write(two, [put(stamp, '2', 0)])
        await assert.rejects(change(), GuardBroken)
        await assert.rejects(replace(), GuardBroken)
        await assert.rejects(one.read([get('a', at)], guards), GuardBroken)
      }
    })

    it('accepts a guard that was rewritten with the same value', async () => {
      const at = await newSpace()
      const stamp = `stamp ${at}`
      const guards: readonly Guard[] = [{ space: 0, key: bytes(stamp), value: bytes('1') }]
      await write(two, [put(stamp, '1', 0)])
      await one.read([get('a', at)], guards)
      await write(two, [put(stamp, '1', 0)])
      await write(one, [put('a', 'x', at)], guards)
      assert.equal(await valueOf(two, 'a', at), 'x')
    })

    it('applies the other writes of a batch when one of them lost to the other engine', async () => {
      const at = await newSpace()
      const keys = Array.from({ length: 12 }, (_, n) => `k${n}`)
      await write(
        one,
        keys.map((key) => put(key, '0', at)),
      )
      // Both servers change the same keys at the same time, several in each statement.
      await both(keys.length * 4, (engine, n) =>
        engine.transact({
          reads: [get(keys[n % keys.length]!, at)],
          decide: ([found]) => ({
            mutations: [put(keys[n % keys.length]!, String(Number(found!.toString()) + 1), at)],
            result: undefined,
          }),
        }),
      )
      for (const key of keys) assert.equal(await valueOf(two, key, at), '4')
    })

    it('loses no increment of one key', async () => {
      const at = await newSpace()
      await both(60, (engine) =>
        engine.transact({
          reads: [get('n', at)],
          decide: ([found]) => ({
            mutations: [put('n', String(Number(found?.toString() ?? '0') + 1), at)],
            result: undefined,
          }),
        }),
      )
      assert.equal(await valueOf(one, 'n', at), '60')
    })

    it('keeps sums that span several keys, read and written in any order', async () => {
      const at = await newSpace()
      const names = ['a', 'b', 'c', 'd', 'e']
      await write(
        one,
        names.map((name) => put(name, '100', at)),
      )
      await both(80, (engine, n) => {
        const [from, to] = [names[n % 5]!, names[(n * 3 + 1) % 5]!]
        if (from === to) return Promise.resolve()
        return engine.transact({
          reads: [get(from, at), get(to, at)],
          decide: ([a, b]) => ({
            mutations: [
              put(to, String(Number(b!.toString()) + 1), at),
              put(from, String(Number(a!.toString()) - 1), at),
            ],
            result: undefined,
          }),
        })
      })
      const [page] = await two.read([range({ space: at })])
      assert.equal(
        page.entries.reduce((sum, { value }) => sum + Number(value.toString()), 0),
        500,
      )
    })

    /** Each reads the other's key and takes its own only if the other's is not taken. */
    const onCall = (
      engine: Engine,
      [own, other]: readonly [string, string],
      at: SpaceId,
      free?: string,
    ) =>
      engine.transact({
        reads: [get(own, at), get(other, at)],
        decide([, found]) {
          const isFree = found?.toString() === free
          return { mutations: isFree ? [put(own, 'taken', at)] : [], result: isFree }
        },
      })

    it('commits only if what the decision depends on is unchanged: an entry that was only read', async () => {
      const at = await newSpace()
      for (let turn = 0; turn < 15; turn++) {
        await write(one, [put('x', 'free', at), put('y', 'free', at)])
        const taken = await Promise.all([
          onCall(one, ['x', 'y'], at, 'free'),
          onCall(two, ['y', 'x'], at, 'free'),
        ])
        assert.deepEqual(taken.sort(), [false, true])
      }
    })

    it('commits only if what the decision depends on is unchanged: an entry that was absent', async () => {
      const at = await newSpace()
      for (let turn = 0; turn < 15; turn++) {
        const [x, y] = [`x${turn}`, `y${turn}`]
        const taken = await Promise.all([onCall(one, [x, y], at), onCall(two, [y, x], at)])
        assert.deepEqual(taken.sort(), [false, true])
      }
      assert.equal((await pageText(one, range({ space: at }))).split(' ').length, 15)
    })

    it('leaves no write under an old guard once the guard has changed', async () => {
      const at = await newSpace()
      const stamp = `guard ${at}`
      const guardOf = (n: number): Guard => ({ space: 0, key: bytes(stamp), value: bytes(`${n}`) })
      await write(one, [put(stamp, '0', 0)])
      for (let turn = 0; turn < 12; turn++) {
        const guards = [guardOf(turn)]
        const writers = both(12, async (engine, n) => {
          try {
            if (n % 3 === 0) {
              const [key, value] = [bytes(`${turn}-${n}`), bytes('v')]
              await engine.replace({ guards, space: at, key, value, weigh: () => 1 })
            } else await write(engine, [put(`${turn}-${n}`, 'v', at)], guards)
            return true
          } catch (error) {
            assert.ok(error instanceof GuardBroken, String(error))
            return false
          }
        })
        const seen = await two.transact({
          exclusive: [at],
          guards,
          reads: [range({ space: at })],
          decide: ([page]) => ({
            mutations: [put(stamp, `${turn + 1}`, 0)],
            result: page.entries.length,
          }),
        })
        await writers
        const [now] = await one.read([range({ space: at })])
        assert.equal(now.entries.length, seen, 'what the change saw is all there is')
      }
    })

    it('shows entries of a log only in the order of their numbers', async () => {
      const at = await newSpace()
      const log = bytes('log')
      let done = false
      const polling = (async () => {
        const seen: number[] = []
        for (let last = false; !last;) {
          last = done
          const [page] = await two.read([range({ space: at })])
          const numbers = page.entries.map(({ key }) => numberOfLogEntry(key))
          assert.deepEqual(numbers.slice(0, seen.length), seen, 'nothing appears below')
          assert.deepEqual(
            numbers,
            Array.from(numbers, (_, i) => i + 1),
            'there are no gaps',
          )
          seen.push(...numbers.slice(seen.length))
        }
        return seen.length
      })()
      await both(100, (engine, n) =>
        write(engine, [
          { kind: 'append', space: at, log, value: bytes(`${n}`) },
          ...(n % 4 === 0
            ? [{ kind: 'append', space: at, log, value: bytes('more') } as const]
            : []),
        ]),
      )
      done = true
      assert.equal(await polling, 125)
    })

    it('adds up totals that both keep', async () => {
      const at = await newSpace()
      await both(60, (engine, n) =>
        engine.replace({
          space: at,
          key: bytes(`k${n % 9}`),
          value: Buffer.alloc(n),
          weigh: ({ length }) => length,
        }),
      )
      const [page, tally] = await two.read([range({ space: at }), { kind: 'tally', space: at }])
      const weight = page.entries.reduce((sum, { value }) => sum + value.length, 0)
      assert.deepEqual(tally, { entries: 9, bytes: weight })
    })
  })
}
