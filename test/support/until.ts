/**
 * Waits for a condition instead of for a time. The limit is only reached if the product is wrong:
 * no machine, however busy, should reach it.
 */
import { setTimeout as pause } from 'node:timers/promises'

export const patienceMs = 120_000
const pollMs = 10

/** Fails with `otherwise`, which says what did not happen. */
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
