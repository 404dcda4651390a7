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
} from '../limits.js'
import { StatementFailure, storageError } from './failures.js'

/** Conflicts are tried again for this many times as long as an unreachable database at the most. */
const conflictPatience = 4

export interface RetryRules {
  readonly waitMs: number
  /** How long a database that cannot be reached is waited for, if not that long. */
  readonly reconnectMs?: number
  /** Reads have no effect, so a lost answer may be asked for again. */
  readonly repeatable: boolean
  /** How often a conflict is tried again. */
  readonly attemptsMax?: number
  /** Told of every failure. */
  readonly onFailure?: (error: unknown) => void
  /** How often a database is tried to be reached whatever time that takes: once for each host. */
  readonly reconnectsMin?: number
}

/** `attempt` is told how many conflicts it had so far. */
export async function withRetries<T>(
  rules: RetryRules,
  attempt: (conflicts: number) => Promise<T>,
): Promise<T> {
  const history = { startedAtMs: performance.now(), conflicts: 0, stale: 0, reconnects: 0 }
  for (;;) {
    try {
      return await attempt(history.conflicts)
    } catch (error) {
      rules.onFailure?.(error)
      const pauseMs =
        error instanceof StatementFailure ? nextPause(error, history, rules) : undefined
      if (pauseMs === undefined) throw storageError(error)
      if (pauseMs > 0) await pause(pauseMs)
    }
  }
}

interface History {
  readonly startedAtMs: number
  conflicts: number
  stale: number
  reconnects: number
}

/** How long to wait before the next try; undefined when there is to be none. */
function nextPause(
  failure: StatementFailure,
  history: History,
  rules: RetryRules,
): number | undefined {
  const { waitMs, reconnectMs = waitMs, repeatable, reconnectsMin = 0 } = rules
  const { attemptsMax = conflictAttemptsMax } = rules
  const elapsedMs = performance.now() - history.startedAtMs
  if (failure.kind === 'conflict') {
    const mayGoOn = elapsedMs <= conflictPatience * waitMs
    return mayGoOn && ++history.conflicts < attemptsMax
      ? conflictPause(history.conflicts)
      : undefined
  }
  if (failure.kind === 'stale-space') {
    // What was known of the spaces has been forgotten; there is nothing to wait for.
    return ++history.stale < staleSpaceAttemptsMax ? 0 : undefined
  }
  if (!mayReconnect(failure, repeatable)) return undefined
  const mayGoOn = ++history.reconnects < reconnectsMin || elapsedMs < reconnectMs
  return mayGoOn ? reconnectPauseMs * (0.5 + Math.random()) : undefined
}

function mayReconnect({ kind }: StatementFailure, repeatable: boolean): boolean {
  return kind === 'unreachable' || (repeatable && kind === 'lost')
}

function conflictPause(conflicts: number): number {
  return Math.random() * Math.min(conflictPauseMs * 2 ** conflicts, conflictPauseMsMax)
}
