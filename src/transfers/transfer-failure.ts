/** Why a transfer cannot succeed, with AWS's codes and sentences. */
import { DamagedItem } from '../items/damaged-item.js'
import { JobFailure } from '../jobs/long-job.js'
import { NoObjectStore } from '../objects/no-store.js'
import {
  ObjectStoreError,
  type ObjectStore,
  type ObjectStoreErrorCode,
} from '../objects/object-store.js'
import { PastUnavailable } from '../past/past-unavailable.js'
import type { Random } from '../stdx/random.js'

interface S3Failure {
  readonly code: string
  readonly status: number
  readonly errorCode: string
  /** AWS's, where the store's own sentence may be another. */
  readonly sentence?: string
}

const byCode: Partial<Record<ObjectStoreErrorCode, S3Failure>> = {
  NoSuchBucket: {
    code: 'S3NoSuchBucket',
    status: 404,
    errorCode: 'NoSuchBucket',
    sentence: 'The specified bucket does not exist',
  },
  InvalidBucketName: {
    code: 'S3InvalidBucketName',
    status: 400,
    errorCode: 'InvalidBucketName',
    sentence: 'The specified bucket is not valid.',
  },
  AccessDenied: {
    code: 'S3AccessDenied',
    status: 403,
    errorCode: 'AccessDenied',
    sentence: 'Access Denied',
  },
  InvalidKey: { code: 'S3KeyTooLongError', status: 400, errorCode: 'KeyTooLongError' },
  NoSpace: { code: 'S3InternalError', status: 500, errorCode: 'InternalError' },
}

export interface TransferParts {
  readonly objects: Partial<ObjectStore>
  readonly random: Random
}

/** Returns the error itself if trying again may help. */
export function failureOf(error: unknown, { objects, random }: TransferParts): unknown {
  if (error instanceof PastUnavailable) {
    return new JobFailure('PointInTimeRecoveryUnavailable', error.message)
  }
  if (error instanceof DamagedItem) {
    return new JobFailure('DamagedItem', `The item ${error.key} is damaged where it is stored`)
  }
  if (!(error instanceof ObjectStoreError)) return error
  // Nothing is going to appear where there is no place for buckets.
  if (objects instanceof NoObjectStore) return new JobFailure('S3NoSuchBucket', error.message)
  const failure = byCode[error.code]
  if (failure === undefined) return error
  const { message, answered } = error
  return s3Failure({ ...failure, sentence: failure.sentence ?? message }, answered ?? ids(random))
}

interface RequestIds {
  readonly requestId: string
  readonly extendedRequestId: string
}

function s3Failure(
  { code, status, errorCode, sentence }: S3Failure,
  { requestId, extendedRequestId }: RequestIds,
): JobFailure {
  const facts = [
    'Service: Amazon S3',
    `Status Code: ${status}`,
    `Error Code: ${errorCode}`,
    `Request ID: ${requestId}`,
    `S3 Extended Request ID: ${extendedRequestId}`,
    'Proxy: null',
  ]
  return new JobFailure(code, `${sentence} (${facts.join('; ')})`)
}

/** For failures that no S3 has told. */
function ids(random: Random): RequestIds {
  return {
    requestId: Buffer.from(random.bytes(8)).toString('hex').toUpperCase(),
    extendedRequestId: Buffer.from(random.bytes(57)).toString('base64'),
  }
}

export function ownerFailure(random: Random): JobFailure {
  return s3Failure(byCode.AccessDenied!, ids(random))
}

/** There are no keys here. */
export function keyFailure(keyId: string, random: Random): JobFailure {
  const failure = { code: 'KmsNotFoundException', status: 400, errorCode: 'KMS.NotFoundException' }
  return s3Failure({ ...failure, sentence: `Key '${keyId}' does not exist` }, ids(random))
}
