/**
 * Checks a store that no server has open: every table against its indexes, totals and change log. The
 * store is locked while it is checked, so that nothing changes what is being counted.
 */
import type { RefusedTable } from '../catalog/table-record.js'
import { verifyLog } from '../changes/verify-log.js'
import { verifyTable } from '../items/verify.js'
import { withStore } from './copy-data.js'
import { openCatalog } from './open-database.js'
import type { GrammeOptions } from './gramme-options.js'
import { readOptions } from './options.js'
import { refusalSentence } from './refused-tables.js'

export interface DataVerification {
  readonly tables: number
  readonly items: number
  /** One sentence for each inconsistency. */
  readonly faults: readonly string[]
}

export async function verifyData(options: GrammeOptions): Promise<DataVerification> {
  const settings = readOptions(options)
  return withStore(settings, 'complete', async (engine, held) => {
    let [tables, items] = [0, 0]
    const faults: string[] = []
    const onRefused = (refused: RefusedTable) => faults.push(refusalSentence(refused))
    for await (const table of openCatalog(engine, settings, { onRefused }).allTables()) {
      const found = await verifyTable(engine, table)
      tables++
      items += found.items
      faults.push(...found.faults)
      const { name, changes } = table
      if (changes !== undefined) faults.push(...(await verifyLog(engine, name, changes)))
    }
    await held.requireHeld()
    return { tables, items, faults }
  })
}
