/** How many statements each kind of request takes: every one is a round trip to the database. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { postgresDatabase, type TestDatabase } from '../../../test/support/postgres.js'
import {
  batchedPageWeight,
  batchedReadsMax,
  batchedWritesBytesMax,
  batchedWritesMax,
} from './limits.js'
import type { Engine, Guard, Mutation, Range } from '../engine.js'
import {
  bytes,
  create,
  drop,
  get,
  otherSpace,
  put,
  range,
  remove,
  space,
  tally,
  valueOf,
  write,
} from '../engine-testing-suite.js'
import { StorageError } from '../errors.js'
import { openPostgresEngine } from './postgres-engine.js'
import { readPostgresUrl } from './url.js'

describe('statements of a request', () => {
  let database: TestDatabase
  let engine: Engine
  let sent: string[] = []

  before(async () => {
    database = await postgresDatabase()
    const onStatement = (text: string) => sent.push(text)
    engine = await openPostgresEngine({ ...readPostgresUrl(database.url), onStatement })
    await write(engine, [create(space), create(otherSpace), put('stamp', '1', 0)])
  })
  after(async () => {
    await engine.close()
    await database.remove()
  })

  const guards: readonly Guard[] = [{ space: 0, key: bytes('stamp'), value: bytes('1') }]
  /** A page short enough to be batched with others; a value of more than 1000 bytes is too long. */
  const page = (from: string, to: string, options: Partial<Range> = {}): Range =>
    range({ from: bytes(from), to: bytes(to), entriesMax: 100, bytesMax: 100_000, ...options })
  const append: Mutation = {
    kind: 'append',
    space: otherSpace,
    log: bytes('log'),
    value: bytes('x'),
  }

  /** A transaction that reads some keys and writes some mutations. */
  const change = (keys: readonly string[], ...mutations: readonly Mutation[]) =>
    engine.transact({
      guards,
      reads: keys.map((key) => get(key)),
      decide: () => ({ mutations, result: undefined }),
    })

  const check = (title: string, expected: number, request: () => Promise<unknown>): void => {
    it(`${expected}: ${title}`, async () => {
      await write(engine, [put('a', '1'), put('b', '2'), remove('new'), remove('other')])
      sent = []
      await request()
      assert.equal(sent.length, expected, sent.join('\n'))
    })
  }

  check('an entry, under a guard', 1, () => engine.read([get('a')], guards))
  check('entries of two spaces, a range and a total', 1, () =>
    engine.read([get('a'), get('b', otherSpace), range(), { kind: 'tally', space }], guards),
  )
  check('a short page', 1, () => engine.read([page('a', 'c')], guards))
  check('a short page with a value that is too long for one', 2, async () => {
    await engine.replace({ space, key: bytes('b'), value: Buffer.alloc(1001), weigh: () => 1 })
    sent = []
    await engine.read([page('a', 'c')], guards)
  })
  check('a guard alone', 1, () => engine.read([], guards))
  check('nothing at all', 0, () => engine.read([]))
  check('a blind put', 1, () =>
    engine.replace({ guards, space, key: bytes('a'), value: bytes('9'), weigh: () => 1 }),
  )
  check('a blind delete', 1, () =>
    engine.replace({ guards, space, key: bytes('a'), value: undefined, weigh: () => 1 }),
  )
  check('a blind write of many entries', 1, () =>
    change([], put('x', '1'), remove('a'), tally(1, 1)),
  )
  check('a decision to do nothing', 1, () => change(['a']))
  check('an entry read and changed', 2, () => change(['a'], put('a', '2'), tally(0, 3)))
  check('an entry read and added, with an index entry and a log', 2, () =>
    change(['new'], put('new', '1'), put('i', 'new', otherSpace), tally(1, 1), append),
  )
  check('an entry read and deleted', 2, () => change(['a'], remove('a'), tally(-1, -1)))
  check('several entries read and changed', 2, () =>
    change(['a', 'b', 'new'], put('a', '3'), remove('b'), put('new', 'x'), append),
  )
  check('a system record read along', 2, () =>
    engine.transact({
      guards,
      reads: [get('a'), get('cursor', 0)],
      decide: () => ({ mutations: [put('a', '2')], result: undefined }),
    }),
  )
  check('an entry changed while another is only read', 2, () => change(['a', 'b'], put('a', '3')))
  // Read, then begin, hold the key, write, release the key, commit.
  check('an entry changed while another must stay absent', 6, () =>
    change(['a', 'new'], put('a', '3')),
  )
  // Begin and lock, read, write, commit.
  check('a locked space', 4, () =>
    engine.transact({
      guards,
      exclusive: [space],
      reads: [range()],
      decide: () => ({ mutations: [put('a', '7')], result: undefined }),
    }),
  )

  it('reads many single entries at once in few statements', async () => {
    const keys = Array.from({ length: 200 }, (_, n) => `many${n}`)
    await write(
      engine,
      keys.map((key) => put(key, key)),
    )
    sent = []
    const values = await Promise.all(keys.map((key) => valueOf(engine, key)))
    assert.deepEqual(values, keys)
    assert.ok(sent.length < 20, `${sent.length} statements`)
  })

  it('reads up to the limit of entries in one statement, and the rest in the next', async () => {
    sent = []
    const wholeStatements = 3
    await Promise.all(
      Array.from({ length: batchedReadsMax * wholeStatements }, (_, n) =>
        engine.read([get(`many${n}`)]),
      ),
    )
    assert.equal(sent.length, wholeStatements)
    sent = []
    const pages = (batchedReadsMax / batchedPageWeight) * wholeStatements
    await Promise.all(Array.from({ length: pages }, () => engine.read([page('a', 'c')])))
    assert.equal(sent.length, wholeStatements)
  })

  it('reads many short pages at once, each as if it were alone', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `p${String(n).padStart(2, '0')}`)
    const long = Buffer.alloc(1001, 'x')
    await write(engine, [...keys.map((key) => put(key, key)), put('p07', long), put('p30', long)])
    const pages = keys.flatMap((from) => [
      page(from, 'q', { entriesMax: 5, bytesMax: 5000 }),
      page('p', from, { entriesMax: 5, bytesMax: 5000, reverse: true }),
    ])
    sent = []
    const batch = await Promise.all(pages.map((each) => engine.read([each], guards)))
    assert.ok(sent.length < pages.length, `${sent.length} statements`)
    for (const [i, each] of pages.entries()) {
      assert.deepEqual(batch[i], await engine.read([{ ...each, entriesMax: 5 }], guards))
      const [rows] = await engine.read([{ ...each, bytesMax: 5000, entriesMax: 101 }], guards)
      assert.deepEqual(batch[i][0].entries, rows.entries.slice(0, 5))
    }
  })

  it('writes up to the limit in one statement, and the rest in the next', async () => {
    const keys = Array.from({ length: batchedWritesMax + 1 }, (_, n) => `w${n}`)
    sent = []
    await Promise.all(keys.map((key) => change([], put(key, '1'))))
    assert.equal(sent.length, 2)
    sent = []
    const replace = (key: string, value: Buffer) =>
      engine.replace({ guards, space, key: bytes(key), value, weigh: () => 1 })
    await Promise.all(keys.map((key) => replace(key, bytes('2'))))
    assert.equal(sent.length, 2)
    sent = []
    const half = Buffer.alloc(batchedWritesBytesMax / 2, 'x')
    await Promise.all(['w1', 'w2', 'w3'].map((key) => replace(key, half)))
    assert.equal(sent.length, 2)
    sent = []
    await Promise.all(['w1', 'w2', 'w3'].map((key) => change([], put(key, half))))
    assert.equal(sent.length, 2)
  })

  it('keeps batched requests apart if the guard of one is broken', async () => {
    const broken: readonly Guard[] = [{ space: 0, key: bytes('stamp'), value: bytes('0') }]
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        engine.read([get('many1')], n % 3 === 0 ? broken : guards),
      ),
    )
    outcomes.forEach(({ status }, n) =>
      assert.equal(status, n % 3 === 0 ? 'rejected' : 'fulfilled'),
    )
  })

  it('gives up on an endless conflict after a number of attempts', async () => {
    let tries = 0
    const endless = engine.transact({
      reads: [get('a')],
      decide() {
        tries++
        // A log that already exists cannot be started: the database refuses it each time.
        return {
          mutations: [{ kind: 'start-log', space: otherSpace, log: bytes('log'), number: 1 }],
          result: 0,
        }
      },
    })
    const isConflict = (error: unknown) =>
      error instanceof StorageError && error.kind === 'conflict'
    await assert.rejects(endless, isConflict)
    assert.equal(tries, 20)
  })

  it('names relations so that people recognise them, whatever a label is', async () => {
    const labels = [
      'Orders',
      'orders.by-customer',
      'x'.repeat(300),
      '…',
      'robert"); DROP TABLE x;--',
    ]
    const spaces = labels.map(
      (label, i) => ({ kind: 'create-space', space: 1000 + i, label }) as const,
    )
    await write(engine, [...spaces, ...spaces.map(({ space }) => put('k', 'v', space))])
    for (const { space } of spaces) assert.equal(await valueOf(engine, 'k', space), 'v')
    sent = []
    await engine.read(spaces.map(({ space }) => ({ kind: 'tally', space })))
    await engine.read([get('k', 1000), get('k', 1001)])
    assert.match(sent.at(-1)!, /"gramme"\."orders_1000".*"gramme"\."orders_by_customer_1001"/)
    await write(
      engine,
      spaces.map(({ space }) => drop(space)),
    )
  })
})
