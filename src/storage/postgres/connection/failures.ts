/**
 * What went wrong with a statement, told apart by what may be done about it.
 *
 * The one thing never done is to send a write again whose outcome is unknown: it might be applied
 * twice. So a failure knows whether the statement can have had an effect: not if it was never handed
 * to a connection, and not if the server itself refused it, since an error undoes its statement.
 */
import { GuardBroken, StorageError, StoreUnusable } from '../../errors.js'

export type FailureKind =
  /** Somebody else was there first: read again and decide again. */
  | 'conflict'
  /** A relation is gone or not there yet: what is known of the spaces is stale. */
  | 'stale-space'
  /** The database cannot be reached or does not take this now; another try may find it well. */
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

/** As thrown by the engine when its own checks found that somebody else was there first. */
export function conflict(): StatementFailure {
  return new StatementFailure('conflict', 'what was read has changed', 'compare')
}

/** Nothing has been done for it yet. */
export function tooManyWait(): StorageError {
  return new StorageError('unavailable', 'too many requests wait for a connection to the database')
}

/** The division by zero is ours: it undoes a write that came too late. */
const conflictCodes = new Set(['22012', '40001', '40P01', '55P03', '23505'])
const staleSpaceCodes = new Set(['42P01', '3F000'])
/** Shutting down or starting, too many connections, or a standby that takes no writes. */
const unreachableCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006'])

export function failureOf(error: unknown, sent: boolean): StatementFailure {
  if (error instanceof StatementFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  return new StatementFailure(kindOf(error, code, sent), message, code, error)
}

function kindOf(error: unknown, code: string, sent: boolean): FailureKind {
  if (isServerError(error)) {
    if (conflictCodes.has(code)) return 'conflict'
    if (staleSpaceCodes.has(code)) return 'stale-space'
    return unreachableCodes.has(code) ? 'unreachable' : 'refused'
  }
  return sent ? 'lost' : 'unreachable'
}

/** Whether the server said so itself: only its errors have a severity. */
function isServerError(error: unknown): boolean {
  return error instanceof Error && 'severity' in error
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown'
}

/** After these the connections lead to the wrong place or nowhere. */
export function needsNewConnections({ kind, code }: StatementFailure): boolean {
  return kind === 'lost' || (kind === 'unreachable' && code !== '53300')
}

/** What the caller of the engine gets to see. */
export function storageError(error: unknown): Error {
  if (error instanceof StorageError || error instanceof GuardBroken) return error
  if (!(error instanceof StatementFailure)) return error as Error
  if (error.kind === 'conflict') {
    return new StorageError('conflict', 'others kept changing what was read', error)
  }
  if (error.code.startsWith('XX00')) return new StorageError('corruption', error.message, error)
  return new StorageError('unavailable', `the database: ${error.message}`, error)
}

/**
 * Wrong password, no such database, no right to use it, a certificate that proves nothing: nothing
 * that waiting would change.
 */
const unusableCodes = /^(28|3D|42501|0A|3F|ERR_TLS_CERT|.*SELF_SIGNED_CERT|UNABLE_TO_|CERT_)/

/** What whoever opens the engine gets to see. */
export function openingError(error: unknown, where: string): Error {
  if (error instanceof StoreUnusable) return error
  const reason = error instanceof StorageError ? error.cause : error
  if (reason instanceof StatementFailure && unusableCodes.test(reason.code)) {
    return new StoreUnusable(`${where} cannot be used: ${reason.message}.`, { cause: reason })
  }
  return storageError(error)
}
