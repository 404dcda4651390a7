/** S3's errors: a code, a status and a sentence, in XML. */
import type { ObjectStoreError, ObjectStoreErrorCode } from '../../../objects/object-store.js'

export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

interface Named {
  readonly code: string
  readonly status: number
}

const ofStore: Readonly<Record<ObjectStoreErrorCode, Named>> = {
  NoSuchBucket: { code: 'NoSuchBucket', status: 404 },
  BucketExists: { code: 'BucketAlreadyOwnedByYou', status: 409 },
  BucketNotEmpty: { code: 'BucketNotEmpty', status: 409 },
  InvalidBucketName: { code: 'InvalidBucketName', status: 400 },
  InvalidKey: { code: 'KeyTooLongError', status: 400 },
  InvalidRange: { code: 'InvalidRange', status: 416 },
  NoSuchUpload: { code: 'NoSuchUpload', status: 404 },
  InvalidPart: { code: 'InvalidPart', status: 400 },
  PreconditionFailed: { code: 'PreconditionFailed', status: 412 },
  AccessDenied: { code: 'AccessDenied', status: 403 },
  // Not an error that clients would repeat the upload for.
  NoSpace: { code: 'InsufficientStorage', status: 507 },
  Unavailable: { code: 'ServiceUnavailable', status: 503 },
}

export function fromStore(error: ObjectStoreError): S3Error {
  const { code, status } = ofStore[error.code]
  return new S3Error(code, status, error.message)
}

export function notImplemented(what: string): S3Error {
  const sentence = 'A header or query you provided requests a function that is not implemented'
  return new S3Error('NotImplemented', 501, `${sentence}: ${what}`)
}

export function invalidArgument(message: string): S3Error {
  return new S3Error('InvalidArgument', 400, message)
}

export function slowDown(): S3Error {
  return new S3Error('SlowDown', 503, 'Please reduce your request rate.')
}

export function noSuchKey(): S3Error {
  return new S3Error('NoSuchKey', 404, 'The specified key does not exist.')
}

export function malformedXml(): S3Error {
  return new S3Error(
    'MalformedXML',
    400,
    'The XML you provided was not well-formed or did not validate against our published schema',
  )
}

export function noSuchBucketError(): S3Error {
  return new S3Error('NoSuchBucket', 404, 'The specified bucket does not exist')
}
