/** Lists of objects and objects in parts, through the AWS SDK. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  paginateListObjectsV2,
  type ListObjectsV2CommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { s3Client } from '../../support/s3.js'
import { startServer, type TestServer } from '../../support/server.js'

let server: TestServer
let s3: S3Client
const Bucket = 'listed'
const keys = ['a', 'a-b', 'a/1', 'a/2', 'a/b/3', 'b & <c>', 'z\u0001', 'ü/x']

before(async () => {
  server = await startServer()
  s3 = s3Client(server.url)
  await s3.send(new CreateBucketCommand({ Bucket }))
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }))
})
after(async () => {
  s3.destroy()
  await server.stop()
})

describe('ListObjectsV2', () => {
  const check = (input: Partial<ListObjectsV2CommandInput>, expected: readonly string[]): void => {
    it(`${JSON.stringify(input)} in pages`, async () => {
      for (const pageSize of [1, 2, 1000]) {
        const found: string[] = []
        const config = { client: s3, pageSize }
        for await (const page of paginateListObjectsV2(config, { Bucket, ...input })) {
          const { Contents = [], CommonPrefixes = [] } = page
          assert.equal(page.KeyCount, Contents.length + CommonPrefixes.length)
          found.push(...Contents.map(({ Key = '' }) => Key))
          found.push(...CommonPrefixes.map(({ Prefix = '' }) => `${Prefix}*`))
        }
        assert.deepEqual(found.sort(), [...expected].sort())
      }
    })
  }
  // Unencoded, XML has no place for some of them.
  check({ Prefix: 'a' }, ['a', 'a-b', 'a/1', 'a/2', 'a/b/3'])
  check({ Prefix: 'a', Delimiter: '/' }, ['a', 'a-b', 'a/*'])
  check({ Prefix: 'a/', Delimiter: '/' }, ['a/1', 'a/2', 'a/b/*'])
  check({ Prefix: 'a', StartAfter: 'a/1' }, ['a/2', 'a/b/3'])
  check({ Prefix: 'b' }, ['b & <c>'])
  check({ Prefix: 'nothing' }, [])

  it('gives keys in the form of addresses', async () => {
    const input = { Bucket, EncodingType: 'url' } as const
    const { Contents = [] } = await s3.send(new ListObjectsV2Command(input))
    const decoded = Contents.map(({ Key = '' }) => decodeURIComponent(Key))
    assert.deepEqual(decoded, keys)
  })

  it('lists nothing if nothing is wanted', async () => {
    const { KeyCount, IsTruncated } = await s3.send(
      new ListObjectsV2Command({ Bucket, MaxKeys: 0 }),
    )
    assert.equal(KeyCount, 0)
    assert.equal(IsTruncated, false)
  })

  it('refuses a token of its own making', async () => {
    await assert.rejects(
      s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken: '*' })),
      /InvalidArgument/,
    )
  })
})

describe('ListObjects', () => {
  it('goes on after a marker', async () => {
    const found: string[] = []
    let Marker: string | undefined
    do {
      const input = { Bucket, Prefix: 'a', Delimiter: '/', MaxKeys: 1, Marker }
      const page = await s3.send(new ListObjectsCommand(input))
      found.push(...(page.Contents ?? []).map(({ Key = '' }) => Key))
      found.push(...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => `${Prefix}*`))
      Marker = page.IsTruncated === true ? page.NextMarker : undefined
    } while (Marker !== undefined)
    assert.deepEqual(found, ['a', 'a-b', 'a/*'])
  })
})

describe('an object in parts', () => {
  const Key = 'parts/one'
  const begin = async (): Promise<string> => {
    const input = { Bucket, Key, Metadata: { a: '1' }, ContentType: 'text/x' }
    return (await s3.send(new CreateMultipartUploadCommand(input))).UploadId!
  }

  it('is joined', async () => {
    const UploadId = await begin()
    const bodies = [randomBytes(5 * 1024 * 1024), Buffer.from('end')]
    const Parts = []
    for (const [i, Body] of bodies.entries()) {
      const part = { Bucket, Key, UploadId, PartNumber: i + 1, Body }
      const { ETag } = await s3.send(new UploadPartCommand(part))
      Parts.push({ PartNumber: i + 1, ETag })
    }
    const CopySource = `${Bucket}/a`
    const copy = { Bucket, Key, UploadId, PartNumber: 3, CopySource, CopySourceRange: 'bytes=0-0' }
    const { CopyPartResult } = await s3.send(new UploadPartCopyCommand(copy))
    Parts.push({ PartNumber: 3, ETag: CopyPartResult?.ETag })
    const listed = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }))
    assert.equal(listed.IsTruncated, true)
    assert.deepEqual(
      listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size]),
      [
        [1, 5 * 1024 * 1024],
        [2, 3],
      ],
    )
    const { ETag } = await s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    )
    assert.match(ETag!, /^"[0-9a-f]{32}-3"$/)
    const read = await s3.send(new GetObjectCommand({ Bucket, Key }))
    const bytes = await read.Body!.transformToByteArray()
    assert.ok(Buffer.concat([...bodies, Buffer.from('x')]).equals(bytes))
    assert.equal(read.ContentType, 'text/x')
    assert.deepEqual(read.Metadata, { a: '1' })
  })

  it('is listed while it is under way, and leaves nothing if it is aborted', async () => {
    const UploadId = await begin()
    const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket }))
    assert.deepEqual(
      Uploads.map((upload) => [upload.Key, upload.UploadId]),
      [[Key, UploadId]],
    )
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    const none = await s3.send(new ListMultipartUploadsCommand({ Bucket }))
    assert.deepEqual(none.Uploads ?? [], [])
    await assert.rejects(s3.send(new ListPartsCommand({ Bucket, Key, UploadId })), {
      name: 'NoSuchUpload',
    })
  })

  it('is refused with the codes of S3', async () => {
    const UploadId = await begin()
    const complete = (Parts: { PartNumber: number; ETag: string }[]) =>
      s3.send(
        new CompleteMultipartUploadCommand({
          Bucket,
          Key: 'parts/refused',
          UploadId,
          MultipartUpload: { Parts },
        }),
      )
    const etag = '0'.repeat(32)
    const wrongKey = complete([{ PartNumber: 1, ETag: etag }])
    await assert.rejects(wrongKey, { name: 'NoSuchUpload' })
    const unordered = [2, 1].map((PartNumber) => ({ PartNumber, ETag: etag }))
    await assert.rejects(complete(unordered), { name: 'InvalidPartOrder' })
    await assert.rejects(complete([]), { name: 'MalformedXML' })
    const part = { Bucket, Key, UploadId, PartNumber: 10_001, Body: 'x' }
    await assert.rejects(s3.send(new UploadPartCommand(part)), { name: 'InvalidArgument' })
    await s3.send(new UploadPartCommand({ ...part, PartNumber: 10_000 }))
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    await assert.rejects(s3.send(new HeadObjectCommand({ Bucket, Key: 'parts/refused' })), {
      name: 'NotFound',
    })
  })
})
