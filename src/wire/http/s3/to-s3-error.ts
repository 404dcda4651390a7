/** Whatever is thrown, as an error of S3. */
import { ObjectStoreError } from '../../../objects/object-store.js'
import { fromStore, S3Error } from './s3-error.js'

export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error
  if (error instanceof ObjectStoreError) return fromStore(error)
  const message = 'We encountered an internal error. Please try again.'
  return new S3Error('InternalError', 500, message)
}

/** Whether it is a fault of ours, which the log should have. */
export function isUnexpected(error: unknown): boolean {
  return !(error instanceof S3Error) && !(error instanceof ObjectStoreError)
}
