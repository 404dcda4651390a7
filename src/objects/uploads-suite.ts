/** How every object store takes objects in parts. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { ObjectStoreError, type NamedPart, type ObjectStore, type Upload } from './object-store.js'

/** S3 refuses smaller parts, except for the last. */
const partBytes = 5 * 1024 * 1024

export function uploadsSuite(storeOf: () => ObjectStore): void {
  describe('uploads in parts', () => {
    before(() => storeOf().createBucket('uploads'))

    it('joins the named parts', async () => {
      const { uploads } = storeOf()
      const upload = await uploads.begin('uploads', 'joined/1', { contentType: 'text/y' })
      const first = Buffer.alloc(partBytes, 'a')
      const second = Buffer.from('end')
      const named = [
        // Out of order, one twice, and one that is not named in the end.
        await putPart(storeOf(), upload, 2, second),
        await putPart(storeOf(), upload, 1, Buffer.from('replaced')),
        await putPart(storeOf(), upload, 7, Buffer.from('left out')),
        await putPart(storeOf(), upload, 1, first),
      ]
      assert.equal(await storeOf().stat('uploads', 'joined/1'), undefined)
      const info = await uploads.complete(upload, [named[3]!, named[0]!])
      assert.equal(info.etag, `${md5(Buffer.from(md5(first) + md5(second), 'hex'))}-2`)
      const stat = await storeOf().stat('uploads', 'joined/1')
      assert.equal(stat?.bytes, partBytes + 3)
      assert.equal(stat.etag, info.etag)
      assert.equal(stat.contentType, 'text/y')
      const body = await storeOf().read('uploads', 'joined/1', { start: partBytes - 1 })
      const tail: Uint8Array[] = []
      for await (const chunk of body!.chunks) tail.push(chunk)
      assert.equal(Buffer.concat(tail).toString(), 'aend')
      await refused('NoSuchUpload', () => uploads.listParts(upload, { entriesMax: 1 }))
    })

    it('lists parts in pages', async () => {
      const { uploads } = storeOf()
      const upload = await uploads.begin('uploads', 'parts')
      for (const n of [3, 1, 2]) await putPart(storeOf(), upload, n, Buffer.from(`part ${n}`))
      const page = await uploads.listParts(upload, { entriesMax: 2 })
      assert.deepEqual(
        page.parts.map(({ partNumber, bytes, etag }) => ({ partNumber, bytes, etag })),
        [1, 2].map((n) => ({ partNumber: n, bytes: 6, etag: md5(Buffer.from(`part ${n}`)) })),
      )
      assert.equal(page.more, true)
      const rest = await uploads.listParts(upload, { after: 2, entriesMax: 2 })
      assert.deepEqual(
        rest.parts.map(({ partNumber }) => partNumber),
        [3],
      )
      assert.equal(rest.more, false)
      await uploads.abort(upload)
    })

    it('lists uploads that are under way', async () => {
      const { uploads } = storeOf()
      const begun = []
      for (const key of ['u/b', 'u/a', 'v']) begun.push(await uploads.begin('uploads', key))
      const page = await uploads.list('uploads', { prefix: 'u/', entriesMax: 10 })
      assert.deepEqual(
        page.uploads.map(({ key, id }) => ({ key, id })),
        [begun[1]!, begun[0]!].map(({ key, id }) => ({ key, id })),
      )
      const first = await uploads.list('uploads', { entriesMax: 1 })
      assert.equal(first.more, true)
      const second = await uploads.list('uploads', { after: first.uploads[0], entriesMax: 1 })
      assert.equal(second.uploads[0]?.key, 'u/b')
      for (const upload of begun) await uploads.abort(upload)
      assert.deepEqual((await uploads.list('uploads', { entriesMax: 1 })).uploads, [])
    })

    it('leaves nothing of one that is aborted', async () => {
      const { uploads } = storeOf()
      const upload = await uploads.begin('uploads', 'aborted')
      const part = await putPart(storeOf(), upload, 1, Buffer.from('x'))
      await uploads.abort(upload)
      await refused('NoSuchUpload', () => uploads.complete(upload, [part]))
      assert.equal(await storeOf().stat('uploads', 'aborted'), undefined)
    })

    it('refuses parts that are not there', async () => {
      const { uploads } = storeOf()
      const upload = await uploads.begin('uploads', 'wrong')
      const part = await putPart(storeOf(), upload, 1, Buffer.from('x'))
      const wrong = { partNumber: 1, etag: md5(Buffer.from('y')) }
      await refused('InvalidPart', () => uploads.complete(upload, [wrong]))
      await refused('InvalidPart', () => uploads.complete(upload, [{ ...part, partNumber: 2 }]))
      await uploads.abort(upload)
    })

    it('knows no upload that was not begun', async () => {
      const { uploads } = storeOf()
      for (const id of ['none', '../../x', '00000000-0000-4000-8000-000000000000']) {
        const upload = { bucket: 'uploads', key: 'k', id }
        await refused('NoSuchUpload', () => uploads.listParts(upload, { entriesMax: 1 }))
      }
    })
  })
}

async function putPart(
  store: ObjectStore,
  upload: Upload,
  partNumber: number,
  bytes: Buffer,
): Promise<NamedPart> {
  const writer = await store.uploads.writePart(upload, partNumber, bytes.length)
  await writer.write(bytes)
  const { etag } = await writer.finish()
  return { partNumber, etag }
}

function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

async function refused(code: string, work: () => Promise<unknown>): Promise<void> {
  await assert.rejects(
    async () => work(),
    (error) => error instanceof ObjectStoreError && error.code === code,
  )
}
