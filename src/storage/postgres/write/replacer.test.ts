/** Which blind writes share a statement, and what happens to them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Guard, Replacement } from '../../engine.js'
import { bytes, space } from '../../engine-testing-suite.js'
import { entryName } from './folded-mutations.js'
import { GroupRefused, Replacer } from './replacer.js'

const usual: Guard = { space: 0, key: bytes('stamp'), value: bytes('1') }

const put = (key: string, guard = usual): Replacement => ({
  guards: [guard],
  space,
  key: bytes(key),
  value: bytes('v'),
  weigh: (stored) => stored.length,
})

/** A database that answers when the test says so, and records what was sent together. */
class Database {
  readonly asked: string[] = []
  readonly #answers: ((error?: Error) => void)[] = []
  readonly replacer = new Replacer(60_000, (batch) => this.#replace(batch))

  #replace(batch: readonly Replacement[]): Promise<ReadonlyMap<string, number>> {
    this.asked.push(batch.map(({ key }) => Buffer.from(key).toString()).join(' '))
    const weights = new Map(batch.map(({ key }, i) => [entryName(space, key), i]))
    return new Promise((resolve, reject) => {
      this.#answers.push((error) => (error === undefined ? resolve(weights) : reject(error)))
    })
  }

  /** Answers the oldest statement, and lets its waiters continue. */
  async answer(error?: Error): Promise<void> {
    this.#answers.shift()!(error)
    await turnEnd()
  }
}

/** Twice, since what settles at the end of one turn is noticed at the end of the next. */
async function turnEnd(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate)
}

describe('blind writes', () => {
  it('that come in one turn go together', async () => {
    const database = new Database()
    const writes = ['a', 'b', 'c'].map((key) => database.replacer.ask(put(key)))
    await turnEnd()
    assert.deepEqual(database.asked, ['a b c'])
    await database.answer()
    assert.deepEqual(await Promise.all(writes), [0, 1, 2])
  })

  it('to one entry keep their order, one in each statement', async () => {
    const database = new Database()
    for (const key of ['a', 'b', 'a']) void database.replacer.ask(put(key))
    await turnEnd()
    await database.answer()
    assert.deepEqual(database.asked, ['a b', 'a'])
    await database.answer()
  })

  it('under other guards do not go together, and deletions do not wait', async () => {
    const database = new Database()
    void database.replacer.ask(put('a'))
    void database.replacer.ask(put('b', { ...usual, value: bytes('2') }))
    void database.replacer.ask({ ...put('gone'), value: undefined })
    assert.deepEqual(database.asked, ['gone'])
    await turnEnd()
    for (let turn = 0; turn < 3; turn++) await database.answer()
    assert.deepEqual(database.asked, ['gone', 'a', 'b'])
  })

  it('that are refused together are sent one by one, and only one has to fail', async () => {
    const database = new Database()
    const outcomes = Promise.allSettled(['a', 'b'].map((key) => database.replacer.ask(put(key))))
    await turnEnd()
    await database.answer(new GroupRefused('no'))
    assert.deepEqual(database.asked, ['a b', 'a', 'b'])
    await database.answer(new Error('about a'))
    await database.answer()
    const states = (await outcomes).map(({ status }) => status)
    assert.deepEqual(states, ['rejected', 'fulfilled'])
  })

  it('that fail for a common reason fail together', async () => {
    const database = new Database()
    const outcomes = Promise.allSettled(['a', 'b'].map((key) => database.replacer.ask(put(key))))
    await turnEnd()
    await database.answer(new Error('away'))
    const states = (await outcomes).map(({ status }) => status)
    assert.deepEqual(states, ['rejected', 'rejected'])
  })
})
