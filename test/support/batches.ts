/**
 * Work on many things, a limited number at a time: a database behind a network answers those
 * together.
 */
const atOnce = 50

export async function inBatches<T>(
  things: readonly T[],
  act: (thing: T) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < things.length; n += atOnce) {
    await Promise.all(things.slice(n, n + atOnce).map(act))
  }
}
