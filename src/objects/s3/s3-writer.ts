/**
 * An object on its way to S3. A short one is sent at once; a long one in parts, each when it is complete,
 * so that no more than one part is in memory and S3 joins them at the end.
 */
import { createHash } from 'node:crypto'
import type * as S3 from '@aws-sdk/client-s3'
import { partNumberMax, s3PartBytes } from '../limits.js'
import {
  ObjectStoreError,
  type ObjectInfo,
  type ObjectWriter,
  type WriteOptions,
} from '../object-store.js'
import type { OpenS3Client } from './s3-client.js'
import { asS3 } from './s3-faults.js'
import { bareEtag, writtenHeaders } from './s3-headers.js'

export interface S3Target {
  readonly Bucket: string
  readonly Key: string
}

export class S3Writer implements ObjectWriter {
  readonly #s3: OpenS3Client
  readonly #target: S3Target
  readonly #options: WriteOptions
  readonly #part = new PartBuffer()
  readonly #sent: S3.CompletedPart[] = []
  #uploadId: string | undefined
  #bytes = 0

  constructor(s3: OpenS3Client, target: S3Target, options: WriteOptions) {
    this.#s3 = s3
    this.#target = target
    this.#options = options
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.#orAbort(async () => {
      this.#bytes += chunk.length
      for (let rest = chunk; rest.length > 0;) {
        if (this.#part.isFull) await this.#sendPart()
        rest = this.#part.add(rest)
      }
    })
  }

  finish(): Promise<ObjectInfo> {
    return this.#orAbort(async () => {
      const etag = this.#uploadId === undefined ? await this.#sendWhole() : await this.#join()
      const { contentType, metadata, headers } = this.#options
      const { Key: key } = this.#target
      const info = { key, bytes: this.#bytes, etag: bareEtag(etag), modifiedAtMs: Date.now() }
      return { ...info, contentType, metadata, headers }
    })
  }

  async abort(): Promise<void> {
    const UploadId = this.#uploadId
    this.#uploadId = undefined
    if (UploadId === undefined) return
    const { sdk, client } = this.#s3
    const command = new sdk.AbortMultipartUploadCommand({ ...this.#target, UploadId })
    // S3 may be away; its rules for abandoned uploads then apply.
    await client.send(command).catch(() => undefined)
  }

  async #sendWhole(): Promise<string | undefined> {
    const { sdk, client } = this.#s3
    const { Body, ContentMD5 } = this.#part.take()
    const command = new sdk.PutObjectCommand({
      ...this.#target,
      ...writtenHeaders(this.#options),
      ...this.#condition(),
      Body,
      ContentMD5,
    })
    return (await client.send(command)).ETag
  }

  async #sendPart(): Promise<void> {
    const { sdk, client } = this.#s3
    this.#uploadId ??= await this.#begin()
    const PartNumber = this.#sent.length + 1
    if (PartNumber > partNumberMax) {
      throw new ObjectStoreError('Unavailable', 'The object is too large for S3.')
    }
    const part = { ...this.#target, UploadId: this.#uploadId, PartNumber, ...this.#part.take() }
    const { ETag } = await client.send(new sdk.UploadPartCommand(part))
    this.#sent.push({ PartNumber, ETag })
  }

  async #begin(): Promise<string | undefined> {
    const { sdk, client } = this.#s3
    const input = { ...this.#target, ...writtenHeaders(this.#options) }
    return (await client.send(new sdk.CreateMultipartUploadCommand(input))).UploadId
  }

  async #join(): Promise<string | undefined> {
    await this.#sendPart()
    const { sdk, client } = this.#s3
    const command = new sdk.CompleteMultipartUploadCommand({
      ...this.#target,
      ...this.#condition(),
      UploadId: this.#uploadId,
      MultipartUpload: { Parts: this.#sent },
    })
    const { ETag } = await client.send(command)
    this.#uploadId = undefined
    return ETag
  }

  #condition(): { readonly IfNoneMatch?: string } {
    return this.#options.ifAbsent === true ? { IfNoneMatch: '*' } : {}
  }

  async #orAbort<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await asS3(work)
    } catch (error) {
      await this.abort()
      throw error
    }
  }
}

/** One part in memory, with its MD5. */
class PartBuffer {
  #buffer: Buffer | undefined
  #length = 0
  #md5 = createHash('md5')

  get isFull(): boolean {
    return this.#length === s3PartBytes
  }

  /** Returns what has no room. */
  add(bytes: Uint8Array): Uint8Array {
    this.#buffer ??= Buffer.allocUnsafeSlow(s3PartBytes)
    const taken = bytes.subarray(0, s3PartBytes - this.#length)
    this.#buffer.set(taken, this.#length)
    this.#md5.update(taken)
    this.#length += taken.length
    return bytes.subarray(taken.length)
  }

  take(): { readonly Body: Buffer; readonly ContentMD5: string } {
    const Body = this.#buffer?.subarray(0, this.#length) ?? Buffer.alloc(0)
    const ContentMD5 = this.#md5.digest('base64')
    this.#buffer = undefined
    this.#length = 0
    this.#md5 = createHash('md5')
    return { Body, ContentMD5 }
  }
}
