/** What an item adds to its item collection: itself, and its entries in local indexes. */
import type { Table } from '../catalog/table.js'
import type { PlacedItem } from './indexes/maintainer.js'
import { maintainerOf } from './indexes/maintainers.js'

export function collectionBytesOf(table: Table, placed: PlacedItem): number {
  let bytes = placed.stored.sizeBytes
  for (const index of table.indexes) {
    if (index.kind !== 'local') continue
    for (const { weight = 0 } of maintainerOf(index).entries(table, index, placed)) bytes += weight
  }
  return bytes
}
