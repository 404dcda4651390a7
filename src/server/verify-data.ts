/**
 * Checks a data folder that no server has open: every table against its indexes, totals and change log.
 * The folder is claimed meanwhile, so that nobody can change what is being counted.
 */
import { existsSync } from 'node:fs'
import { verifyLog } from '../changes/verify-log.js'
import { verifyTable } from '../items/verify.js'
import { CannotStart, cannotOpen } from './cannot-start.js'
import { openCatalog } from './open-database.js'
import { openStore } from './open-store.js'
import { readOptions, type GrammeOptions } from './options.js'

export interface DataVerification {
  readonly tables: number
  readonly items: number
  /** One sentence for each disagreement. */
  readonly faults: readonly string[]
}

export async function verifyData(options: GrammeOptions): Promise<DataVerification> {
  const settings = readOptions(options)
  // Opening would make the folder, and an empty one would always be sound.
  if (!existsSync(settings.dataDir)) {
    throw new CannotStart(`There is no data folder ${settings.dataDir}.`, undefined)
  }
  const engine = await openStore(settings).catch((error: unknown) => {
    throw cannotOpen(error)
  })
  try {
    let [tables, items] = [0, 0]
    const faults: string[] = []
    for await (const table of openCatalog(engine, settings).allTables()) {
      const found = await verifyTable(engine, table)
      tables++
      items += found.items
      faults.push(...found.faults)
      const { name, changes } = table
      if (changes !== undefined) faults.push(...(await verifyLog(engine, name, changes)))
    }
    return { tables, items, faults }
  } finally {
    await engine.close()
  }
}
