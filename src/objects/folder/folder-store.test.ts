import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { folderEntriesMax, unfinishedWriteAgeMsMax } from '../limits.js'
import { awkwardKeys, get, objectStoreSuite, put, rejectsWith } from '../object-store-suite.js'
import { keyOfNames, namesOfKey } from './file-names.js'
import { FolderObjectStore } from './folder-store.js'

objectStoreSuite('folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gramme-buckets-'))
  const store = await FolderObjectStore.open({ folder, isShared: false })
  return { store, remove: () => rm(folder, { recursive: true }) }
})

describe('a bucket as a folder', () => {
  let folder: string
  let store: FolderObjectStore
  const reopen = async (isShared = false): Promise<void> => {
    store = await FolderObjectStore.open({ folder, isShared })
  }
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'gramme-buckets-')), 'buckets')
    await reopen()
    await store.createBucket('bucket')
  })
  afterEach(() => rm(dirname(folder), { recursive: true }))

  const inBucket = (...names: string[]): string => join(folder, 'bucket', ...names)
  const keys = async (): Promise<readonly string[]> =>
    (await store.list('bucket', { entriesMax: 10_000 })).objects.map(({ key }) => key)

  it('has an object as a plain file under its key', async () => {
    await put(store, 'bucket', 'export/data/1.json.gz', 'text')
    assert.equal(readFileSync(inBucket('export/data/1.json.gz'), 'utf8'), 'text')
    assert.deepEqual(visible(inBucket()), ['export'])
  })

  it('has for an object what somebody puts there', async () => {
    mkdirSync(inBucket('in'))
    writeFileSync(inBucket('in/Orders 10%.csv'), 'a,b')
    assert.equal(await get(store, 'bucket', 'in/Orders 10%.csv'), 'a,b')
    const info = await store.stat('bucket', 'in/Orders 10%.csv')
    assert.match(info!.etag, /^[0-9a-f]{32}-1$/)
    writeFileSync(inBucket('in/Orders 10%.csv'), 'a,b,c')
    assert.notEqual((await store.stat('bucket', 'in/Orders 10%.csv'))!.etag, info!.etag)
    assert.deepEqual(await keys(), ['in/Orders 10%.csv'])
    await store.remove('bucket', 'in/Orders 10%.csv')
    assert.deepEqual(visible(inBucket()), [])
  })

  it('forgets what it knew of a file that somebody has changed, and follows one that was moved', async () => {
    const { etag } = await put(store, 'bucket', 'a', 'one', { contentType: 'text/x' })
    renameSync(inBucket('a'), inBucket('b'))
    assert.equal((await store.stat('bucket', 'b'))?.etag, etag)
    assert.equal((await store.stat('bucket', 'b'))?.contentType, 'text/x')
    writeFileSync(inBucket('b'), 'two')
    const changed = await store.stat('bucket', 'b')
    assert.notEqual(changed?.etag, etag)
    assert.equal(changed?.contentType, undefined)
  })

  it('is for its owner alone', async () => {
    await put(store, 'bucket', 'folder/file', 'x')
    for (const path of [folder, inBucket(), inBucket('folder'), inBucket('.gramme')]) {
      assert.equal(statSync(path).mode & 0o777, 0o700, path)
    }
    assert.equal(statSync(inBucket('folder/file')).mode & 0o777, 0o600)
  })

  it('follows no links', async () => {
    writeFileSync(join(folder, '..', 'secret'), 'secret')
    mkdirSync(join(folder, '..', 'outside'))
    writeFileSync(join(folder, '..', 'outside', 'secret'), 'secret')
    symlinkSync(join(folder, '..', 'secret'), inBucket('link'))
    symlinkSync(join(folder, '..', 'outside'), inBucket('linked'))
    assert.equal(await store.read('bucket', 'link'), undefined)
    assert.equal(await store.stat('bucket', 'linked/secret'), undefined)
    assert.equal(await store.read('bucket', 'linked/secret'), undefined)
    assert.deepEqual(await keys(), [])
    await rejectsWith('InvalidKey', () => put(store, 'bucket', 'linked/new', 'x'))
    await rejectsWith('InvalidKey', () => put(store, 'bucket', 'link', 'x'))
    await rejectsWith('InvalidKey', () => put(store, 'bucket', 'link/x', 'x'))
    assert.deepEqual(readdirSync(join(folder, '..', 'outside')), ['secret'])
    assert.equal(readFileSync(join(folder, '..', 'secret'), 'utf8'), 'secret')
  })

  it('never leaves its folder', async () => {
    for (const key of awkwardKeys) await put(store, 'bucket', key, key)
    assert.deepEqual(readdirSync(dirname(folder)), ['buckets'])
    assert.deepEqual(readdirSync(folder), ['bucket'])
    await reopen()
    assert.deepEqual(await keys(), awkwardKeys)
  })

  it('keeps an object at hand while a folder takes its name', async () => {
    await put(store, 'bucket', 'a/b', 'file')
    await put(store, 'bucket', 'a/b/c', 'in folder')
    assert.equal(await get(store, 'bucket', 'a/b'), 'file')
    await put(store, 'bucket', 'a/b', 'file again')
    assert.equal(await get(store, 'bucket', 'a/b'), 'file again')
    await store.remove('bucket', 'a/b/c')
    assert.equal(await get(store, 'bucket', 'a/b'), 'file again')
    await put(store, 'bucket', 'a/b', 'plain')
    assert.deepEqual(readdirSync(inBucket('a')), ['b'])
    await store.remove('bucket', 'a/b')
    assert.deepEqual(await keys(), [])
    assert.deepEqual(visible(inBucket()), [])
  })

  it('can be read by all while names of files become names of folders', async () => {
    const paths = ['x', 'x/x', 'x/x/x', 'x/x/x/x']
    await put(store, 'bucket', 'x', 'x')
    let ended = false
    const reader = async (): Promise<void> => {
      while (!ended) assert.equal(await get(store, 'bucket', 'x'), 'x')
    }
    const writer = async (key: string): Promise<void> => {
      for (let i = 0; i < 5; i++) {
        await put(store, 'bucket', key, 'x')
        if (key !== 'x') await store.remove('bucket', key)
      }
    }
    const reading = [reader(), reader()]
    await Promise.all(paths.map(writer)).finally(() => (ended = true))
    await Promise.all(reading)
    assert.deepEqual(await keys(), ['x'])
  })

  it('lists a folder with more files than it keeps in memory', async () => {
    mkdirSync(inBucket('many'))
    const names = Array.from({ length: folderEntriesMax + 7 }, (_, i) => `f${i}`)
    for (const name of names) writeFileSync(inBucket('many', name), '')
    assert.deepEqual(await keys(), names.map((name) => `many/${name}`).sort())
  })

  it('removes what crashed writes have left when it is opened', async () => {
    const writer = await store.write('bucket', 'crashed')
    await writer.write(Buffer.from('x'))
    const writing = inBucket('.gramme/writing')
    assert.equal(readdirSync(writing).length, 1)
    await reopen(true)
    assert.equal(readdirSync(writing).length, 1, 'another server may be writing')
    const longAgo = (Date.now() - unfinishedWriteAgeMsMax) / 1000 - 1
    utimesSync(join(writing, readdirSync(writing)[0]!), longAgo, longAgo)
    await reopen(true)
    assert.deepEqual(readdirSync(writing), [])
    const another = await store.write('bucket', 'crashed')
    await reopen(false)
    assert.deepEqual(readdirSync(writing), [])
    await writer.abort()
    await another.abort()
  })

  it('leaves no trace of objects that are gone', async () => {
    for (let i = 0; i < 5; i++) await put(store, 'bucket', 'same', `content ${i}`)
    await rejectsWith('PreconditionFailed', () =>
      put(store, 'bucket', 'same', 'x', { ifAbsent: true }),
    )
    assert.equal(files(inBucket('.gramme')), 1)
    await store.remove('bucket', 'same')
    assert.equal(files(inBucket('.gramme')), 0)
  })

  it('keeps uploads in parts over a restart', async () => {
    const upload = await store.uploads.begin('bucket', 'k')
    const writer = await store.uploads.writePart(upload, 1)
    await writer.write(Buffer.from('part'))
    const { etag } = await writer.finish()
    await reopen()
    await store.uploads.complete(upload, [{ partNumber: 1, etag }])
    assert.equal(await get(store, 'bucket', 'k'), 'part')
    assert.deepEqual(readdirSync(inBucket('.gramme/uploads')), [])
  })

  it('does not delete a bucket with a file that no key names', async () => {
    writeFileSync(inBucket('a%41'), 'x')
    assert.deepEqual(await keys(), [])
    await rejectsWith('BucketNotEmpty', () => store.deleteBucket('bucket'))
    assert.ok(existsSync(inBucket('a%41')))
  })

  it('says that the disk is full, and leaves nothing of what did not fit', async (t) => {
    mkdirSync(folder, { recursive: true })
    const args = ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]
    if (spawnSync('mount', args).status !== 0) {
      return t.diagnostic('skipped: no right to mount a small disk')
    }
    try {
      await reopen()
      await store.createBucket('small')
      const large = 'x'.repeat(2 * 1024 * 1024)
      await rejectsWith('NoSpace', () => put(store, 'small', 'large', large))
      assert.deepEqual(readdirSync(join(folder, 'small/.gramme/writing')), [])
      const upload = await store.uploads.begin('small', 'parts')
      const part = await store.uploads.writePart(upload, 1)
      await rejectsWith('NoSpace', () => part.write(Buffer.from(large)))
      await put(store, 'small', 'short', 'x')
      assert.equal(await get(store, 'small', 'short'), 'x')
    } finally {
      spawnSync('umount', ['--lazy', folder])
    }
  })

  it('deletes a bucket of empty folders', async () => {
    mkdirSync(inBucket('a/b/c'), { recursive: true })
    await store.uploads.begin('bucket', 'k')
    await store.deleteBucket('bucket')
    assert.deepEqual(readdirSync(folder), [])
  })
})

describe('names of files', () => {
  for (const key of awkwardKeys) {
    it(`are those of one key: ${JSON.stringify(key).slice(0, 40)}`, () => {
      const names = namesOfKey(key)
      assert.equal(keyOfNames(names), key)
      for (const name of names) {
        assert.ok(
          Buffer.byteLength(name) <= 242 && name !== '' && !/^\.\.?$|[/\0]/.test(name),
          name,
        )
      }
    })
  }

  it('are the key itself if it is plain', () => {
    assert.deepEqual(namesOfKey('AWSDynamoDB/01-ab/data/x.json.gz'), [
      'AWSDynamoDB',
      '01-ab',
      'data',
      'x.json.gz',
    ])
  })
})

function visible(path: string): readonly string[] {
  return readdirSync(path).filter((name) => !name.startsWith('.'))
}

function files(path: string): number {
  const all = readdirSync(path, { recursive: true, withFileTypes: true })
  return all.filter((dirent) => dirent.isFile()).length
}
