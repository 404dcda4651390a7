/**
 * `gramme copy`: everything from one store into another while no server uses either, compared at the
 * end. The target is unusable until this has resolved.
 */
import { isIndex, spacesOf } from '../catalog/derived.js'
import { ownerOfSpaces } from '../catalog/settle-derived.js'
import { itemSizeOfRecord } from '../items/item-record.js'
import type { Engine, LabelledSpace, SpaceId } from '../storage/engine.js'
import { StoreUnusable } from '../storage/errors.js'
import { formatSteps, raiseFormat } from '../storage/format.js'
import { storeOwner } from '../storage/sealed/seal-records.js'
import { refuseStore } from './refused-tables.js'
import { CannotStart, cannotOpen } from './cannot-start.js'
import { compareStores } from '../backups/compare-stores.js'
import { copyStore, finishCopy } from '../backups/copy-store.js'
import { beginMaintenance, type StoreLock } from '../jobs/maintenance.js'
import { openCatalog } from './open-database.js'
import { openStore, requireFolder, whereOf, type OpenedStore } from './open-store.js'
import type { GrammeOptions } from './gramme-options.js'
import { readOptions, type Settings } from './options.js'

export interface CopyReport {
  readonly spaces: number
  readonly entries: number
}

export type CopyProgress = (space: LabelledSpace, entries: number) => void

export async function copyData(
  from: GrammeOptions,
  to: GrammeOptions,
  onSpace?: CopyProgress,
): Promise<CopyReport> {
  const [source, target] = [readOptions(from), readOptions(to)]
  requireDistinct(source, target)
  return withStore(source, 'complete', (sourceEngine, sourceHeld) =>
    withStore(target, 'any', async (engine, held, { encryption }) => {
      const copy = { engine, fence: held.fence, where: whereOf(target) }
      const weigh = await weigher(sourceEngine)
      const ownerOf = await spaceOwners(sourceEngine)
      await copyStore(sourceEngine, copy, { weigh, ownerOf, onSpace })
      const { spaces, entries, faults } = await compareStores(sourceEngine, engine)
      if (faults.length > 0) {
        throw new CannotStart(`The copy differs from its source: ${faults[0]}.`, faults)
      }
      await sourceHeld.requireHeld()
      await finishCopy(sourceEngine, copy)
      // The mark of the source has replaced that of the target.
      if (encryption !== undefined) await raiseFormat(engine, [formatSteps.sealedSpaces])
      return { spaces, entries }
    }),
  )
}

/** Opens a store for exclusive use, after a check of its files, and always closes it. */
export async function withStore<T>(
  settings: Settings,
  wanted: 'complete' | 'any',
  use: (engine: Engine, held: StoreLock, store: OpenedStore) => Promise<T>,
): Promise<T> {
  if (wanted === 'complete') requireFolder(settings)
  const checked = { ...settings, checkWhole: true }
  const store = await openStore(checked, wanted).catch((error: unknown) => {
    throw cannotOpen(error)
  })
  const { engine } = store
  try {
    const held = await beginMaintenance(engine, whereOf(settings))
    try {
      return await use(engine, held, store)
    } finally {
      await held.release().catch(() => undefined)
    }
  } catch (error) {
    throw error instanceof StoreUnusable ? cannotOpen(error) : error
  } finally {
    await engine.close()
  }
}

function requireDistinct(source: Settings, target: Settings): void {
  if (whereOf(source) !== whereOf(target)) return
  throw new CannotStart('A store cannot be copied into itself.', undefined)
}

/** Tallies count the sizes of items and of index entries; everything else counts as 0. */
async function weigher(engine: Engine): Promise<(space: SpaceId, value: Buffer) => number> {
  const weighed = new Set<SpaceId>()
  const catalog = openCatalog(engine, { tableTransitionMs: 0 }, { onRefused: refuseStore })
  for await (const table of catalog.allTables()) {
    for (const { space } of [table, ...table.derived.filter(isIndex)]) weighed.add(space)
  }
  return (space, value) => (weighed.has(space) ? itemSizeOfRecord(value) : 0)
}

/** What belongs to no table any longer is sealed with the key of the store itself. */
async function spaceOwners(engine: Engine): Promise<(space: SpaceId) => string> {
  const owners = new Map<SpaceId, string>()
  const catalog = openCatalog(engine, { tableTransitionMs: 0 }, { onRefused: refuseStore })
  for await (const table of catalog.allTables()) {
    const { space, derived, changes } = table
    const spaces = [space, ...derived.flatMap(spacesOf), changes?.space]
    for (const each of spaces) if (each !== undefined) owners.set(each, ownerOfSpaces(table))
  }
  return (space) => owners.get(space) ?? storeOwner
}
