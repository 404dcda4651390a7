/**
 * Waits for what a test means instead of for a time. The limit is there only for a product that is
 * wrong: no machine, however busy, should reach it.
 */
import { setTimeout as pause } from 'node:timers/promises'

export const patienceMs = 120_000
const pollMs = 10

/** Fails with `otherwise`, which says what did not come to be. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  otherwise: () => string | Promise<string>,
): Promise<void> {
  const giveUpAtMs = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > giveUpAtMs) throw new Error(await otherwise())
    await pause(pollMs)
  }
}
