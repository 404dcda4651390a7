/**
 * The operations of S3 that are answered, by method and parameters. A parameter that an operation does not list
 * asks for another operation, or for something it does not do: either way it is not implemented.
 */
import { bucketArn, objectArn } from '../../../model/arn.js'
import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  headBucket,
  listBuckets,
} from './buckets.js'
import { deleteObjects } from './delete-objects.js'
import { getObject, headObject, responseParameters } from './get-object.js'
import { listObjects, listObjectsV2 } from './list-objects.js'
import { deleteObject, getObjectTagging, putObject } from './put-object.js'
import type { S3Answer } from './s3-answer.js'
import { notImplemented, S3Error } from './s3-error.js'
import type {
  BucketHandler,
  ObjectHandler,
  ServiceHandler,
  ServiceTarget,
  S3Access,
} from './s3-handler.js'
import type { S3Request } from './s3-request.js'
import {
  abortUpload,
  completeUpload,
  createUpload,
  listParts,
  listUploads,
  uploadPart,
} from './uploads.js'

interface Row<Handler> {
  readonly method: string
  /** Parameters that make it this operation. */
  readonly by?: readonly string[]
  readonly takes?: readonly string[]
  /** Undefined if it depends on the body. */
  readonly action: S3Access['action'] | undefined
  readonly handler: Handler
}

const listing = ['prefix', 'delimiter', 'encoding-type', 'max-keys']
const responses = Object.keys(responseParameters)

const ofService: readonly Row<ServiceHandler>[] = [
  { method: 'GET', action: 's3:ListAllMyBuckets', handler: listBuckets },
]

const ofBucket: readonly Row<BucketHandler>[] = [
  {
    method: 'GET',
    by: ['location'],
    action: 's3:GetBucketLocation',
    handler: getBucketLocation,
  },
  {
    method: 'GET',
    by: ['list-type'],
    takes: [...listing, 'continuation-token', 'start-after', 'fetch-owner'],
    action: 's3:ListBucket',
    handler: listObjectsV2,
  },
  {
    method: 'GET',
    by: ['uploads'],
    takes: ['prefix', 'encoding-type', 'max-uploads', 'key-marker', 'upload-id-marker'],
    action: 's3:ListBucketMultipartUploads',
    handler: listUploads,
  },
  {
    method: 'GET',
    takes: [...listing, 'marker'],
    action: 's3:ListBucket',
    handler: listObjects,
  },
  { method: 'PUT', action: 's3:CreateBucket', handler: createBucket },
  { method: 'HEAD', action: 's3:ListBucket', handler: headBucket },
  { method: 'DELETE', action: 's3:DeleteBucket', handler: deleteBucket },
  // AWS: each object is asked for on its own.
  { method: 'POST', by: ['delete'], action: undefined, handler: deleteObjects },
]

const ofObject: readonly Row<ObjectHandler>[] = [
  {
    method: 'GET',
    by: ['uploadId'],
    takes: ['max-parts', 'part-number-marker'],
    action: 's3:ListMultipartUploadParts',
    handler: listParts,
  },
  {
    method: 'GET',
    by: ['tagging'],
    action: 's3:GetObjectTagging',
    handler: getObjectTagging,
  },
  { method: 'GET', takes: responses, action: 's3:GetObject', handler: getObject },
  { method: 'HEAD', takes: responses, action: 's3:GetObject', handler: headObject },
  {
    method: 'PUT',
    by: ['partNumber', 'uploadId'],
    action: 's3:PutObject',
    handler: uploadPart,
  },
  { method: 'PUT', action: 's3:PutObject', handler: putObject },
  {
    method: 'DELETE',
    by: ['uploadId'],
    action: 's3:AbortMultipartUpload',
    handler: abortUpload,
  },
  { method: 'DELETE', action: 's3:DeleteObject', handler: deleteObject },
  { method: 'POST', by: ['uploads'], action: 's3:PutObject', handler: createUpload },
  { method: 'POST', by: ['uploadId'], action: 's3:PutObject', handler: completeUpload },
]

export async function runOperation(request: S3Request, target: ServiceTarget): Promise<S3Answer> {
  const { bucket, key } = request
  if (bucket === undefined) {
    const { action, handler } = find(ofService, request)
    await permit(target, action, '*')
    return handler(request, target)
  }
  if (key === undefined) {
    const { action, handler } = find(ofBucket, request)
    await permit(target, action, bucketArn(bucket), listKeys(request))
    return handler(request, { ...target, bucket })
  }
  const { action, handler } = find(ofObject, request)
  await permit(target, action, objectArn(bucket, key))
  return handler(request, { ...target, bucket, key })
}

async function permit(
  target: ServiceTarget,
  action: S3Access['action'] | undefined,
  resource: string,
  keys?: S3Access['keys'],
): Promise<void> {
  if (action !== undefined) await target.permit({ action, resource, keys })
}

/** AWS: what policies can ask about a list. */
function listKeys({ query }: S3Request): S3Access['keys'] {
  const names = ['prefix', 'delimiter', 'max-keys'].filter((name) => query.has(name))
  return Object.fromEntries(names.map((name) => [`s3:${name}`, query.get(name)!]))
}

function find<Handler>(rows: readonly Row<Handler>[], request: S3Request): Row<Handler> {
  const { method, query } = request
  const ofMethod = rows.filter((row) => row.method === method)
  if (ofMethod.length === 0) throw methodNotAllowed()
  const found = ofMethod.find(({ by = [] }) => by.every((name) => query.has(name)))
  if (found === undefined) throw notImplemented(`${method} with these parameters`)
  const known = [...(found.by ?? []), ...(found.takes ?? [])]
  const other = [...query.keys()].find((name) => !known.includes(name))
  if (other !== undefined) throw notImplemented(other)
  return found
}

function methodNotAllowed(): S3Error {
  const message = 'The specified method is not allowed against this resource.'
  return new S3Error('MethodNotAllowed', 405, message)
}
