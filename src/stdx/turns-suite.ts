/** How tests see that work is cut into turns: by a clock on which every look takes a whole turn. */
import { withTurnClock } from './turns.js'

export interface TurnsTaken<T> {
  /** How many turns of the event loop the work left to others. */
  readonly turns: number
  readonly result: T
}

/** From the second look at the clock on, the work waits after each. */
export async function turnsTaken<T>(work: () => T | Promise<T>): Promise<TurnsTaken<T>> {
  let nowMs = 0
  using _clock = withTurnClock(() => (nowMs += 1000))
  return await countTurns(work)
}

export async function countTurns<T>(work: () => T | Promise<T>): Promise<TurnsTaken<T>> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    if (isDone) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  const result = await work()
  isDone = true
  return { turns, result }
}
