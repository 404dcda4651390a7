/** Whatever is thrown, as an error of S3. */
import { ServiceError } from '../../../model/errors.js'
import { ObjectStoreError } from '../../../objects/object-store.js'
import { AuthenticationError } from '../../sigv4/faults.js'
import { fromAuthentication } from './authentication-fault.js'
import { fromStore, S3Error } from './s3-error.js'

export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error
  if (error instanceof ObjectStoreError) return fromStore(error)
  if (error instanceof AuthenticationError) return fromAuthentication(error)
  if (isDenied(error)) return new S3Error('AccessDenied', 403, error.message)
  const message = 'We encountered an internal error. Please try again.'
  return new S3Error('InternalError', 500, message)
}

/** Whether it is a fault of ours, which the log should have. */
export function isUnexpected(error: unknown): boolean {
  const isAnswer = error instanceof S3Error || error instanceof ObjectStoreError
  return !isAnswer && !(error instanceof AuthenticationError) && !isDenied(error)
}

function isDenied(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.type === 'AccessDeniedException'
}
