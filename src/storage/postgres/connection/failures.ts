/**
 * What went wrong with a statement, by what can be done about it.
 *
 * A write whose outcome is unknown is never sent again: it might be applied twice. So a failure
 * knows whether the statement can have had an effect: not if it was never handed to a connection,
 * and not if the server itself refused it, since an error undoes its statement.
 */
import { GuardBroken, StorageError, StoreUnusable } from '../../errors.js'
import { unnamedPooler } from './session-settings.js'

export type FailureKind =
  /** Another transaction came first: read again and decide again. */
  | 'conflict'
  /** A relation is gone or does not exist yet: the cache of spaces is stale. */
  | 'stale-space'
  /** The database cannot be reached or does not accept this now; a retry may succeed. */
  | 'unreachable'
  /** The same statement would fail in the same way. */
  | 'refused'
  /** The connection was lost, or the answer did not come in time. */
  | 'lost'

export class StatementFailure extends Error {
  override readonly name = 'StatementFailure'
  readonly kind: FailureKind
  readonly code: string

  constructor(kind: FailureKind, message: string, code: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.code = code
  }
}

/** Thrown if the engine's own checks found that another transaction came first. */
export function conflict(): StatementFailure {
  return new StatementFailure('conflict', 'what was read has changed', 'compare')
}

export function noAnswer(): StatementFailure {
  return new StatementFailure('lost', 'no answer in time', 'silence')
}

const unreplicatedCode = 'unreplicated'

/** The primary has the commit, and a failover may still lose it. */
export function unreplicated(): StatementFailure {
  const message = 'the wait for a synchronous standby was cancelled'
  return new StatementFailure('lost', message, unreplicatedCode)
}

/**
 * If the wait for a synchronous standby is cancelled, PostgreSQL warns and then answers the commit
 * as done. The text of the warning depends on the server's language; the function it came from
 * does not, and that function has no other notices.
 */
export function isUnreplicatedCommit(notice: { readonly routine?: string }): boolean {
  return notice.routine === 'SyncRepWaitForLSN'
}

/** Nothing has been done for the request yet. */
export function tooManyWait(): StorageError {
  return new StorageError('unavailable', 'too many requests wait for a connection to the database')
}

const lockNotAvailable = '55P03'
/**
 * The division by zero is ours: it undoes a write that came too late. A schema or table that already
 * exists was created by another server at the same moment.
 */
const conflictCodes = new Set([
  ...['22012', '40001', '40P01', lockNotAvailable, '23505', '42P06', '42P07'],
])
const staleSpaceCodes = new Set(['42P01', '3F000'])
/**
 * Shutting down or starting, a transaction of ours that was idle for too long, too many connections, or
 * a standby that accepts no writes.
 */
const unreachableCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300', '25006'])

export function failureOf(error: unknown, sent: boolean): StatementFailure {
  if (error instanceof StatementFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  return new StatementFailure(kindOf(error, code, sent), message, code, error)
}

/**
 * Connection exceptions: a pooler has lost the database, perhaps in the middle of a statement. The
 * database itself does not answer statements with them.
 */
const isFromPooler = (code: string) => code.startsWith('08')

function kindOf(error: unknown, code: string, sent: boolean): FailureKind {
  if (isServerError(error) && !isFromPooler(code)) {
    if (conflictCodes.has(code)) return 'conflict'
    if (staleSpaceCodes.has(code)) return 'stale-space'
    return unreachableCodes.has(code) ? 'unreachable' : 'refused'
  }
  return sent ? 'lost' : 'unreachable'
}

/** Whether the error came from the server: only its errors have a severity. */
function isServerError(error: unknown): boolean {
  return error instanceof Error && 'severity' in error
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown'
}

/** Whether somebody else held a lock for too long. */
export function waitedInVain(error: unknown): boolean {
  return error instanceof StatementFailure && error.code === lockNotAvailable
}

/** After these the connections lead to the wrong host or nowhere. */
export function needsNewConnections({ kind, code }: StatementFailure): boolean {
  if (code === unreplicatedCode) return false
  return kind === 'lost' || (kind === 'unreachable' && code !== '53300')
}

/** The error as callers of the engine see it. */
export function postgresError(error: unknown): Error {
  if (error instanceof StorageError || error instanceof GuardBroken) return error
  if (!(error instanceof StatementFailure)) return error as Error
  // Who waited for a lock in vain lost to nobody: clients retry what is unavailable, but not a conflict.
  if (error.kind === 'conflict' && error.code !== lockNotAvailable) {
    return new StorageError('conflict', 'other requests kept changing what this one read', error)
  }
  if (error.code.startsWith('XX00')) return new StorageError('corruption', error.message, error)
  return new StorageError('unavailable', `the database: ${error.message}`, error)
}

/**
 * Wrong password, no such database, missing privileges, an invalid certificate: nothing that
 * waiting would change.
 */
const unusableCodes = /^(28|3D|42501|0A|3F|ERR_TLS_CERT|.*SELF_SIGNED_CERT|UNABLE_TO_|CERT_)/

/** What PgBouncer says to a client that sends settings when it connects. */
const droppedSettings = /^unsupported startup parameter/

/** The error as the code that opens the engine sees it. */
export function openingError(error: unknown, where: string): Error {
  if (error instanceof StoreUnusable) return error
  const reason = error instanceof StorageError ? error.cause : error
  if (reason instanceof StatementFailure && droppedSettings.test(reason.message)) {
    return unnamedPooler(where)
  }
  if (reason instanceof StatementFailure && unusableCodes.test(reason.code)) {
    return new StoreUnusable(`${where} cannot be used: ${reason.message}.`, { cause: reason })
  }
  return postgresError(error)
}
