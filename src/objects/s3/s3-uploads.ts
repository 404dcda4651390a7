/** Uploads in parts: S3's own. */
import type {
  NamedPart,
  ObjectInfo,
  ObjectWriter,
  PartListOptions,
  PartPage,
  Upload,
  UploadListOptions,
  UploadPage,
  Uploads,
  WriteOptions,
} from '../object-store.js'
import { requireBucketName, requireObjectKey } from '../object-names.js'
import type { OpenS3Client } from './s3-client.js'
import { asS3 } from './s3-faults.js'
import { bareEtag, writtenHeaders } from './s3-headers.js'
import { decodedKey, s3PageMax } from './s3-list.js'
import { S3PartWriter } from './s3-part-writer.js'

export class S3Uploads implements Uploads {
  readonly #open: () => Promise<OpenS3Client>

  constructor(open: () => Promise<OpenS3Client>) {
    this.#open = open
  }

  begin(bucket: string, key: string, options: WriteOptions = {}): Promise<Upload> {
    requireBucketName(bucket)
    requireObjectKey(key)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      const input = { Bucket: bucket, Key: key, ...writtenHeaders(options) }
      const { UploadId = '' } = await client.send(new sdk.CreateMultipartUploadCommand(input))
      return { bucket, key, id: UploadId }
    })
  }

  async writePart(upload: Upload, partNumber: number, bytes: number): Promise<ObjectWriter> {
    // Otherwise a missing upload would be noticed after the part was read.
    await this.listParts(upload, { entriesMax: 1 })
    const { sdk, client } = await this.#open()
    return new S3PartWriter(upload.key, async (Body) => {
      const part = { ...nameOf(upload), PartNumber: partNumber, ContentLength: bytes, Body }
      return bareEtag((await client.send(new sdk.UploadPartCommand(part))).ETag)
    })
  }

  listParts(upload: Upload, { after, entriesMax }: PartListOptions): Promise<PartPage> {
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      const command = new sdk.ListPartsCommand({
        ...nameOf(upload),
        MaxParts: Math.min(entriesMax, s3PageMax),
        PartNumberMarker: after === undefined ? undefined : String(after),
      })
      const { Parts = [], IsTruncated = false } = await client.send(command)
      const parts = Parts.map(({ PartNumber = 0, ETag, Size = 0, LastModified }) => ({
        partNumber: PartNumber,
        etag: bareEtag(ETag),
        bytes: Size,
        modifiedAtMs: LastModified?.getTime() ?? 0,
      }))
      return { parts, more: IsTruncated }
    })
  }

  complete(upload: Upload, parts: readonly NamedPart[]): Promise<ObjectInfo> {
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }))
      const { ETag } = await client.send(
        new sdk.CompleteMultipartUploadCommand({ ...nameOf(upload), MultipartUpload: { Parts } }),
      )
      const { bucket: Bucket, key: Key } = upload
      const { ContentLength = 0 } = await client.send(new sdk.HeadObjectCommand({ Bucket, Key }))
      return { key: Key, bytes: ContentLength, etag: bareEtag(ETag), modifiedAtMs: Date.now() }
    })
  }

  abort(upload: Upload): Promise<void> {
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      await client.send(new sdk.AbortMultipartUploadCommand(nameOf(upload)))
    })
  }

  list(bucket: string, { prefix, after, entriesMax }: UploadListOptions): Promise<UploadPage> {
    requireBucketName(bucket)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      const command = new sdk.ListMultipartUploadsCommand({
        Bucket: bucket,
        Prefix: prefix,
        KeyMarker: after?.key,
        UploadIdMarker: after?.id,
        MaxUploads: Math.min(entriesMax, s3PageMax),
        EncodingType: 'url',
      })
      const { Uploads: found = [], IsTruncated = false } = await client.send(command)
      const uploads = found.map(({ Key = '', UploadId = '', Initiated }) => ({
        key: decodedKey(Key),
        id: UploadId,
        beganAtMs: Initiated?.getTime() ?? 0,
      }))
      return { uploads, more: IsTruncated }
    })
  }
}

function nameOf({ bucket, key, id }: Upload): { Bucket: string; Key: string; UploadId: string } {
  return { Bucket: bucket, Key: key, UploadId: id }
}
