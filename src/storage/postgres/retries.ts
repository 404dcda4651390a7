/**
 * When to try again, and when to stop. A conflict is tried again a number of times, with a growing
 * pause of random length so that those who met do not meet again; a database that cannot be reached
 * is tried again for a while. A write whose outcome is unknown is never tried again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  conflictAttemptsMax,
  conflictPauseMs,
  conflictPauseMsMax,
  reconnectPauseMs,
  staleSpaceAttemptsMax,
} from '../../model/limits.js'
import { StatementFailure, storageError } from './failures.js'

export interface RetryRules {
  /** How long a database that cannot be reached is waited for. */
  readonly waitMs: number
  /** Reads have no effect, so a lost answer may be asked for again. */
  readonly repeatable: boolean
}

/** `attempt` is told how many conflicts it had so far. */
export async function withRetries<T>(
  { waitMs, repeatable }: RetryRules,
  attempt: (conflicts: number) => Promise<T>,
): Promise<T> {
  const startedAtMs = performance.now()
  let [conflicts, stale] = [0, 0]
  for (;;) {
    try {
      return await attempt(conflicts)
    } catch (error) {
      if (!(error instanceof StatementFailure)) throw error
      if (error.kind === 'conflict' && ++conflicts < conflictAttemptsMax) {
        await pause(conflictPause(conflicts))
      } else if (error.kind === 'stale-space' && ++stale < staleSpaceAttemptsMax) {
        // What was known of the spaces has been forgotten; there is nothing to wait for.
      } else if (mayReconnect(error, repeatable) && performance.now() - startedAtMs < waitMs) {
        await pause(reconnectPauseMs * (0.5 + Math.random()))
      } else {
        throw storageError(error)
      }
    }
  }
}

function mayReconnect({ kind }: StatementFailure, repeatable: boolean): boolean {
  return kind === 'unreachable' || (repeatable && kind === 'lost')
}

function conflictPause(conflicts: number): number {
  return Math.random() * Math.min(conflictPauseMs * 2 ** conflicts, conflictPauseMsMax)
}
