/**
 * When to retry, and when to stop. A conflict is retried a number of times, with a growing pause of
 * random length so that the same transactions do not collide again; a database that cannot be
 * reached is retried for a while. A write whose outcome is unknown is never retried.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  conflictAttemptsMax,
  conflictPauseMs,
  conflictPauseMsMax,
  reconnectPauseMs,
  staleSpaceAttemptsMax,
} from '../limits.js'
import { StatementFailure, postgresError } from './failures.js'

/** Conflicts are retried for at most this many times the wait for an unreachable database. */
const conflictPatience = 4

export interface RetryRules {
  readonly waitMs: number
  /** How long to wait for a database that cannot be reached, if not `waitMs`. */
  readonly reconnectMs?: number
  /** Reads have no effect, so they may be repeated if the answer was lost. */
  readonly repeatable: boolean
  /** How often a conflict is retried. */
  readonly attemptsMax?: number
  /** Called with every failure. */
  readonly onFailure?: (error: unknown) => void
  /** Attempts to reach a database regardless of the time they take: one for each host. */
  readonly reconnectsMin?: number
}

/** `attempt` gets the number of conflicts so far. */
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
      if (pauseMs === undefined) throw postgresError(error)
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

/** How long to wait before the next attempt; undefined if there is none. */
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
    // The cache of spaces has been cleared; there is nothing to wait for.
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
