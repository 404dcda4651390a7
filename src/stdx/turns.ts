/**
 * Long work in turns, so that it does not hold the event loop while other clients wait.
 *
 * All long work in the process shares one budget for each turn of the event loop: however many
 * requests are long, between two looks at the sockets they take a few milliseconds together. Those
 * that wait continue one at a time, in the order in which they began to wait.
 *
 * Work that is short never waits and never looks at the clock, see `Steps`.
 */

/** How long the long work of one turn may take. */
const turnMsMax = 8

const waiting: (() => void)[] = []
/** When the long work of this turn has to stop; undefined if there was none yet. */
let endsAtMs: number | undefined

/** Whether long work has to wait for its next turn. */
export function turnIsOver(): boolean {
  const nowMs = performance.now()
  if (endsAtMs === undefined) begin(nowMs)
  else if (nowMs >= endsAtMs) return true
  return false
}

/** Resolves when long work may continue. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (endsAtMs === undefined) begin(performance.now())
  })
}

function begin(nowMs: number): void {
  endsAtMs = nowMs + turnMsMax
  setImmediate(end)
}

/** Runs after the sockets were served, so whoever continues here has a turn to itself. */
function end(): void {
  endsAtMs = undefined
  const next = waiting.shift()
  if (next === undefined) return
  begin(performance.now())
  next()
}

/** A fraction of a millisecond. */
const stepsPerLook = 32_000

/** Counts the work of one request, and looks at the clock only now and then. */
export class Steps {
  #steps = 0

  /** Whether the work has to wait for its next turn. A step takes some nanoseconds. */
  take(count: number): boolean {
    this.#steps += count
    if (this.#steps < stepsPerLook) return false
    this.#steps = 0
    return turnIsOver()
  }
}

/**
 * Maps a list in turns. A result that takes no longer than what is left of this turn is returned
 * at once, so that the caller need not wait for it.
 */
export function mapInTurns<T, U>(
  list: readonly T[],
  stepsOf: (element: T) => number,
  map: (element: T, index: number) => U,
): readonly U[] | Promise<readonly U[]> {
  const mapped: U[] = []
  const steps = new Steps()
  for (const element of list) {
    mapped.push(map(element, mapped.length))
    if (steps.take(stepsOf(element))) return mapRest(list, stepsOf, map, mapped)
  }
  return mapped
}

async function mapRest<T, U>(
  list: readonly T[],
  stepsOf: (element: T) => number,
  map: (element: T, index: number) => U,
  mapped: U[],
): Promise<readonly U[]> {
  const steps = new Steps()
  await nextTurn()
  while (mapped.length < list.length) {
    const element = list[mapped.length]!
    mapped.push(map(element, mapped.length))
    if (steps.take(stepsOf(element))) await nextTurn()
  }
  return mapped
}
