/** Errors of the owner as they reach a worker: of the same class, kind and reason. */
import {
  type RefusalReason,
  StorageError,
  type StorageErrorKind,
  WritesRefused,
} from '../../errors.js'

export interface SentError {
  readonly message: string
  readonly kind?: StorageErrorKind
  readonly reason?: RefusalReason
}

export function sentError(error: unknown): SentError {
  if (error instanceof WritesRefused) return { message: error.message, reason: error.reason }
  if (error instanceof StorageError) return { message: error.message, kind: error.kind }
  return { message: error instanceof Error ? error.message : String(error) }
}

export function receivedError({ message, kind, reason }: SentError): StorageError {
  if (reason !== undefined) return new WritesRefused(reason)
  return new StorageError(kind ?? 'unavailable', message)
}
