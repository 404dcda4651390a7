/** Which requests share a statement, and how long they wait. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { batchSizeMin } from '../limits.js'
import { Batcher } from './batcher.js'

/** Records what was sent together, and ends the first statement when the test says so. */
class Statements {
  readonly sent: string[] = []
  readonly refused: string[] = []
  readonly #ends: (() => void)[] = []
  readonly gathering: Batcher<string>

  constructor({ underWayMax = 10, waitMs = 60_000, batchWaitMs = 2, takeMax = 100 } = {}) {
    this.gathering = new Batcher({
      underWayMax,
      waitMs,
      batchWaitMs,
      take: (line) => line.splice(0, takeMax),
      send: (batch) => {
        this.sent.push(batch.join(' '))
        return new Promise((resolve) => this.#ends.push(resolve))
      },
      refuse: (one) => this.refused.push(one),
    })
  }

  async add(group: string, ...ones: readonly string[]): Promise<void> {
    for (const one of ones) this.gathering.add(group, one)
    await turnEnd()
  }

  async endFirst(): Promise<void> {
    this.#ends.shift()!()
    await turnEnd()
  }
}

async function turnEnd(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate)
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)

describe('batcher', () => {
  it('sends at once when nothing is in progress, all requests of a turn together', async () => {
    const statements = new Statements()
    await statements.add('x', 'a', 'b')
    assert.deepEqual(statements.sent, ['a b'])
  })

  it('sends groups separately', async () => {
    const statements = new Statements({ underWayMax: 1 })
    statements.gathering.add('x', 'a')
    statements.gathering.add('y', 'b')
    await statements.add('x', 'c')
    assert.deepEqual(statements.sent, ['a c'])
    await statements.endFirst()
    assert.deepEqual(statements.sent, ['a c', 'b'])
  })

  it('sends another statement besides those in progress once enough requests wait', async () => {
    const statements = new Statements({ batchWaitMs: 10_000 })
    await statements.add('x', 'first')
    await statements.add('x', ...names(batchSizeMin - 1))
    assert.deepEqual(statements.sent, ['first'])
    await statements.add('x', 'last')
    assert.deepEqual(statements.sent, ['first', [...names(batchSizeMin - 1), 'last'].join(' ')])
  })

  it('sends waiting requests when the statement in progress ends', async () => {
    const statements = new Statements({ batchWaitMs: 10_000 })
    await statements.add('x', 'first')
    await statements.add('x', 'second')
    await statements.endFirst()
    assert.deepEqual(statements.sent, ['first', 'second'])
  })

  it('sends waiting requests after a moment, if no others come', async () => {
    const statements = new Statements()
    await statements.add('x', 'first')
    await statements.add('x', 'second')
    while (statements.sent.length < 2) await pause(1)
    assert.deepEqual(statements.sent, ['first', 'second'])
  })

  it('leaves what does not fit for the next statement, behind the other groups', async () => {
    const statements = new Statements({ underWayMax: 1, takeMax: 2 })
    for (const one of ['a', 'b', 'c']) statements.gathering.add('x', one)
    await statements.add('y', 'd')
    await statements.endFirst()
    await statements.endFirst()
    assert.deepEqual(statements.sent, ['a b', 'd', 'c'])
  })

  it('refuses requests that waited too long for a turn, and continues with the others', async () => {
    const statements = new Statements({ underWayMax: 1, waitMs: 200 })
    await statements.add('x', 'stuck')
    await statements.add('x', 'late')
    while (statements.refused.length === 0) await pause(1)
    assert.deepEqual(statements.refused, ['late'])
    // In the same turn, or it could be late as well.
    statements.gathering.add('x', 'next')
    await statements.endFirst()
    assert.deepEqual(statements.sent, ['stuck', 'next'])
  })
})
