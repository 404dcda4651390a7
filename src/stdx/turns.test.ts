import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mapInTurns, nextTurn, Steps, turnIsOver } from './turns.js'

/** Keeps the event loop busy for at least this long. */
function work(durationMs: number): void {
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs);
}

/** Counts the turns of the event loop until a promise is settled. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let turns = 0
  let settled = false
  const count = (): void => {
    turns++
    if (!settled) setImmediate(count)
  }
  setImmediate(count)
  await promise
  settled = true
  return turns
}

const manySteps = 1_000_000

describe('long work', () => {
  it('is mapped at once if it is short', () => {
    const mapped = mapInTurns(
      [1, 2, 3],
      () => 1,
      (n, i) => [n, i],
    )
    assert.deepEqual(mapped, [
      [1, 0],
      [2, 1],
      [3, 2],
    ])
  })

  it('leaves turns to others if it is long, and maps every element once, in order', async () => {
    const list = Array.from({ length: 50 }, (_, n) => n)
    const mapped = mapInTurns(
      list,
      () => manySteps,
      (n, i) => {
        work(2)
        return n + i
      },
    )
    assert.ok(mapped instanceof Promise)
    assert.ok((await turnsUntil(mapped)) > 2)
    assert.deepEqual(
      await mapped,
      list.map((n) => 2 * n),
    )
  })

  it('rejects with what a later element throws', async () => {
    const mapped = mapInTurns(
      [1, 2, 3],
      () => manySteps,
      (n) => {
        work(20)
        if (n === 3) throw new Error('three')
        return n
      },
    )
    await assert.rejects(async () => mapped, /three/)
  })

  it('shares a turn: one that begins when the turn is over waits at once', async () => {
    turnIsOver()
    work(20)
    assert.equal(turnIsOver(), true)
    assert.equal(new Steps().take(manySteps), true)
    await nextTurn()
  })

  it('continues one at a time, in the order of waiting', async () => {
    const order: string[] = []
    const wait = async (name: string): Promise<void> => {
      await nextTurn()
      order.push(name)
    }
    const all = Promise.all([wait('a'), wait('b'), wait('c')])
    assert.ok((await turnsUntil(all)) >= 2)
    assert.deepEqual(order, ['a', 'b', 'c'])
  })

  it('looks at the clock only after many steps', () => {
    turnIsOver()
    work(20)
    const steps = new Steps()
    assert.equal(steps.take(1), false)
    assert.equal(steps.take(manySteps), true)
  })
})
