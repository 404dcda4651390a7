/** `gramme restore`: what `gramme backup` has written, into a store that no server uses. */
import { Items } from '../items/items.js'
import { KeyFault } from '../keys/master-keys.js'
import { systemClock } from '../stdx/clock.js'
import { DamagedBackup } from '../backups/damaged-backup.js'
import {
  readServerManifest,
  serverBackups,
  type BackedUpTable,
  type ServerManifest,
} from '../backups/server-manifest.js'
import type { BackupPlace } from '../backups/backup-place.js'
import { isNameTaken, restoreWholeTable } from '../backups/whole-tables.js'
import { formatSteps, raiseFormat } from '../storage/format.js'
import { countingUp, type DataProgress } from './backup-data.js'
import { CannotStart } from './cannot-start.js'
import { withStore } from './copy-data.js'
import type { GrammeOptions } from './gramme-options.js'
import { createLog } from './log.js'
import { openBackupPlace } from './open-backups.js'
import { openCatalog } from './open-database.js'
import { readOptions } from './options.js'
import { refuseStore } from './refused-tables.js'

export interface RestoreWish {
  /** A folder or `s3://bucket/prefix`. */
  readonly from: string
  /** The latest if it is not given. */
  readonly ticket?: string
  /** By name, in any account and region; all if there are none. */
  readonly tables: readonly string[]
  readonly onProgress?: (progress: DataProgress) => void
}

export interface RestoreReport {
  readonly ticket: string
  readonly tables: readonly BackedUpTable[]
}

export async function restoreData(
  options: GrammeOptions,
  wish: RestoreWish,
): Promise<RestoreReport> {
  const settings = readOptions(options)
  const place = await openBackupPlace({ ...settings, backupsTo: wish.from, inMemory: false })
  try {
    const { ticket, tables } = await chosenBackup(place, wish)
    return await withStore(settings, 'any', async (engine, held) => {
      await raiseFormat(engine, [formatSteps.itemChecksums])
      const catalog = openCatalog(engine, { tableTransitionMs: 0 }, { onRefused: refuseStore })
      for (const table of tables) {
        if (!(await isNameTaken(catalog, table))) continue
        throw new CannotStart(`There is a table ${table.name} already.`, undefined)
      }
      const items = new Items(engine, systemClock)
      const log = createLog(settings.logLevel)
      const target = { engine, catalog, items, clock: systemClock, log, fence: held.fence }
      const totalBytes = tables.reduce((sum, { itemBytes }) => sum + itemBytes, 0)
      const count = countingUp(totalBytes, wish.onProgress)
      for (const table of tables) await restoreWholeTable(target, place, table, count)
      await held.requireHeld()
      return { ticket, tables }
    })
  } catch (error) {
    const isTold = error instanceof DamagedBackup || error instanceof KeyFault
    throw isTold ? new CannotStart(error.message, error) : error
  } finally {
    await place.store.close()
  }
}

async function chosenBackup(place: BackupPlace, wish: RestoreWish): Promise<ServerManifest> {
  const { from, tables: names } = wish
  const ticket = wish.ticket ?? (await serverBackups(place)).at(-1)
  if (ticket === undefined) {
    throw new CannotStart(`There is no backup of gramme backup in ${from}.`, undefined)
  }
  const manifest = await readServerManifest(place, ticket)
  if (names.length === 0) return manifest
  const missing = names.find((name) => !manifest.tables.some((table) => table.name === name))
  if (missing !== undefined) {
    throw new CannotStart(`The backup ${ticket} has no table ${missing}.`, undefined)
  }
  return { ...manifest, tables: manifest.tables.filter(({ name }) => names.includes(name)) }
}
