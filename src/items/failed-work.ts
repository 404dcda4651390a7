/** The work of a write that failed because of what is stored: it is charged, though it changed nothing. */
import { ServiceError } from '../model/errors.js'
import type { Work } from './work.js'

export function failedAfter(error: ServiceError, work: Work): ServiceError {
  error.spent = work
  return error
}

/** Undefined for an error that costs nothing. */
export function workOfFailure(error: unknown): Work | undefined {
  return error instanceof ServiceError ? (error.spent as Work | undefined) : undefined
}
