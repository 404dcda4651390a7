/** The store of objects in S3 against moto's S3, which nobody here wrote. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { s3PartBytes } from '../../src/objects/limits.js'
import { ObjectStoreError, type ObjectStore } from '../../src/objects/object-store.js'
import { S3ObjectStore } from '../../src/objects/s3/s3-store.js'
import { lendCredentials } from '../support/kinesis.js'
import type { Tally } from './tally.js'

export async function testMotoS3(url: string, tally: Tally): Promise<void> {
  lendCredentials()
  const store = new S3ObjectStore(url)
  const check = (name: string, run: () => Promise<void>) => tally.check(`S3 at moto: ${name}`, run)
  await check('buckets', () => buckets(store))
  await check('a short object, with what is kept with it', () => shortObject(store))
  await check('a long object, in parts', () => longObject(store))
  await check('an aborted object', () => abortedObject(store))
  await check('a part as it comes', () => streamedPart(store))
  await check('lists', () => lists(store))
  await check('failures in its own words', () => failures(store))
  await store.close()
}

async function buckets(store: ObjectStore): Promise<void> {
  assert.equal(await store.hasBucket('moto-bucket'), false)
  await store.createBucket('moto-bucket')
  await assert.rejects(store.createBucket('moto-bucket'), { code: 'BucketExists' })
  assert.equal(await store.hasBucket('moto-bucket'), true)
  assert.ok((await store.listBuckets()).some(({ name }) => name === 'moto-bucket'))
}

async function shortObject(store: ObjectStore): Promise<void> {
  const options = {
    contentType: 'text/x',
    metadata: { colour: 'red' },
    headers: { 'content-encoding': 'gzip' },
  }
  const writer = await store.write('moto-bucket', 'a/ü +%', options)
  await writer.write(Buffer.from('0123456789'))
  const { etag } = await writer.finish()
  const body = await store.read('moto-bucket', 'a/ü +%', { start: 2, end: 5 })
  assert.equal((await joined(body!.chunks)).toString(), '234')
  assert.equal(body!.info.bytes, 10)
  const stat = await store.stat('moto-bucket', 'a/ü +%')
  assert.equal(stat?.etag, etag)
  assert.equal(stat.contentType, 'text/x')
  assert.deepEqual(stat.metadata, options.metadata)
  await assert.rejects(store.read('moto-bucket', 'a/ü +%', { start: 10 }), { code: 'InvalidRange' })
  await store.remove('moto-bucket', 'a/ü +%')
  assert.equal(await store.stat('moto-bucket', 'a/ü +%'), undefined)
  assert.equal(await store.read('moto-bucket', 'a/ü +%'), undefined)
}

async function longObject(store: ObjectStore): Promise<void> {
  const bytes = randomBytes(2 * s3PartBytes + 5)
  const writer = await store.write('moto-bucket', 'long')
  for (let at = 0; at < bytes.length; at += 1_000_000) {
    await writer.write(bytes.subarray(at, at + 1_000_000))
  }
  assert.match((await writer.finish()).etag, /-3$/)
  const body = await store.read('moto-bucket', 'long')
  assert.ok(bytes.equals(await joined(body!.chunks)))
}

async function abortedObject(store: ObjectStore): Promise<void> {
  const writer = await store.write('moto-bucket', 'aborted')
  await writer.write(Buffer.alloc(s3PartBytes + 1))
  await writer.abort()
  assert.deepEqual((await store.uploads.list('moto-bucket', { entriesMax: 10 })).uploads, [])
  assert.equal(await store.stat('moto-bucket', 'aborted'), undefined)
}

async function streamedPart(store: ObjectStore): Promise<void> {
  const bytes = randomBytes(6 * 1024 * 1024)
  const upload = await store.uploads.begin('moto-bucket', 'parts')
  const writer = await store.uploads.writePart(upload, 1, bytes.length)
  for (let at = 0; at < bytes.length; at += 64_000) {
    await writer.write(bytes.subarray(at, at + 64_000))
  }
  const { etag } = await writer.finish()
  const { parts } = await store.uploads.listParts(upload, { entriesMax: 10 })
  assert.deepEqual(
    parts.map((part) => [part.partNumber, part.bytes, part.etag]),
    [[1, bytes.length, etag]],
  )
  const info = await store.uploads.complete(upload, [{ partNumber: 1, etag }])
  assert.equal(info.bytes, bytes.length)
}

async function lists(store: ObjectStore): Promise<void> {
  for (const key of ['l/a', 'l/b/1', 'l/b/2', 'l/c\u0001']) {
    await (await store.write('moto-bucket', key)).finish()
  }
  const found: string[] = []
  let after: string | undefined
  do {
    const options = { prefix: 'l/', delimiter: '/', after, entriesMax: 1 }
    const page = await store.list('moto-bucket', options)
    found.push(...page.objects.map(({ key }) => key), ...page.commonPrefixes)
    after = page.next
  } while (after !== undefined)
  assert.deepEqual(found, ['l/a', 'l/b/', 'l/c\u0001'])
}

async function failures(store: ObjectStore): Promise<void> {
  await assert.rejects(store.list('no-such-bucket', { entriesMax: 1 }), (error) => {
    assert.ok(error instanceof ObjectStoreError)
    assert.equal(error.code, 'NoSuchBucket')
    assert.match(error.message, /bucket does not exist/)
    assert.equal(error.answered?.status, 404)
    return true
  })
  await assert.rejects(store.stat('no-such-bucket', 'k'), { code: 'NoSuchBucket' })
  await assert.rejects(store.write('no-such-bucket', 'k'), { code: 'NoSuchBucket' })
  await assert.rejects(store.deleteBucket('moto-bucket'), { code: 'BucketNotEmpty' })
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
