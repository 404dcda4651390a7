/** What the operations of S3 are given. */
import type { ObjectStore } from '../../../objects/object-store.js'
import type { S3Answer } from './s3-answer.js'
import type { S3Request } from './s3-request.js'

export interface ServiceTarget {
  readonly objects: ObjectStore
  readonly requestId: string
  readonly permit: PermitS3
}

/** Throws if the caller may not do that. */
export type PermitS3 = (access: S3Access) => void | Promise<void>

export interface S3Access {
  readonly action: `s3:${string}`
  /** An ARN, or `*`. */
  readonly resource: string
  /** Condition keys, in lower case: `s3:prefix`. */
  readonly keys?: Readonly<Record<string, string>>
}

export interface BucketTarget extends ServiceTarget {
  readonly bucket: string
}

export interface ObjectTarget extends BucketTarget {
  readonly key: string
}

export type ServiceHandler = (request: S3Request, target: ServiceTarget) => Promise<S3Answer>
export type BucketHandler = (request: S3Request, target: BucketTarget) => Promise<S3Answer>
export type ObjectHandler = (request: S3Request, target: ObjectTarget) => Promise<S3Answer>
