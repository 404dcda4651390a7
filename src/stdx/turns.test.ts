import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countTurns, turnsTaken } from './turns-suite.js'
import { mapInTurns, nextTurn, Steps, turnIsOver, turnWasOver, withTurnClock } from './turns.js'

/** Keeps the event loop busy for at least this long. */
function work(durationMs: number): void {
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs);
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
    const { turns, result } = await turnsTaken(() =>
      mapInTurns(
        list,
        () => manySteps,
        (n, i) => n + i,
      ),
    )
    assert.ok(turns >= list.length - 2, `${turns} turns`)
    assert.deepEqual(
      result,
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

  it('continues in the order of waiting, in one turn if it is short', async () => {
    const order: string[] = []
    const wait = async (name: string): Promise<void> => {
      await nextTurn()
      order.push(name)
    }
    using _clock = withTurnClock(() => 0)
    const { turns } = await countTurns(() => Promise.all([wait('a'), wait('b'), wait('c')]))
    assert.ok(turns <= 2, `${turns} turns`)
    assert.deepEqual(order, ['a', 'b', 'c'])
  })

  it('continues one at a time if each takes a turn', async () => {
    const waits = Array.from({ length: 10 }, () => nextTurn())
    const { turns } = await turnsTaken(() => Promise.all(waits))
    assert.ok(turns >= 8, `${turns} turns`)
  })

  it('tells without the clock whether a look found the turn over', async () => {
    await nextTurn()
    let nowMs = 0
    using _clock = withTurnClock(() => nowMs)
    await nextTurn()
    assert.equal(turnIsOver(), false)
    nowMs = 1000
    assert.equal(turnWasOver(), false)
    assert.equal(turnIsOver(), true)
    assert.equal(turnWasOver(), true)
    await nextTurn()
    assert.equal(turnWasOver(), false)
  })

  it('looks at the clock only after many steps', () => {
    turnIsOver()
    work(20)
    const steps = new Steps()
    assert.equal(steps.take(1), false)
    assert.equal(steps.take(manySteps), true)
  })
})
