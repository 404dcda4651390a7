/** What every object store must do, as one suite that each store runs. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { compareStrings } from '../model/set-order.js'
import { listSuite } from './list-suite.js'
import {
  ObjectStoreError,
  type ObjectInfo,
  type ObjectStore,
  type WriteOptions,
} from './object-store.js'
import { uploadsSuite } from './uploads-suite.js'

export interface TestObjectStore {
  readonly store: ObjectStore
  remove(): Promise<void>
}

export type NewObjectStore = () => Promise<TestObjectStore>

/** Keys that some file system, path or pattern would misread. In order. */
export const awkwardKeys: readonly string[] = [
  '\u0001\n\u007f\u0085',
  ' ',
  '%',
  '%2E',
  '%25',
  '%_',
  '%~',
  '.',
  '..',
  '../../etc/passwd',
  './a',
  '.GRAMME/x',
  '.gramme',
  '.gramme/writing/x',
  '/',
  '//',
  '/leading',
  'A',
  'a',
  'a b',
  'a%~',
  'a%+',
  'a-b',
  'a/',
  'a/..',
  'a//b',
  'a/b',
  'a/b/c',
  'a/b/c/',
  'a\\..\\..\\b',
  'a0',
  'con',
  `long/${'n'.repeat(600)}`,
  `long/${'n'.repeat(600)}/x`,
  '%\u0002'.repeat(340),
  'é',
  'e\u0301',
  '\ufffd',
  '\u{1f600}',
]
  .slice()
  .sort(compareStrings)

export function objectStoreSuite(name: string, newStore: NewObjectStore): void {
  describe(`object store ${name}`, () => {
    let opened: TestObjectStore
    let store: ObjectStore
    before(async () => {
      opened = await newStore()
      ;({ store } = opened)
      await store.createBucket('bucket')
    })
    after(() => opened.remove())

    it('creates, lists and deletes buckets', async () => {
      assert.equal(await store.hasBucket('second.one'), false)
      await store.createBucket('second.one')
      assert.equal(await store.hasBucket('second.one'), true)
      assert.deepEqual(await bucketNames(store), ['bucket', 'second.one'])
      await rejectsWith('BucketExists', () => store.createBucket('second.one'))
      await put(store, 'second.one', 'folder/x', 'x')
      await rejectsWith('BucketNotEmpty', () => store.deleteBucket('second.one'))
      await store.remove('second.one', 'folder/x')
      await store.deleteBucket('second.one')
      await rejectsWith('NoSuchBucket', () => store.deleteBucket('second.one'))
      assert.deepEqual(await bucketNames(store), ['bucket'])
    })

    for (const bad of ['..', '.', 'ab', 'A-name', 'a/b', '.gramme', 'a..b', 'x'.repeat(64), '']) {
      it(`refuses a bucket called '${bad}'`, () =>
        rejectsWith('InvalidBucketName', () => store.createBucket(bad)))
    }

    it('says that a bucket is missing', async () => {
      await rejectsWith('NoSuchBucket', () => store.read('missing', 'a'))
      await rejectsWith('NoSuchBucket', () => store.stat('missing', 'a'))
      await rejectsWith('NoSuchBucket', () => store.list('missing', { entriesMax: 1 }))
      await rejectsWith('NoSuchBucket', () => store.remove('missing', 'a'))
      await rejectsWith('NoSuchBucket', () => put(store, 'missing', 'a', 'x'))
    })

    it('keeps what is written, with its type and metadata', async () => {
      const options = { contentType: 'text/x', metadata: { colour: 'red' } }
      const headers = { 'content-encoding': 'gzip', 'cache-control': 'no-store' }
      const info = await put(store, 'bucket', 'kept', 'hello', { ...options, headers })
      assert.equal(info.bytes, 5)
      assert.equal(info.etag, md5('hello'))
      assert.equal(await get(store, 'bucket', 'kept'), 'hello')
      const stat = await store.stat('bucket', 'kept')
      assert.equal(stat?.etag, info.etag)
      assert.equal(stat?.contentType, 'text/x')
      assert.deepEqual(stat?.metadata, options.metadata)
      assert.deepEqual(stat?.headers, headers)
      assert.ok(stat.modifiedAtMs > 0 && info.modifiedAtMs > 0)
    })

    it('keeps an empty object', async () => {
      const info = await put(store, 'bucket', 'empty', '')
      assert.equal(info.bytes, 0)
      assert.equal(await get(store, 'bucket', 'empty'), '')
    })

    it('keeps a large object that is written in pieces', async () => {
      const pieces = Array.from({ length: 50 }, (_, i) => Buffer.alloc(150_001, i))
      const writer = await store.write('bucket', 'large')
      for (const piece of pieces) await writer.write(piece)
      const info = await writer.finish()
      assert.equal(info.bytes, 50 * 150_001)
      const body = await store.read('bucket', 'large')
      assert.ok(Buffer.concat(await collect(body!.chunks)).equals(Buffer.concat(pieces)))
    })

    it('shows nothing of an object before it is finished, or if it is aborted', async () => {
      const writer = await store.write('bucket', 'unfinished')
      await writer.write(Buffer.from('x'))
      assert.equal(await store.stat('bucket', 'unfinished'), undefined)
      await writer.abort()
      await writer.abort()
      assert.equal(await store.stat('bucket', 'unfinished'), undefined)
      const page = await store.list('bucket', { prefix: 'unfinished', entriesMax: 10 })
      assert.deepEqual(page.objects, [])
    })

    it('replaces an object, and what was read before stays as it was', async () => {
      await put(store, 'bucket', 'replaced', 'old', { metadata: { a: '1' } })
      const body = await store.read('bucket', 'replaced')
      await put(store, 'bucket', 'replaced', 'newer')
      assert.equal(Buffer.concat(await collect(body!.chunks)).toString(), 'old')
      assert.equal(await get(store, 'bucket', 'replaced'), 'newer')
      assert.deepEqual((await store.stat('bucket', 'replaced'))?.metadata ?? {}, {})
    })

    it('does not replace an object if it must be absent', async () => {
      await put(store, 'bucket', 'once', 'first', { ifAbsent: true })
      await rejectsWith('PreconditionFailed', () =>
        put(store, 'bucket', 'once', 'second', { ifAbsent: true }),
      )
      assert.equal(await get(store, 'bucket', 'once'), 'first')
    })

    it('removes an object, also one that is not there', async () => {
      await put(store, 'bucket', 'removed/one', 'x')
      await store.remove('bucket', 'removed/one')
      await store.remove('bucket', 'removed/one')
      assert.equal(await store.stat('bucket', 'removed/one'), undefined)
      assert.equal(await store.read('bucket', 'removed/one'), undefined)
    })

    it('closes a body that nobody reads', async () => {
      await put(store, 'bucket', 'closed', 'x')
      const body = await store.read('bucket', 'closed')
      await body?.close()
      await body?.close()
    })

    const ranges = [
      { range: { start: 0, end: 3 }, expected: '012' },
      { range: { start: 7 }, expected: '789' },
      { range: { start: -2 }, expected: '89' },
      { range: { start: -20 }, expected: '0123456789' },
      { range: { start: 8, end: 100 }, expected: '89' },
      { range: { start: 9, end: 10 }, expected: '9' },
    ]
    for (const { range, expected } of ranges) {
      it(`reads from ${range.start} to ${range.end}`, async () => {
        await put(store, 'bucket', 'digits', '0123456789')
        const body = await store.read('bucket', 'digits', range)
        assert.equal(body?.info.bytes, 10)
        assert.equal(body.end - body.start, expected.length)
        assert.equal(Buffer.concat(await collect(body.chunks)).toString(), expected)
      })
    }

    it('refuses a range that the object does not have', async () => {
      await put(store, 'bucket', 'digits', '0123456789')
      await rejectsWith('InvalidRange', () => store.read('bucket', 'digits', { start: 10 }))
    })

    describe('keeps awkward keys apart', () => {
      before(() => store.createBucket('awkward'))
      it('and in order', async () => {
        // Backwards, so that files are in the way of folders as often as the other way round.
        for (const key of [...awkwardKeys].reverse()) await put(store, 'awkward', key, key)
        const page = await store.list('awkward', { entriesMax: 1000 })
        assert.deepEqual(
          page.objects.map(({ key }) => key),
          awkwardKeys,
        )
        for (const key of awkwardKeys) assert.equal(await get(store, 'awkward', key), key)
      })
      it('and in order if they come in order', async () => {
        for (const key of awkwardKeys) await store.remove('awkward', key)
        assert.deepEqual((await store.list('awkward', { entriesMax: 1 })).objects, [])
        for (const key of awkwardKeys) await put(store, 'awkward', key, key)
        for (const key of awkwardKeys) assert.equal(await get(store, 'awkward', key), key)
        for (const key of awkwardKeys) await store.remove('awkward', key)
        await store.deleteBucket('awkward')
      })
    })

    it('refuses a key that is too long, and takes the longest', async () => {
      const longest = 'é'.repeat(512)
      await put(store, 'bucket', longest, 'x')
      assert.equal(await get(store, 'bucket', longest), 'x')
      await store.remove('bucket', longest)
      await rejectsWith('InvalidKey', () => put(store, 'bucket', `${longest}a`, 'x'))
    })

    it('has one of the contents if many write at once', async () => {
      const contents = Array.from({ length: 20 }, (_, i) => `content ${i}`)
      await Promise.all(contents.map((text) => put(store, 'bucket', 'contended', text)))
      assert.ok(contents.includes(await get(store, 'bucket', 'contended')))
      const page = await store.list('bucket', { prefix: 'contended', entriesMax: 10 })
      assert.equal(page.objects.length, 1)
    })

    listSuite(() => store)
    uploadsSuite(() => store)
  })
}

async function bucketNames(store: ObjectStore): Promise<readonly string[]> {
  const buckets = await store.listBuckets()
  assert.ok(buckets.every(({ createdAtMs }) => createdAtMs > 0))
  return buckets.map(({ name }) => name)
}

export async function put(
  store: ObjectStore,
  bucket: string,
  key: string,
  ...[text, options]: readonly [text: string, options?: WriteOptions]
): Promise<ObjectInfo> {
  const writer = await store.write(bucket, key, options)
  await writer.write(Buffer.from(text))
  return writer.finish()
}

export async function get(store: ObjectStore, bucket: string, key: string): Promise<string> {
  const body = await store.read(bucket, key)
  assert.ok(body !== undefined, `no object ${JSON.stringify(key)}`)
  return Buffer.concat(await collect(body.chunks)).toString()
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(Uint8Array.from(chunk))
  return collected
}

export function md5(text: string | Uint8Array): string {
  return createHash('md5').update(text).digest('hex')
}

export async function rejectsWith(code: string, work: () => Promise<unknown>): Promise<void> {
  await assert.rejects(
    async () => work(),
    (error) => {
      assert.ok(error instanceof ObjectStoreError, String(error))
      assert.equal(error.code, code)
      return true
    },
  )
}
