/**
 * How many long pages are read at once. All requests share the turns of the event loop (`stdx/turns.ts`), so a
 * hundred clients who ask for a megabyte each would otherwise all have theirs half read at the same time, and
 * collecting the garbage of such a heap stops everybody for longer than a turn lasts. Those that wait
 * continue in the order in which they came. A page that is short never gets here.
 */
export const longPagesMax = 8

const waiting: (() => void)[] = []
let underWay = 0

/** Undefined if the page need not wait. Has to be followed by `leaveLongPages`. */
export function enterLongPages(): Promise<void> | undefined {
  if (underWay < longPagesMax) {
    underWay++
    return undefined
  }
  return new Promise((resolve) => waiting.push(resolve))
}

/** Whoever waits takes the place. */
export function leaveLongPages(): void {
  const next = waiting.shift()
  if (next === undefined) underWay--
  else next()
}
