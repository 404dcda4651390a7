/**
 * Begins to count the item collections of tables that have become large. As long as a table and its
 * local indexes are small, none of its collections can be large, and its writes need not count.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { DescribedTable } from '../catalog/table.js'
import { collectionsCountedFromBytes } from './limits.js'

export async function countLargeTables(
  catalog: Catalog,
  fromBytes = collectionsCountedFromBytes,
): Promise<void> {
  for await (const table of catalog.allTables()) {
    if (!isCountable(table)) continue
    const totals = await catalog.totals(table)
    const local = table.indexes.filter(({ kind }) => kind === 'local')
    let { bytes } = totals.table
    for (const { name } of local) bytes += totals.indexes.get(name)?.bytes ?? 0
    if (bytes >= fromBytes) await catalog.countCollections(table)
  }
}

/** The local indexes of a table that is being filled are not complete yet. */
function isCountable({ indexes, collections, filling, transition }: DescribedTable): boolean {
  if (collections !== undefined || filling !== undefined || transition !== undefined) return false
  return indexes.some(({ kind }) => kind === 'local')
}
