/** The items of a backup, read on by servers that remember where they were and by others that do not. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { Catalog } from '../catalog/catalog.js'
import type { DescribedTable } from '../catalog/table.js'
import { StoredItem } from '../items/stored-item.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { noPart } from '../storage/transaction-part.js'
import { BackupPages } from './backup-pages.js'
import type { BackupPart } from './backup-manifest.js'
import type { BackupPlace } from './backup-place.js'
import { PartWriter, writeManifest } from './backup-writer.js'
import { openBackupsMax, restorePageItemsMax } from './limits.js'
import type { BackupOrigin } from './restore-record.js'
import type { SavedTable } from './saved-table.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const backup = { ...scope, tableName: 'source', ticket: '01791504762511-2779fadd' }
const folder = 'folder'
const start: BackupOrigin = { kind: 'backup', backup, folder, part: 0, items: 0 }

/** Items of each data file. */
const sizes = [2 * restorePageItemsMax + 30, 1, restorePageItemsMax]
const everything = sizes.flatMap((size, part) =>
  Array.from({ length: size }, (_, i) => `${part}-${i}`),
)

const table: SavedTable = {
  ...scope,
  name: 'source',
  id: '7b1e0a3c-0000-4000-8000-000000000000',
  createdAtMs: 1,
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S' },
  indexes: [],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

async function placeWith(itemsOf: readonly number[]): Promise<BackupPlace> {
  const store = new MemoryObjectStore(new VirtualClock())
  await store.createBucket('tables')
  const place = { store, bucket: 'tables', prefix: '' }
  const parts: BackupPart[] = []
  for (const [part, size] of itemsOf.entries()) {
    const writer = await PartWriter.begin(place, folder, part + 1)
    for (let i = 0; i < size; i++) {
      await writer.add(StoredItem.of({ pk: { S: `${part}-${i}` } }).json)
    }
    parts.push(await writer.finish())
  }
  const itemCount = itemsOf.reduce((sum, size) => sum + size, 0)
  const head = { backup: { ...backup, name: 'it', createdAtMs: 5 }, table }
  await writeManifest(place, folder, { ...head, itemCount, itemBytes: 0 }, parts)
  return place
}

async function targets(count: number): Promise<readonly DescribedTable[]> {
  const settings = { tableTransitionMs: 0 }
  const engine = memoryEngine()
  const catalog = new Catalog({ engine, clock: new VirtualClock(), random: systemRandom, settings })
  const filling = { kind: 'import', jobId: 'job' } as const
  return Promise.all(
    Array.from({ length: count }, (_, i) => {
      const draft = { ...table, name: `target-${i}`, timeToLive: undefined }
      return catalog.filled.insert({ draft, filling, beside: noPart })
    }),
  )
}

/** One restore, as far as it has come. */
class Restoring {
  readonly target: DescribedTable
  readonly found: string[] = []
  isOver = false
  #origin = start

  constructor(target: DescribedTable) {
    this.target = target
  }

  async goOn(pages: BackupPages): Promise<void> {
    const page = await pages.next(this.#origin, this.target)
    for (const { stored } of page.items) this.found.push((stored.item['pk'] as { S: string }).S)
    assert.ok(page.items.length <= restorePageItemsMax)
    assert.ok(page.progress === undefined || (page.progress >= 0 && page.progress <= 1))
    this.isOver = page.isLast
    this.#origin = JSON.parse(JSON.stringify(page.origin)) as BackupOrigin
  }
}

describe('the pages of a backup', () => {
  it('have every item once', async () => {
    const place = await placeWith(sizes)
    const pages = new BackupPages(() => Promise.resolve(place))
    const [target] = await targets(1)
    const restoring = new Restoring(target!)
    while (!restoring.isOver) await restoring.goOn(pages)
    assert.deepEqual(restoring.found, everything)
  })

  it('are the same if each is read by another server', async () => {
    const place = await placeWith(sizes)
    const [target] = await targets(1)
    const restoring = new Restoring(target!)
    while (!restoring.isOver) {
      await restoring.goOn(new BackupPages(() => Promise.resolve(place)))
    }
    assert.deepEqual(restoring.found, everything)
  })

  it('are the same for more restores in turn than are remembered', async () => {
    const place = await placeWith(sizes)
    const pages = new BackupPages(() => Promise.resolve(place))
    const all = (await targets(openBackupsMax + 1)).map((target) => new Restoring(target))
    while (all.some(({ isOver }) => !isOver)) {
      for (const restoring of all) if (!restoring.isOver) await restoring.goOn(pages)
    }
    for (const { found } of all) assert.deepEqual(found, everything)
  })

  it('are over at once if there are no items', async () => {
    const place = await placeWith([])
    const [target] = await targets(1)
    const restoring = new Restoring(target!)
    await restoring.goOn(new BackupPages(() => Promise.resolve(place)))
    assert.deepEqual([restoring.isOver, restoring.found], [true, []])
  })
})
