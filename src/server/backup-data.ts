/**
 * `gramme backup`: tables of a store as of one moment, as files that `gramme restore` reads into any
 * store. A data folder that a server uses is copied first; the copy is removed at the end.
 */
import type { DescribedTable } from '../catalog/table.js'
import { stateOf } from '../catalog/life-cycle.js'
import { newTicket } from '../jobs/ticket.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { backUpTable } from '../backups/whole-tables.js'
import { writeServerManifest, type BackedUpTable } from '../backups/server-manifest.js'
import { CannotStart } from './cannot-start.js'
import type { GrammeOptions } from './gramme-options.js'
import { openBackupPlace } from './open-backups.js'
import { openCatalog } from './open-database.js'
import type { Settings } from './options.js'
import { refuseStore } from './refused-tables.js'
import { withStillStore } from './still-store.js'

export interface BackupReport {
  /** Names the backup for `gramme restore`. */
  readonly ticket: string
  readonly tables: readonly BackedUpTable[]
}

export interface DataProgress {
  readonly items: number
  readonly bytes: number
  readonly fraction: number
}

export interface BackupWish {
  /** A folder or `s3://bucket/prefix`. */
  readonly to: string
  /** By name, in any account and region; all if there are none. */
  readonly tables: readonly string[]
  readonly onProgress?: (progress: DataProgress) => void
}

export function backupData(options: GrammeOptions, wish: BackupWish): Promise<BackupReport> {
  return withStillStore(options, (engine, { settings }) => backUpAll(engine, settings, wish))
}

async function backUpAll(
  engine: Engine,
  settings: Settings,
  { to, tables: names, onProgress }: BackupWish,
): Promise<BackupReport> {
  const place = await openBackupPlace({ ...settings, backupsTo: to, inMemory: false })
  const catalog = openCatalog(engine, settings, { onRefused: refuseStore })
  const createdAtMs = systemClock.now()
  const tables: DescribedTable[] = []
  for await (const table of catalog.allTables()) {
    const isWhole = stateOf(table, createdAtMs) !== 'gone' && table.filling === undefined
    if (isWhole && (names.length === 0 || names.includes(table.name))) tables.push(table)
  }
  requireAll(names, tables)
  const ticket = newTicket(createdAtMs, systemRandom)
  const count = await counter(engine, tables, onProgress)
  const made: BackedUpTable[] = []
  for (const table of tables) {
    made.push(await backUpTable(engine, place, table, { ticket, createdAtMs, onProgress: count }))
  }
  await writeServerManifest(place, { ticket, createdAtMs, tables: made })
  await place.store.close()
  return { ticket, tables: made }
}

function requireAll(names: readonly string[], tables: readonly DescribedTable[]): void {
  const missing = names.find((name) => !tables.some((table) => table.name === name))
  if (missing !== undefined) throw new CannotStart(`There is no table ${missing}.`, undefined)
}

async function counter(
  engine: Engine,
  tables: readonly DescribedTable[],
  onProgress: BackupWish['onProgress'],
) {
  const tallies = await engine.read(tables.map(({ space }) => ({ kind: 'tally', space }) as const))
  const total = tallies.reduce((sum, { bytes }) => sum + bytes, 0)
  return countingUp(total, onProgress)
}

/** Adds up what was done, for a progress by bytes. */
export function countingUp(
  totalBytes: number,
  onProgress: ((progress: DataProgress) => void) | undefined,
): (items: number, bytes: number) => void {
  let [items, bytes] = [0, 0]
  return (moreItems, moreBytes) => {
    items += moreItems
    bytes += moreBytes
    onProgress?.({ items, bytes, fraction: Math.min(1, bytes / Math.max(1, totalBytes)) })
  }
}
