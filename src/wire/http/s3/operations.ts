/**
 * The operations of S3 that are answered, by method and parameters. A parameter that an operation does not list
 * asks for another operation, or for something it does not do: either way it is not implemented.
 */
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
import type { BucketHandler, ObjectHandler, ServiceHandler, ServiceTarget } from './s3-handler.js'
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
  readonly handler: Handler
}

const listing = ['prefix', 'delimiter', 'encoding-type', 'max-keys']
const responses = Object.keys(responseParameters)

const ofService: readonly Row<ServiceHandler>[] = [{ method: 'GET', handler: listBuckets }]

const ofBucket: readonly Row<BucketHandler>[] = [
  { method: 'GET', by: ['location'], handler: getBucketLocation },
  {
    method: 'GET',
    by: ['list-type'],
    takes: [...listing, 'continuation-token', 'start-after', 'fetch-owner'],
    handler: listObjectsV2,
  },
  {
    method: 'GET',
    by: ['uploads'],
    takes: ['prefix', 'encoding-type', 'max-uploads', 'key-marker', 'upload-id-marker'],
    handler: listUploads,
  },
  { method: 'GET', takes: [...listing, 'marker'], handler: listObjects },
  { method: 'PUT', handler: createBucket },
  { method: 'HEAD', handler: headBucket },
  { method: 'DELETE', handler: deleteBucket },
  { method: 'POST', by: ['delete'], handler: deleteObjects },
]

const ofObject: readonly Row<ObjectHandler>[] = [
  {
    method: 'GET',
    by: ['uploadId'],
    takes: ['max-parts', 'part-number-marker'],
    handler: listParts,
  },
  { method: 'GET', by: ['tagging'], handler: getObjectTagging },
  { method: 'GET', takes: responses, handler: getObject },
  { method: 'HEAD', takes: responses, handler: headObject },
  { method: 'PUT', by: ['partNumber', 'uploadId'], handler: uploadPart },
  { method: 'PUT', handler: putObject },
  { method: 'DELETE', by: ['uploadId'], handler: abortUpload },
  { method: 'DELETE', handler: deleteObject },
  { method: 'POST', by: ['uploads'], handler: createUpload },
  { method: 'POST', by: ['uploadId'], handler: completeUpload },
]

export function runOperation(request: S3Request, target: ServiceTarget): Promise<S3Answer> {
  const { bucket, key } = request
  if (bucket === undefined) return find(ofService, request)(request, target)
  if (key === undefined) return find(ofBucket, request)(request, { ...target, bucket })
  return find(ofObject, request)(request, { ...target, bucket, key })
}

function find<Handler>(rows: readonly Row<Handler>[], { method, query }: S3Request): Handler {
  const ofMethod = rows.filter((row) => row.method === method)
  if (ofMethod.length === 0) throw methodNotAllowed()
  const found = ofMethod.find(({ by = [] }) => by.every((name) => query.has(name)))
  if (found === undefined) throw notImplemented(`${method} with these parameters`)
  const known = [...(found.by ?? []), ...(found.takes ?? [])]
  const other = [...query.keys()].find((name) => !known.includes(name))
  if (other !== undefined) throw notImplemented(other)
  return found.handler
}

function methodNotAllowed(): S3Error {
  const message = 'The specified method is not allowed against this resource.'
  return new S3Error('MethodNotAllowed', 405, message)
}
