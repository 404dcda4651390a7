/** Which names buckets and objects may have. AWS's rules, as far as they keep names apart and safe. */
import { objectKeyBytesMax } from './limits.js'
import { ObjectStoreError } from './object-store.js'

const bucketName = /^[a-z0-9](?:[a-z0-9.-]{1,61})[a-z0-9]$/

export function isBucketName(name: string): boolean {
  return bucketName.test(name) && !name.includes('..')
}

export function requireBucketName(name: string): void {
  if (isBucketName(name)) return
  throw new ObjectStoreError('InvalidBucketName', 'The specified bucket is not valid.')
}

/** Empty, too long, or half of a character. */
export function isObjectKey(key: string): boolean {
  return key !== '' && Buffer.byteLength(key) <= objectKeyBytesMax && isWellFormed(key)
}

export function requireObjectKey(key: string): void {
  if (isObjectKey(key)) return
  const text =
    Buffer.byteLength(key) > objectKeyBytesMax ? 'Your key is too long' : 'Not a valid key'
  throw new ObjectStoreError('InvalidKey', text)
}

const loneSurrogate = /\p{Surrogate}/u

function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text)
}

export function noSuchBucket(): ObjectStoreError {
  return new ObjectStoreError('NoSuchBucket', 'The specified bucket does not exist')
}

export function noSuchUpload(): ObjectStoreError {
  return new ObjectStoreError(
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
  )
}

export function bucketNotEmpty(): ObjectStoreError {
  return new ObjectStoreError('BucketNotEmpty', 'The bucket you tried to delete is not empty')
}

export function bucketExists(): ObjectStoreError {
  return new ObjectStoreError(
    'BucketExists',
    'Your previous request to create the named bucket succeeded and you already own it.',
  )
}

export function preconditionFailed(): ObjectStoreError {
  return new ObjectStoreError(
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
  )
}

export function invalidPart(): ObjectStoreError {
  return new ObjectStoreError(
    'InvalidPart',
    "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
  )
}
