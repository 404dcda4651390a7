/** ConsumedCapacity and ItemCollectionMetrics, as the request asks for them. */
import type {
  Capacity,
  ConsumedCapacity,
  ItemCollectionMetrics,
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
  VectorCapacity,
} from '../../../api/generated/dynamodb-types.js'
import { consumedBy, totalUnits, vectorBytesWritten } from '../../../capacity/units.js'
import type { Table } from '../../../catalog/table.js'
import type { Work } from '../../../items/work.js'
import { itemCollectionRangeBytes } from '../../../model/limits.js'
import type { Item } from '../../../model/item.js'
import { pickAttributes } from '../../../model/item.js'

/** For work in one table. Nothing is priced unless the request asks for it. */
export function consumedCapacity(
  wanted: ReturnConsumedCapacity | undefined,
  table: Table,
  work: Work,
): { ConsumedCapacity?: ConsumedCapacity } {
  if (wanted === undefined || wanted === 'NONE') return {}
  const total = { TableName: table.name, CapacityUnits: totalUnits(work) }
  if (wanted === 'TOTAL') return { ConsumedCapacity: total }
  return { ConsumedCapacity: { ...total, ...breakdown(table, work) } }
}

function breakdown(table: Table, work: Work): ConsumedCapacity {
  const { tableUnits, indexUnits } = consumedBy(work)
  const unitsOf = (kind: 'local' | 'global') =>
    table.indexes
      .filter((index) => index.kind === kind && indexUnits.has(index.name))
      .map((index): [string, Capacity] => [
        index.name,
        { CapacityUnits: indexUnits.get(index.name)! },
      ])
  const [local, global] = [unitsOf('local'), unitsOf('global')]
  return {
    Table: { CapacityUnits: tableUnits },
    ...(local.length > 0 && { LocalSecondaryIndexes: Object.fromEntries(local) }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: Object.fromEntries(global) }),
    ...vectorBreakdown(work),
  }
}

/** AWS: beside the units, and only where each index is listed. */
function vectorBreakdown(work: Work): ConsumedCapacity {
  const written = [...vectorBytesWritten(work)]
  if (written.length === 0) return {}
  const capacities = written.map(([name, bytes]): [string, VectorCapacity] => [
    name,
    { VectorWriteRequestBytes: bytes },
  ])
  return { VectorIndexes: Object.fromEntries(capacities) }
}

/**
 * AWS: only for tables with a local index. The size is told in whole GB. Collections that are not
 * counted are smaller than one, since their whole tables are.
 */
export function itemCollectionMetrics(
  wanted: ReturnItemCollectionMetrics | undefined,
  table: Table,
  key: Item,
  collectionBytes = 0,
): { ItemCollectionMetrics?: ItemCollectionMetrics } {
  if (wanted !== 'SIZE' || !table.indexes.some(({ kind }) => kind === 'local')) return {}
  const collectionKey = pickAttributes(key, [table.keySchema.partition.name])
  const least = Math.floor(collectionBytes / itemCollectionRangeBytes)
  return {
    ItemCollectionMetrics: {
      ItemCollectionKey: collectionKey,
      SizeEstimateRangeGB: [least, least + 1],
    },
  }
}
