/**
 * The pauses of a request whose table changes again and again. They grow, and are of random length, so
 * that some attempt falls between two changes, however regular these are.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { systemRandom } from '../stdx/random.js'
import { staleTablePauseMsMax, staleTablePromptRetriesMax } from './limits.js'

/** Before the attempt with this number; the first is 0. None before the first few. */
export async function staleTablePause(attempt: number, random = systemRandom): Promise<void> {
  if (attempt <= staleTablePromptRetriesMax) return
  const longestMs = Math.min(staleTablePauseMsMax, 2 ** (attempt - staleTablePromptRetriesMax))
  await pause(1 + (random.bytes(1)[0]! / 256) * longestMs)
}
