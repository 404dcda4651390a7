/** ConsumedCapacity and ItemCollectionMetrics, as the request asks for them. */
import type {
  Capacity,
  ConsumedCapacity,
  ItemCollectionMetrics,
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
} from '../../../api/generated/dynamodb-types.js'
import { consumedBy, totalUnits } from '../../../capacity/units.js'
import type { Table } from '../../../catalog/table.js'
import type { Work } from '../../../items/work.js'
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
  }
}

/**
 * AWS: only for tables with a local index. The size is an estimate in whole GB. Collections are not
 * measured here yet, so each is reported as smaller than one GB.
 */
export function itemCollectionMetrics(
  wanted: ReturnItemCollectionMetrics | undefined,
  table: Table,
  key: Item,
): { ItemCollectionMetrics?: ItemCollectionMetrics } {
  if (wanted !== 'SIZE' || !table.indexes.some(({ kind }) => kind === 'local')) return {}
  const collectionKey = pickAttributes(key, [table.keySchema.partition.name])
  return {
    ItemCollectionMetrics: { ItemCollectionKey: collectionKey, SizeEstimateRangeGB: [0, 1] },
  }
}
