/**
 * Long work in turns, so that it does not hold the event loop while other clients wait.
 *
 * All long work in the process shares one budget for each turn of the event loop: however many
 * requests are long, between two looks at the sockets they take a few milliseconds together. Those
 * that wait continue one after the other, in the order in which they began to wait, for as long as
 * a turn lasts.
 *
 * Work that is short never waits and never looks at the clock, see `Steps`.
 */

/** How long the long work of one turn may take. */
const turnMsMax = 3

const waiting: (() => void)[] = []
/** When the long work of this turn has to stop; undefined if there was none yet. */
let endsAtMs: number | undefined
/** Whether a look at the clock found that it has to. */
let isOver = false
let ending: NodeJS.Immediate | undefined
let readClock = (): number => performance.now()

/** Whether long work has to wait for its next turn. */
export function turnIsOver(): boolean {
  if (isOver) return true
  const nowMs = readClock()
  if (endsAtMs === undefined) begin(nowMs)
  else isOver = nowMs >= endsAtMs
  return isOver
}

/** The same as far as it is known, without a look at the clock. */
export function turnWasOver(): boolean {
  return isOver
}

/** Resolves when long work may continue. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (endsAtMs === undefined) begin(readClock())
  })
}

function begin(nowMs: number): void {
  endsAtMs = nowMs + turnMsMax
  ending = setImmediate(end)
}

/** Runs after the sockets were served, so those that continue here have a turn to themselves. */
function end(): void {
  endsAtMs = undefined
  isOver = false
  if (waiting.length === 0) return
  begin(readClock())
  continueNext()
}

function continueNext(): void {
  waiting.shift()?.()
  // What waited continues in a microtask, and this one comes after it.
  queueMicrotask(continueOthers)
}

function continueOthers(): void {
  if (waiting.length > 0 && !turnIsOver()) continueNext()
}

/** Measures turns by another clock until it is disposed of, so that a test decides how long work takes. */
export function withTurnClock(nowMs: () => number): Disposable {
  const before = readClock
  setClock(nowMs)
  return { [Symbol.dispose]: () => setClock(before) }
}

/** Ends the turn that the other clock has measured. */
function setClock(nowMs: () => number): void {
  readClock = nowMs
  clearImmediate(ending)
  end()
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
