/** Whether runs see what is wrong on purpose. */
import assert from 'node:assert/strict'

/** Whether a run fails as it has to: what it finds in the end is wrong. Throws what else is wrong. */
export async function isSeen(run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    return false
  } catch (error) {
    if (error instanceof assert.AssertionError) return true
    throw error
  }
}

/** One of the first seeds has to see it. */
export async function requireSeen(
  seeds: number,
  run: (seed: number) => Promise<void>,
): Promise<void> {
  for (let seed = 1; seed <= seeds; seed++) {
    if (await isSeen(() => run(seed))) return
  }
  assert.fail(`none of ${seeds} seeds sees it`)
}
