/**
 * How many bytes an item counts for when it is written. AWS: the numbers of a vector that an index has
 * count for four bytes each here, but as any list where items are read, and where their size is limited.
 */
import type { Table } from '../../catalog/table.js'
import { attributeOf } from '../../model/item.js'
import { vectorNumberBytes } from '../../model/item-size.js'
import { listBytes } from '../indexes/vector-entry.js'
import type { StoredItem } from '../stored-item.js'

export function writtenBytes({ vectorIndexes }: Table, stored: StoredItem | undefined): number {
  if (stored === undefined) return 0
  let bytes = stored.sizeBytes
  if (vectorIndexes === undefined) return bytes
  // Indexes on one attribute agree in its dimensions.
  for (const index of new Map(vectorIndexes.map((each) => [each.attribute, each])).values()) {
    const { attribute, dimensions } = index
    const listed = listBytes(dimensions, attributeOf(stored.item, attribute))
    if (listed !== undefined) bytes += dimensions * vectorNumberBytes - listed
  }
  return bytes
}
