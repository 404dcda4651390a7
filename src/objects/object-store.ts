/**
 * Bytes by bucket and key, outside the database: files to import, exports, backups.
 *
 * A store is a folder, memory or a service that speaks S3, and they all keep the same promises. An object
 * appears whole or not at all, and is durable once `finish` has resolved. Keys are ordered by their UTF-8
 * bytes. No call keeps more than a bounded piece of an object in memory.
 *
 * A store knows no DynamoDB.
 */
export interface ObjectStore {
  hasBucket(bucket: string): Promise<boolean>
  /** Throws `BucketExists` if it is there already. */
  createBucket(bucket: string): Promise<void>
  /** Throws `BucketNotEmpty` if it holds an object. */
  deleteBucket(bucket: string): Promise<void>
  /** In the order of their names. */
  listBuckets(): Promise<readonly BucketInfo[]>
  /** Undefined if there is no such object. Throws `NoSuchBucket`, and `InvalidRange` if it is too short. */
  read(bucket: string, key: string, range?: ByteRange): Promise<ObjectBody | undefined>
  stat(bucket: string, key: string): Promise<ObjectInfo | undefined>
  /** Replaces the object, if there is one, when the writer is finished. */
  write(bucket: string, key: string, options?: WriteOptions): Promise<ObjectWriter>
  list(bucket: string, options: ListOptions): Promise<ObjectPage>
  /** Does nothing if there is no such object. */
  remove(bucket: string, key: string): Promise<void>
  readonly uploads: Uploads
  /** How much memory a writer may take, if that is more than a piece. */
  readonly writerBytes?: number
  /** Releases connections. Objects under way are lost. */
  close(): Promise<void>
}

export interface BucketInfo {
  readonly name: string
  readonly createdAtMs: number
}

/** Objects that arrive in parts, which may come through different servers, over days. */
export interface Uploads {
  begin(bucket: string, key: string, options?: WriteOptions): Promise<Upload>
  /** `bytes` is the length of the part. Throws `NoSuchUpload`, as everything that is asked of an upload. */
  writePart(upload: Upload, partNumber: number, bytes: number): Promise<ObjectWriter>
  listParts(upload: Upload, options: PartListOptions): Promise<PartPage>
  /** The parts in ascending order. Throws `InvalidPart` if one is not there as named. */
  complete(upload: Upload, parts: readonly NamedPart[]): Promise<ObjectInfo>
  abort(upload: Upload): Promise<void>
  /** Uploads that were neither completed nor aborted, by key and time. */
  list(bucket: string, options: UploadListOptions): Promise<UploadPage>
}

export interface Upload {
  readonly bucket: string
  readonly key: string
  readonly id: string
}

export interface NamedPart {
  readonly partNumber: number
  readonly etag: string
}

export interface UploadedPart extends NamedPart {
  readonly bytes: number
  readonly modifiedAtMs: number
}

export interface PartListOptions {
  /** Only parts with higher numbers. */
  readonly after?: number
  readonly entriesMax: number
}

export interface PartPage {
  readonly parts: readonly UploadedPart[]
  readonly more: boolean
}

export interface ListedUpload {
  readonly key: string
  readonly id: string
  readonly beganAtMs: number
}

export interface UploadListOptions {
  readonly prefix?: string
  /** Only uploads that come after this one in the list. */
  readonly after?: Pick<ListedUpload, 'key' | 'id'>
  readonly entriesMax: number
}

export interface UploadPage {
  readonly uploads: readonly ListedUpload[]
  readonly more: boolean
}

/** From `start` up to but not including `end`. A negative start counts from the end of the object. */
export interface ByteRange {
  readonly start: number
  readonly end?: number
}

export interface ObjectInfo {
  readonly key: string
  readonly bytes: number
  /**
   * Without quotes. The MD5 of the content, or, with `-` and the number of parts, that of the MD5s of the
   * parts. A file that was put into a folder by hand has one that changes with the file and ends in `-1`.
   */
  readonly etag: string
  readonly modifiedAtMs: number
  readonly contentType?: string
  /** The user's, by lower-case name. */
  readonly metadata?: Readonly<Record<string, string>>
  /** HTTP headers that are kept with it, by lower-case name: those of `storedHeaders`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** HTTP headers besides the type that an object is answered with as they were given. */
export const storedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
] as const

export interface ObjectBody {
  readonly info: ObjectInfo
  /** Which bytes of the object these are. */
  readonly start: number
  readonly end: number
  /** To be iterated once. A loop that ends, however it ends, closes the body. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** For a body whose chunks nobody wants after all. May be called at any time. */
  close(): Promise<void>
}

export interface WriteOptions {
  readonly contentType?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** `finish` throws `PreconditionFailed` if there is an object by then. */
  readonly ifAbsent?: boolean
}

/**
 * Nothing is visible under the key before `finish`. A writer whose `write` or `finish` has thrown, or that
 * was aborted, leaves nothing.
 */
export interface ObjectWriter {
  /** One call at a time. The chunk may be used again once this has resolved. */
  write(chunk: Uint8Array): Promise<void>
  /** Durable once it resolves. */
  finish(): Promise<ObjectInfo>
  /** May be called at any time, also after `finish`, which it does not undo. */
  abort(): Promise<void>
}

export interface ListOptions {
  readonly prefix?: string
  /**
   * Only what comes after this key in the order of keys. With a delimiter, a common prefix counts as one
   * entry, so this may be the last common prefix of the page before.
   */
  readonly after?: string
  /** Keys that have it after the prefix are listed as one common prefix, which ends with it. */
  readonly delimiter?: string
  /** Objects and common prefixes together. There may be fewer, and more to come. */
  readonly entriesMax: number
}

export interface ObjectPage {
  readonly objects: readonly ObjectInfo[]
  readonly commonPrefixes: readonly string[]
  /** The last object or common prefix, to be passed as `after`. Undefined if there is nothing more. */
  readonly next: string | undefined
  readonly more: boolean
}

export type ObjectStoreErrorCode =
  | 'NoSuchBucket'
  | 'BucketExists'
  | 'BucketNotEmpty'
  | 'InvalidBucketName'
  | 'InvalidKey'
  | 'InvalidRange'
  | 'NoSuchUpload'
  | 'InvalidPart'
  | 'PreconditionFailed'
  | 'AccessDenied'
  | 'NoSpace'
  | 'Unavailable'

/** The message is a sentence for whoever asked; S3's own if the store is S3. */
export class ObjectStoreError extends Error {
  readonly code: ObjectStoreErrorCode
  /** What S3 answered, if the store is S3. */
  readonly answered: S3Answered | undefined

  constructor(code: ObjectStoreErrorCode, message: string, options: ObjectStoreErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'ObjectStoreError'
    this.code = code
    this.answered = options.answered
  }
}

export interface ObjectStoreErrorOptions {
  readonly cause?: unknown
  readonly answered?: S3Answered
}

export interface S3Answered {
  readonly code: string
  readonly status: number
  readonly requestId: string
  readonly extendedRequestId: string
}
