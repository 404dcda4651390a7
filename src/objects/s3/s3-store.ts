/** Buckets of a service that speaks S3, through the AWS SDK. */
import type { Readable } from 'node:stream'
import type * as S3 from '@aws-sdk/client-s3'
import { compareStrings } from '../../model/set-order.js'
import { objectChunkBytes, s3PartBytes } from '../limits.js'
import { noSuchBucket, requireBucketName, requireObjectKey } from '../object-names.js'
import {
  ObjectStoreError,
  type BucketInfo,
  type ByteRange,
  type ListOptions,
  type ObjectBody,
  type ObjectInfo,
  type ObjectPage,
  type ObjectStore,
  type ObjectWriter,
  type WriteOptions,
} from '../object-store.js'
import { openS3Client, type OpenS3Client } from './s3-client.js'
import { asS3, fromS3, statusOf } from './s3-faults.js'
import { describedObject } from './s3-headers.js'
import { listInput, readPage } from './s3-list.js'
import { S3Uploads } from './s3-uploads.js'
import { S3Writer } from './s3-writer.js'

export class S3ObjectStore implements ObjectStore {
  readonly #endpoint: string
  #opening: Promise<OpenS3Client> | undefined
  readonly writerBytes = s3PartBytes + objectChunkBytes
  readonly uploads = new S3Uploads(() => this.#open())

  constructor(endpoint: string) {
    this.#endpoint = endpoint
  }

  hasBucket(bucket: string): Promise<boolean> {
    requireBucketName(bucket)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      try {
        await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }))
        return true
      } catch (error) {
        if (statusOf(error) === 404) return false
        throw error
      }
    })
  }

  createBucket(bucket: string): Promise<void> {
    requireBucketName(bucket)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      // AWS: in its oldest region, creating one's own bucket again succeeds.
      if (await this.hasBucket(bucket)) {
        throw new ObjectStoreError('BucketExists', 'The bucket exists already.')
      }
      await client.send(new sdk.CreateBucketCommand({ Bucket: bucket }))
    })
  }

  deleteBucket(bucket: string): Promise<void> {
    requireBucketName(bucket)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      await client.send(new sdk.DeleteBucketCommand({ Bucket: bucket }))
    })
  }

  listBuckets(): Promise<readonly BucketInfo[]> {
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      const { Buckets = [] } = await client.send(new sdk.ListBucketsCommand({}))
      const found = Buckets.map(({ Name = '', CreationDate }) => ({
        name: Name,
        createdAtMs: CreationDate?.getTime() ?? 0,
      }))
      return found.sort((a, b) => compareStrings(a.name, b.name))
    })
  }

  read(bucket: string, key: string, range?: ByteRange): Promise<ObjectBody | undefined> {
    requireBucketName(bucket)
    requireObjectKey(key)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      const input = { Bucket: bucket, Key: key, Range: rangeHeader(range) }
      try {
        return bodyOf(key, await client.send(new sdk.GetObjectCommand(input)))
      } catch (error) {
        if (isNoSuchKey(error)) return undefined
        throw error
      }
    })
  }

  stat(bucket: string, key: string): Promise<ObjectInfo | undefined> {
    requireBucketName(bucket)
    requireObjectKey(key)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      try {
        const output = await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }))
        return describedObject(key, output.ContentLength ?? 0, output)
      } catch (error) {
        if (statusOf(error) !== 404) throw error
        // AWS: an answer without a body cannot say what is missing.
        if (!(await this.hasBucket(bucket))) throw noSuchBucket()
        return undefined
      }
    })
  }

  write(bucket: string, key: string, options: WriteOptions = {}): Promise<ObjectWriter> {
    requireBucketName(bucket)
    requireObjectKey(key)
    return asS3(async () => {
      if (!(await this.hasBucket(bucket))) throw noSuchBucket()
      return new S3Writer(await this.#open(), { Bucket: bucket, Key: key }, options)
    })
  }

  list(bucket: string, options: ListOptions): Promise<ObjectPage> {
    requireBucketName(bucket)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      return readPage(await client.send(new sdk.ListObjectsV2Command(listInput(bucket, options))))
    })
  }

  remove(bucket: string, key: string): Promise<void> {
    requireBucketName(bucket)
    requireObjectKey(key)
    return asS3(async () => {
      const { sdk, client } = await this.#open()
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }))
    })
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined)
    opened?.client.destroy()
  }

  #open(): Promise<OpenS3Client> {
    this.#opening ??= openS3Client(this.#endpoint)
    return this.#opening
  }
}

function isNoSuchKey(error: unknown): boolean {
  return error instanceof Error && error.name === 'NoSuchKey'
}

function rangeHeader(range: ByteRange | undefined): string | undefined {
  if (range === undefined) return undefined
  if (range.start < 0) return `bytes=${range.start}`
  return `bytes=${range.start}-${range.end === undefined ? '' : range.end - 1}`
}

function bodyOf(key: string, output: S3.GetObjectCommandOutput): ObjectBody {
  const stream = output.Body as Readable
  const length = output.ContentLength ?? 0
  const [, first, all] = /^bytes (\d+)-\d+\/(\d+)$/.exec(output.ContentRange ?? '') ?? []
  const start = Number(first ?? 0)
  const close = async (): Promise<void> => void stream.destroy()
  stream.on('error', () => undefined)
  return {
    info: describedObject(key, all === undefined ? length : Number(all), output),
    start,
    end: start + length,
    chunks: chunksOf(stream),
    close,
  }
}

async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    throw fromS3(error)
  } finally {
    stream.destroy()
  }
}
