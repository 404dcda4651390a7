import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { GrammeOptions } from './gramme-options.js'
import { openObjects } from './open-objects.js'
import { readOptions } from './options.js'

describe('where buckets are', () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'gramme-objects-'))))
  after(() => rm(folder, { recursive: true }))
  const open = (options: GrammeOptions) => openObjects(readOptions(options))

  it('in the data folder', async () => {
    const store = await open({ dataDir: join(folder, 'data') })
    await store.createBucket('bucket')
    assert.ok(existsSync(join(folder, 'data/buckets/bucket')))
  })

  it('in memory, with everything else', async () => {
    const store = await open({ inMemory: true })
    await store.createBucket('bucket')
    assert.equal(await store.hasBucket('bucket'), true)
  })

  const engines: readonly GrammeOptions[] = [
    { engine: 'postgres://localhost/x' },
    { engine: 'memory' },
    { engine: 'lmdb' },
  ]
  for (const options of engines) {
    it(`in a folder that is given, with ${options.engine}`, async () => {
      const bucketsDir = join(folder, `given-${options.engine!.slice(0, 4)}`)
      const store = await open({ ...options, bucketsDir })
      await store.createBucket('bucket')
      assert.ok(existsSync(join(bucketsDir, 'bucket')))
    })
  }

  it('nowhere with PostgreSQL, because another server would not find them', async () => {
    const store = await open({ engine: 'postgres://localhost/x' })
    const expected = { code: 'Unavailable', message: /--buckets-dir.*--s3-endpoint/ }
    await assert.rejects(store.hasBucket('bucket'), expected)
    await assert.rejects(store.uploads.begin('bucket', 'key'), expected)
    await store.close()
  })

  it('not in a file', async () => {
    const bucketsDir = join(folder, 'file')
    await writeFile(bucketsDir, '')
    await assert.rejects(open({ bucketsDir }), /The folder of the buckets, .*file, cannot be used/)
  })
})
