/**
 * The items of a backup. A data file is read on from page to page: a server remembers where it was in
 * the files of a few restores, and otherwise finds the place again by counting.
 */
import type { DescribedTable } from '../catalog/table.js'
import { filledItem, type FilledItem } from '../items/fill.js'
import type { StoredItem } from '../items/stored-item.js'
import { JobFailure } from '../jobs/long-job.js'
import { ServiceError } from '../model/errors.js'
import type { OpenBackupPlace } from './backup-place.js'
import { BackupReader } from './backup-reader.js'
import { DamagedBackup } from './damaged-backup.js'
import { openBackupsMax, restorePageBytesMax, restorePageItemsMax } from './limits.js'
import type { RestorePage, RestorePages } from './restore-pages.js'
import type { BackupOrigin } from './restore-record.js'

/** One data file, as far as it was read. */
interface Reading {
  readonly reader: BackupReader
  readonly part: number
  readonly batches: AsyncGenerator<readonly StoredItem[], void>
  /** Items that were read and not put yet. */
  readonly items: StoredItem[]
  /** How many items were given out. */
  given: number
  isOver: boolean
}

export class BackupPages implements RestorePages<BackupOrigin> {
  readonly #openPlace: OpenBackupPlace
  /** By the id of the table that is restored, the one used last at the end. */
  readonly #readings = new Map<string, Reading>()

  constructor(openPlace: OpenBackupPlace) {
    this.#openPlace = openPlace
  }

  begin(): undefined {
    return undefined
  }

  end(): readonly [] {
    return []
  }

  async next(origin: BackupOrigin, target: DescribedTable): Promise<RestorePage<BackupOrigin>> {
    const { part } = origin
    try {
      const reading = await this.#readingAt(origin, target.id)
      const { partCount } = reading.reader
      if (partCount === 0) return { origin, items: [], isLast: true }
      const items = await nextItems(reading, target)
      const isPartOver = reading.isOver && reading.items.length === 0
      if (!isPartOver) this.#keep(target.id, reading)
      const read = isPartOver ? { part: part + 1, items: 0 } : { items: reading.given }
      return {
        origin: { ...origin, ...read },
        items,
        isLast: isPartOver && part + 1 >= partCount,
        progress: Math.min(1, (part + reading.given / reading.reader.itemsIn(part)) / partCount),
      }
    } catch (error) {
      throw failureOf(error)
    }
  }

  /** Nobody else has this reading until it is kept again. */
  async #readingAt(origin: BackupOrigin, id: string): Promise<Reading> {
    const found = this.#readings.get(id)
    this.#readings.delete(id)
    if (found?.part === origin.part && found.given === origin.items) return found
    await found?.batches.return(undefined)
    const reader =
      found?.reader ??
      (await BackupReader.open(await this.#openPlace(), origin.folder, known(origin)))
    const reading = readingOf(reader, origin.part)
    while (reading.given < origin.items && (await readOn(reading))) {
      reading.given += reading.items.splice(0, origin.items - reading.given).length
    }
    return reading
  }

  #keep(id: string, reading: Reading): void {
    this.#readings.set(id, reading)
    if (this.#readings.size <= openBackupsMax) return
    const [oldest] = this.#readings.keys()
    void this.#readings.get(oldest!)!.batches.return(undefined)
    this.#readings.delete(oldest!)
  }
}

function readingOf(reader: BackupReader, part: number): Reading {
  const batches = reader.itemsOf(part)
  return { reader, part, batches, items: [], given: 0, isOver: false }
}

function known({ backup, manifestSha256 }: BackupOrigin) {
  return { id: backup, manifestSha256 }
}

/** Returns whether there was anything left to read. */
async function readOn(reading: Reading): Promise<boolean> {
  if (reading.isOver) return false
  const next = await reading.batches.next()
  if (next.done === true) reading.isOver = true
  else reading.items.push(...next.value)
  return true
}

async function nextItems(reading: Reading, target: DescribedTable): Promise<readonly FilledItem[]> {
  while (reading.items.length < restorePageItemsMax && (await readOn(reading)));
  let [count, bytes] = [0, 0]
  for (const { sizeBytes } of reading.items.slice(0, restorePageItemsMax)) {
    bytes += sizeBytes
    if (count > 0 && bytes > restorePageBytesMax) break
    count++
  }
  reading.given += count
  return reading.items.splice(0, count).map((stored) => filledItem(target, stored))
}

/** What is wrong with a backup stays so. Whatever else happens may be better the next time. */
function failureOf(error: unknown): unknown {
  const isDamage = error instanceof DamagedBackup || error instanceof ServiceError
  return isDamage ? new JobFailure('DamagedBackup', error.message) : error
}
