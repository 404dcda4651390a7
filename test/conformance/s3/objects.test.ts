/** Objects through the AWS SDK, with its defaults, against the server's own address. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type S3Client,
  type ChecksumAlgorithm,
} from '@aws-sdk/client-s3'
import { s3Client } from '../../support/s3.js'
import { startServer, type TestServer } from '../../support/server.js'

let server: TestServer
let s3: S3Client
const Bucket = 'objects'

before(async () => {
  server = await startServer()
  s3 = s3Client(server.url)
  await s3.send(new CreateBucketCommand({ Bucket }))
})
after(async () => {
  s3.destroy()
  await server.stop()
})

const put = (Key: string, Body: string | Buffer) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body }))
const get = async (Key: string): Promise<string> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
  return Body!.transformToString()
}

async function fails(name: string, status: number, work: () => Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error: Error & { $metadata?: { httpStatusCode?: number } }) => {
    assert.equal(error.name, name)
    assert.equal(error.$metadata?.httpStatusCode, status)
    return true
  })
}

describe('buckets', () => {
  it('are created, found, listed and deleted', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'second' }))
    await s3.send(new HeadBucketCommand({ Bucket: 'second' }))
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}))
    assert.deepEqual(
      Buckets.map(({ Name }) => Name),
      ['objects', 'second'],
    )
    assert.ok(Buckets[0]!.CreationDate! > new Date(0))
    await s3.send(new GetBucketLocationCommand({ Bucket: 'second' }))
    await s3.send(new DeleteBucketCommand({ Bucket: 'second' }))
    await fails('NotFound', 404, () => s3.send(new HeadBucketCommand({ Bucket: 'second' })))
  })

  it('may be asked for in any region', async () => {
    const CreateBucketConfiguration = { LocationConstraint: 'eu-west-1' } as const
    await s3.send(new CreateBucketCommand({ Bucket: 'regional', CreateBucketConfiguration }))
    await s3.send(new DeleteBucketCommand({ Bucket: 'regional' }))
  })

  it('are refused with the codes of S3', async () => {
    await put('in the way', 'x')
    await fails('BucketNotEmpty', 409, () => s3.send(new DeleteBucketCommand({ Bucket })))
    await fails('BucketAlreadyOwnedByYou', 409, () => s3.send(new CreateBucketCommand({ Bucket })))
    await fails('InvalidBucketName', 400, () =>
      s3.send(new CreateBucketCommand({ Bucket: 'Not_A_Name' })),
    )
    await fails('NoSuchBucket', 404, () => s3.send(new DeleteBucketCommand({ Bucket: 'missing' })))
    const Body = 'x'
    await fails('NoSuchBucket', 404, () =>
      s3.send(new PutObjectCommand({ Bucket: 'missing', Key: 'k', Body })),
    )
  })

  it('have no features that are not there', async () => {
    const VersioningConfiguration = { Status: 'Enabled' } as const
    await fails('NotImplemented', 501, () =>
      s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration })),
    )
  })
})

describe('objects', () => {
  it('are kept with what was said of them', async () => {
    const { ETag } = await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'kept',
        Body: 'hello',
        ContentType: 'text/x',
        ContentEncoding: 'identity',
        CacheControl: 'no-store',
        Metadata: { colour: 'red' },
      }),
    )
    assert.equal(ETag, `"${createHash('md5').update('hello').digest('hex')}"`)
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'kept' }))
    assert.equal(head.ETag, ETag)
    assert.equal(head.ContentLength, 5)
    assert.equal(head.ContentType, 'text/x')
    assert.equal(head.ContentEncoding, 'identity')
    assert.equal(head.CacheControl, 'no-store')
    assert.deepEqual(head.Metadata, { colour: 'red' })
    assert.equal(await get('kept'), 'hello')
  })

  it('may be empty', async () => {
    await put('empty', '')
    assert.equal(await get('empty'), '')
  })

  it('pass as streams', async () => {
    const bytes = randomBytes(9_000_001)
    const Body = Readable.from(pieces(bytes, 70_000))
    const ContentLength = bytes.length
    await s3.send(new PutObjectCommand({ Bucket, Key: 'stream', Body, ContentLength }))
    const { Body: read } = await s3.send(new GetObjectCommand({ Bucket, Key: 'stream' }))
    assert.ok(bytes.equals(await read!.transformToByteArray()))
  })

  const algorithms: readonly ChecksumAlgorithm[] = [
    'CRC32',
    'CRC32C',
    'CRC64NVME',
    'SHA1',
    'SHA256',
  ]
  for (const ChecksumAlgorithm of algorithms) {
    it(`are checked with ${ChecksumAlgorithm}, in headers and in trailers`, async () => {
      const Key = `checked/${ChecksumAlgorithm}`
      const bytes = randomBytes(100_003)
      for (const Body of [bytes, Readable.from(pieces(bytes, 7_001))]) {
        const ContentLength = bytes.length
        const input = { Bucket, Key, Body, ChecksumAlgorithm, ContentLength }
        const output = await s3.send(new PutObjectCommand(input))
        assert.ok(output[`Checksum${ChecksumAlgorithm}` as 'ChecksumCRC32'])
        const { Body: read } = await s3.send(new GetObjectCommand({ Bucket, Key }))
        assert.ok(bytes.equals(await read!.transformToByteArray()))
      }
    })
  }

  it('are not kept if they are not what was announced', async () => {
    const wrong = [
      { ContentMD5: Buffer.alloc(16).toString('base64') },
      { ChecksumCRC32: 'AAAAAA==' },
      { ChecksumSHA256: Buffer.alloc(32).toString('base64') },
    ]
    for (const announced of wrong) {
      const input = { Bucket, Key: 'wrong', Body: 'x', ...announced }
      await fails('BadDigest', 400, () => s3.send(new PutObjectCommand(input)))
    }
    const input = { Bucket, Key: 'wrong', Body: 'x', ContentMD5: 'AAAA' }
    await fails('InvalidDigest', 400, () => s3.send(new PutObjectCommand(input)))
    await fails('NotFound', 404, () => s3.send(new HeadObjectCommand({ Bucket, Key: 'wrong' })))
  })

  it('are read in ranges', async () => {
    await put('digits', '0123456789')
    const rows = [
      ['bytes=0-2', '012', 'bytes 0-2/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=8-100', '89', 'bytes 8-9/10'],
    ] as const
    for (const [Range, expected, shown] of rows) {
      const output = await s3.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }))
      assert.equal(await output.Body!.transformToString(), expected)
      assert.equal(output.ContentRange, shown)
      assert.equal(output.$metadata.httpStatusCode, 206)
    }
    await fails('InvalidRange', 416, () =>
      s3.send(new GetObjectCommand({ Bucket, Key: 'digits', Range: 'bytes=10-' })),
    )
  })

  it('are read on conditions', async () => {
    const { ETag } = await put('conditional', 'x')
    const ask = (input: object) =>
      s3.send(new GetObjectCommand({ Bucket, Key: 'conditional', ...input }))
    await (await ask({ IfMatch: ETag })).Body!.transformToString()
    await fails('PreconditionFailed', 412, () => ask({ IfMatch: '"other"' }))
    await assert.rejects(ask({ IfNoneMatch: ETag }), hasStatus(304))
    const past = new Date(Date.now() - 100_000)
    const future = new Date(Date.now() + 100_000)
    await assert.rejects(ask({ IfModifiedSince: future }), hasStatus(304))
    await (await ask({ IfModifiedSince: past })).Body!.transformToString()
    await fails('PreconditionFailed', 412, () => ask({ IfUnmodifiedSince: past }))
  })

  it('are created only if they are absent', async () => {
    const input = { Bucket, Key: 'once', Body: 'x', IfNoneMatch: '*' }
    await s3.send(new PutObjectCommand(input))
    await fails('PreconditionFailed', 412, () => s3.send(new PutObjectCommand(input)))
  })

  it('are copied, with or without what is kept with them', async () => {
    const Metadata = { a: '1' }
    const source = { Bucket, Key: 'from/ü +%', Body: 'content', Metadata }
    await s3.send(new PutObjectCommand(source))
    const CopySource = `${Bucket}/${encodeURIComponent('from/ü +%')}`
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource }))
    assert.equal(await get('to'), 'content')
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'to' }))
    assert.deepEqual(head.Metadata, Metadata)
    const replace = { MetadataDirective: 'REPLACE', Metadata: { b: '2' } } as const
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'to', CopySource, ...replace }))
    const changed = await s3.send(new HeadObjectCommand({ Bucket, Key: 'to' }))
    assert.deepEqual(changed.Metadata, { b: '2' })
    const itself = { Bucket, Key: 'to', CopySource: `${Bucket}/to` }
    await fails('InvalidRequest', 400, () => s3.send(new CopyObjectCommand(itself)))
    const missing = { Bucket, Key: 'to', CopySource: `${Bucket}/missing` }
    await fails('NoSuchKey', 404, () => s3.send(new CopyObjectCommand(missing)))
  })

  it('are deleted, one or many', async () => {
    for (const key of ['d/1', 'd/2', 'd/3']) await put(key, 'x')
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'd/1' }))
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'd/1' }))
    const Objects = ['d/2', 'd/3', 'd/4', 'x'.repeat(1025)].map((Key) => ({ Key }))
    const { Deleted = [], Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    )
    assert.deepEqual(
      Deleted.map(({ Key }) => Key),
      ['d/2', 'd/3', 'd/4'],
    )
    assert.deepEqual(
      Errors.map(({ Code }) => Code),
      ['KeyTooLongError'],
    )
    await fails('NoSuchKey', 404, () => get('d/2'))
  })

  it('have no tags, and none can be given', async () => {
    await put('tagged', 'x')
    const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key: 'tagged' }))
    assert.deepEqual(TagSet, [])
    const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] }
    const input = { Bucket, Key: 'tagged', Tagging }
    await fails('NotImplemented', 501, () => s3.send(new PutObjectTaggingCommand(input)))
  })

  const refused = [
    { ServerSideEncryption: 'AES256' },
    { Tagging: 'a=b' },
    { ACL: 'public-read' },
    { StorageClass: 'GLACIER' },
    { ObjectLockLegalHoldStatus: 'ON' },
  ] as const
  for (const input of refused) {
    it(`are not stored if ${Object.keys(input)[0]} is asked for`, async () => {
      const object = { Bucket, Key: 'refused', Body: 'x', ...input }
      await fails('NotImplemented', 501, () => s3.send(new PutObjectCommand(object)))
      await fails('NotFound', 404, () => s3.send(new HeadObjectCommand({ Bucket, Key: 'refused' })))
    })
  }

  const keys = [
    '../../etc/passwd',
    '.',
    '..',
    'a//b',
    '/',
    'trailing/',
    'ü ö/%2F?#&+',
    '\u0001',
    '😀',
  ]
  it('have any keys', async () => {
    for (const key of keys) await put(`hostile/${key}`, key)
    for (const key of keys) assert.equal(await get(`hostile/${key}`), key)
    for (const key of keys) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key: `hostile/${key}` }))
    }
    await fails('KeyTooLongError', 400, () => put('k'.repeat(1025), 'x'))
  })
})

function hasStatus(status: number): (error: unknown) => boolean {
  return (error) =>
    (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === status
}

function* pieces(bytes: Buffer, length: number): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
