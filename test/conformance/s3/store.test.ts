/** The store of objects in S3, against the server's own door: one checks the other. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { s3PartBytes } from '../../../src/objects/limits.js'
import { collect, objectStoreSuite } from '../../../src/objects/object-store-suite.js'
import { ObjectStoreError } from '../../../src/objects/object-store.js'
import { S3ObjectStore } from '../../../src/objects/s3/s3-store.js'
import { lendCredentials } from '../../support/kinesis.js'
import { startServer, type TestServer } from '../../support/server.js'

before(() => lendCredentials())

objectStoreSuite('S3', async () => {
  const server = await startServer()
  const store = new S3ObjectStore(server.url)
  const remove = async (): Promise<void> => {
    await store.close()
    await server.stop()
  }
  return { store, remove }
})

describe('an object on its way to S3', () => {
  let server: TestServer
  let store: S3ObjectStore
  before(async () => {
    server = await startServer()
    store = new S3ObjectStore(server.url)
    await store.createBucket('bucket')
  })
  after(async () => {
    await store.close()
    await server.stop()
  })

  for (const length of [s3PartBytes - 1, s3PartBytes, s3PartBytes + 1, 2 * s3PartBytes]) {
    it(`of ${length} bytes is sent in as many parts as it needs`, async () => {
      const bytes = Buffer.alloc(length, 'abcdefg')
      const writer = await store.write('bucket', 'key')
      for (let at = 0; at < length; at += 1_000_003) {
        await writer.write(bytes.subarray(at, at + 1_000_003))
      }
      const { etag } = await writer.finish()
      assert.equal(etag.endsWith('-2'), length > s3PartBytes)
      const body = await store.read('bucket', 'key')
      assert.equal(body?.info.etag, etag)
      assert.ok(bytes.equals(Buffer.concat(await collect(body.chunks))))
    })
  }

  it('leaves nothing if it is aborted', async () => {
    const writer = await store.write('bucket', 'aborted')
    await writer.write(Buffer.alloc(s3PartBytes + 1))
    assert.equal((await store.uploads.list('bucket', { entriesMax: 10 })).uploads.length, 1)
    await writer.abort()
    assert.deepEqual((await store.uploads.list('bucket', { entriesMax: 10 })).uploads, [])
    assert.equal(await store.stat('bucket', 'aborted'), undefined)
  })

  it('keeps what S3 says of a failure', async () => {
    await assert.rejects(store.list('missing', { entriesMax: 1 }), (error) => {
      assert.ok(error instanceof ObjectStoreError)
      assert.equal(error.message, 'The specified bucket does not exist')
      assert.equal(error.answered?.code, 'NoSuchBucket')
      assert.equal(error.answered.status, 404)
      assert.match(error.answered.requestId, /^\w{16}$/)
      return true
    })
  })

  it('fails if nobody is there', async () => {
    const nowhere = new S3ObjectStore('http://127.0.0.1:1')
    await assert.rejects(nowhere.listBuckets(), { code: 'Unavailable' })
    await nowhere.close()
  })
})
