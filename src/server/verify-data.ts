/**
 * Checks a store that no server has open: every table against its indexes and totals. The store is
 * claimed meanwhile, so that nobody can change what is being counted.
 */
import { verifyTable } from '../items/verify.js'
import { withStore } from './copy-data.js'
import { openCatalog } from './open-database.js'
import { readOptions, type GrammeOptions } from './options.js'

export interface DataVerification {
  readonly tables: number
  readonly items: number
  /** One sentence for each disagreement. */
  readonly faults: readonly string[]
}

export async function verifyData(options: GrammeOptions): Promise<DataVerification> {
  const settings = readOptions(options)
  return withStore(settings, 'complete', async (engine, held) => {
    let [tables, items] = [0, 0]
    const faults: string[] = []
    for await (const table of openCatalog(engine, settings).allTables()) {
      const found = await verifyTable(engine, table)
      tables++
      items += found.items
      faults.push(...found.faults)
    }
    await held.requireHeld()
    return { tables, items, faults }
  })
}
