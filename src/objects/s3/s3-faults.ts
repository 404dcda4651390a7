/** What S3 answers as faults of a store, with S3's own sentence. */
import { ObjectStoreError, type ObjectStoreErrorCode } from '../object-store.js'

const codes: ReadonlyMap<string, ObjectStoreErrorCode> = new Map([
  ['NoSuchBucket', 'NoSuchBucket'],
  ['BucketAlreadyOwnedByYou', 'BucketExists'],
  ['BucketAlreadyExists', 'BucketExists'],
  ['BucketNotEmpty', 'BucketNotEmpty'],
  ['InvalidBucketName', 'InvalidBucketName'],
  ['KeyTooLongError', 'InvalidKey'],
  ['InvalidRange', 'InvalidRange'],
  ['NoSuchUpload', 'NoSuchUpload'],
  ['InvalidPart', 'InvalidPart'],
  ['InvalidPartOrder', 'InvalidPart'],
  ['EntityTooSmall', 'InvalidPart'],
  ['PreconditionFailed', 'PreconditionFailed'],
  ['ConditionalRequestConflict', 'PreconditionFailed'],
  ['QuotaExceeded', 'NoSpace'],
  ['XMinioStorageFull', 'NoSpace'],
])

interface S3Fault {
  readonly name: string
  readonly message: string
  readonly $metadata?: {
    readonly httpStatusCode?: number
    readonly requestId?: string
    readonly extendedRequestId?: string
  }
}

export function statusOf(error: unknown): number | undefined {
  return (error as Partial<S3Fault>).$metadata?.httpStatusCode
}

export function fromS3(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error
  const { name = '', message = '', $metadata } = error as Partial<S3Fault>
  const status = $metadata?.httpStatusCode
  if (status === undefined) {
    return new ObjectStoreError('Unavailable', `S3 cannot be reached: ${message}`, { cause: error })
  }
  const { requestId = '', extendedRequestId = '' } = $metadata ?? {}
  const answered = { code: name, status, requestId, extendedRequestId }
  return new ObjectStoreError(codeOf(name, status), message, { cause: error, answered })
}

function codeOf(name: string, status: number): ObjectStoreErrorCode {
  const code = codes.get(name)
  if (code !== undefined) return code
  switch (status) {
    case 401:
    case 403:
      return 'AccessDenied'
    case 412:
      return 'PreconditionFailed'
    case 416:
      return 'InvalidRange'
    case 507:
      return 'NoSpace'
    default:
      return 'Unavailable'
  }
}

export async function asS3<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw fromS3(error)
  }
}
