/** The files of a backup: what is written is read again, and any change of them is noticed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { StoredItem } from '../items/stored-item.js'
import type { Item } from '../model/item.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { VirtualClock } from '../stdx/clock.js'
import { manifestFile, manifestSumFile, partFile, type BackupPart } from './backup-manifest.js'
import { keyIn, writeFileIn, type BackupPlace } from './backup-place.js'
import { BackupReader } from './backup-reader.js'
import { PartWriter, writeManifest } from './backup-writer.js'
import { DamagedBackup } from './damaged-backup.js'
import { partBytesMax } from './limits.js'
import type { SavedTable } from './saved-table.js'

const folder = '000000000000/us-east-1/Music/01791504762511-2779fadd'
const id = {
  account: '000000000000',
  region: 'us-east-1',
  tableName: 'Music',
  ticket: '01791504762511-2779fadd',
}
const table: SavedTable = {
  account: id.account,
  region: id.region,
  name: 'Music',
  id: '7b1e0a3c-0000-4000-8000-000000000000',
  createdAtMs: 1,
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S' },
  indexes: [],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

async function newPlace(): Promise<BackupPlace> {
  const store = new MemoryObjectStore(new VirtualClock())
  await store.createBucket('tables')
  return { store, bucket: 'tables', prefix: 'some/' }
}

const itemOf = (n: number): Item => ({
  pk: { S: `key ${n} ü` },
  n: { N: String(n) },
  bytes: { B: Buffer.from(`b${n}`).toString('base64') },
  set: { SS: ['a', 'b'] },
})

/** Two data files with a few items each. */
async function writtenBackup(place: BackupPlace): Promise<readonly Item[]> {
  const items = Array.from({ length: 6 }, (_, n) => itemOf(n))
  const parts: BackupPart[] = []
  for (const number of [1, 2]) {
    const part = await PartWriter.begin(place, folder, number)
    for (const item of items.slice(3 * (number - 1), 3 * number)) {
      await part.add(StoredItem.of(item).json)
    }
    parts.push(await part.finish())
  }
  const head = { backup: { ...id, name: 'first', createdAtMs: 5 }, table }
  await writeManifest(place, folder, { ...head, itemCount: 6, itemBytes: 99 }, parts)
  return items
}

async function readAll(place: BackupPlace): Promise<readonly Item[]> {
  const reader = await BackupReader.open(place, folder, { id })
  const found: Item[] = []
  for (let part = 0; part < reader.partCount; part++) {
    for await (const batch of reader.itemsOf(part)) found.push(...batch.map(({ item }) => item))
  }
  return found
}

async function bytesOf(place: BackupPlace, file: string): Promise<Buffer> {
  const body = await place.store.read(place.bucket, keyIn(place, folder, file))
  const chunks: Uint8Array[] = []
  for await (const chunk of body!.chunks) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function requireDamaged(place: BackupPlace, what?: RegExp): Promise<void> {
  await assert.rejects(readAll(place), (error) => {
    assert.ok(error instanceof DamagedBackup, String(error))
    if (what !== undefined) assert.match(error.message, what)
    return true
  })
}

describe('a backup', () => {
  it('is read as it was written', async () => {
    const place = await newPlace()
    const items = await writtenBackup(place)
    assert.deepEqual(await readAll(place), items)
    const { manifest } = await BackupReader.open(place, folder)
    assert.deepEqual(manifest.table, table)
    assert.equal(manifest.itemCount, 6)
  })

  it('can be read by anybody, with the tools that everybody has', async () => {
    const place = await newPlace()
    const items = await writtenBackup(place)
    const manifest = await bytesOf(place, manifestFile)
    const sum = createHash('sha256').update(manifest).digest('hex')
    assert.equal((await bytesOf(place, manifestSumFile)).toString(), `${sum}  manifest.json\n`)
    const lines = gunzipSync(await bytesOf(place, partFile(1)))
      .toString()
      .split('\n')
    assert.deepEqual(
      lines.slice(0, -1).map((line) => JSON.parse(line) as unknown),
      items.slice(0, 3).map((Item) => ({ Item })),
    )
    const { parts } = JSON.parse(manifest.toString()) as { parts: BackupPart[] }
    const part = await bytesOf(place, parts[1]!.file)
    assert.equal(createHash('sha256').update(part).digest('hex'), parts[1]!.sha256)
    assert.equal(part.length, parts[1]!.bytes)
  })

  it('may be empty', async () => {
    const place = await newPlace()
    const head = { backup: { ...id, name: 'first', createdAtMs: 5 }, table }
    await writeManifest(place, folder, { ...head, itemCount: 0, itemBytes: 0 }, [])
    assert.deepEqual(await readAll(place), [])
  })

  it('begins another data file when one is full', async () => {
    const place = await newPlace()
    const part = await PartWriter.begin(place, folder, 1)
    const large = StoredItem.of({ pk: { S: 'x' }, rest: { S: 'x'.repeat(1024 * 1024) } })
    for (let bytes = 0; bytes < partBytesMax - 1024 * 1024; bytes += 1024 * 1024) {
      await part.add(large.json)
      assert.equal(part.isFull, false)
    }
    await part.add(large.json)
    assert.equal(part.isFull, true)
    await part.abort()
    assert.deepEqual((await place.store.list('tables', { entriesMax: 1 })).objects, [])
  })

  for (const file of [manifestFile, manifestSumFile, partFile(1), partFile(2)]) {
    it(`does not survive the change of any byte of ${file}`, async () => {
      const place = await newPlace()
      await writtenBackup(place)
      const bytes = await bytesOf(place, file)
      for (let at = 0; at < bytes.length; at++) {
        const flipped = Buffer.from(bytes)
        flipped[at]! ^= 1 << (at % 8)
        await writeFileIn(place, keyIn(place, folder, file), flipped)
        await requireDamaged(place)
      }
    })

    it(`does not survive ${file} being cut off, longer or gone`, async () => {
      const place = await newPlace()
      await writtenBackup(place)
      const bytes = await bytesOf(place, file)
      for (const length of [0, 1, bytes.length - 1]) {
        await writeFileIn(place, keyIn(place, folder, file), bytes.subarray(0, length))
        await requireDamaged(place)
      }
      await writeFileIn(place, keyIn(place, folder, file), Buffer.concat([bytes, Buffer.of(0)]))
      await requireDamaged(place)
      await place.store.remove(place.bucket, keyIn(place, folder, file))
      await requireDamaged(place, new RegExp(`${file} is missing`))
    })
  }

  it('is refused if its data files are swapped', async () => {
    const place = await newPlace()
    await writtenBackup(place)
    const [one, other] = [await bytesOf(place, partFile(1)), await bytesOf(place, partFile(2))]
    await writeFileIn(place, keyIn(place, folder, partFile(1)), other)
    await writeFileIn(place, keyIn(place, folder, partFile(2)), one)
    await requireDamaged(place, /data\/00001.json.gz/)
  })

  it('is refused if it is another one', async () => {
    const place = await newPlace()
    await writtenBackup(place)
    const manifestSha256 = 'f'.repeat(64)
    await assert.rejects(BackupReader.open(place, folder, { manifestSha256 }), DamagedBackup)
    const other = { ...id, tableName: 'Other' }
    await assert.rejects(BackupReader.open(place, folder, { id: other }), /that of another backup/)
  })

  it('is refused if it has a version that is not known', async () => {
    const place = await newPlace()
    await writtenBackup(place)
    const text = (await bytesOf(place, manifestFile)).toString()
    const newer = Buffer.from(text.replace('"version": 1', '"version": 2'))
    const sum = createHash('sha256').update(newer).digest('hex')
    await writeFileIn(place, keyIn(place, folder, manifestFile), newer)
    await writeFileIn(
      place,
      keyIn(place, folder, manifestSumFile),
      Buffer.from(`${sum}  manifest.json\n`),
    )
    await requireDamaged(place, /has version 2, which is not known/)
  })
})
