/**
 * What a client gets for errors that are not answers: faults of ours or of the storage. The log
 * gets the facts and the client a type that its SDK retries, but never a stack.
 */
import { internalServerError, ServiceError, serviceUnavailable } from '../../model/errors.js'
import { AssertionError } from '../../stdx/assert.js'
import type { Log, LogFacts } from '../../stdx/log.js'
import { EngineClosed, StorageError, WritesRefused } from '../../storage/errors.js'

export function toServiceError(error: unknown, log: Log, request: LogFacts): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof StorageError) return storageFault(error, log, request)
  if (error instanceof AssertionError) {
    log.error('assertion failed', {
      ...request,
      assertion: error.message,
      facts: error.facts,
      error,
    })
  } else {
    log.error('request failed unexpectedly', { ...request, error })
  }
  return internalServerError()
}

function storageFault(error: StorageError, log: Log, request: LogFacts): ServiceError {
  const facts = { ...request, kind: error.kind, error }
  // The log has a line about the state of the store; another for each request would fill the disk.
  if (error instanceof WritesRefused) {
    log.debug('write refused', facts)
    return serviceUnavailable()
  }
  // A server waits for its clients before it closes, so this one has left or was cut off.
  if (error instanceof EngineClosed) {
    log.debug('request came too late', facts)
    return serviceUnavailable()
  }
  // Clients that conflict retry and succeed, so this is a warning and not an error.
  if (error.kind === 'conflict') log.warn('storage conflict persisted through all retries', facts)
  else log.error('storage failed', facts)
  // Only damage is not worth another attempt.
  return error.kind === 'corruption' ? internalServerError() : serviceUnavailable()
}
