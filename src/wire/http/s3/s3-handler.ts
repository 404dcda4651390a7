/** What the operations of S3 are given. */
import type { ObjectStore } from '../../../objects/object-store.js'
import type { S3Answer } from './s3-answer.js'
import type { S3Request } from './s3-request.js'

export interface ServiceTarget {
  readonly objects: ObjectStore
  readonly requestId: string
  readonly permit: PermitS3
}

/** Throws if the caller may not do that to the resource. */
export type PermitS3 = (action: string, resource: string) => void | Promise<void>

export interface BucketTarget extends ServiceTarget {
  readonly bucket: string
}

export interface ObjectTarget extends BucketTarget {
  readonly key: string
}

export type ServiceHandler = (request: S3Request, target: ServiceTarget) => Promise<S3Answer>
export type BucketHandler = (request: S3Request, target: BucketTarget) => Promise<S3Answer>
export type ObjectHandler = (request: S3Request, target: ObjectTarget) => Promise<S3Answer>
