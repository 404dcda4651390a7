/**
 * ConsumedCapacity and ItemCollectionMetrics of requests on several items: a list and a map by
 * table.
 */
import type {
  Capacity,
  ConsumedCapacity,
  ItemCollectionMetrics,
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
} from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import type { Work } from '../../../items/work.js'
import type { Item } from '../../../model/item.js'
import { consumedCapacity, itemCollectionMetrics } from './consumed-capacity.js'

/** One entry for each table, in the order in which the request first touched them. */
export function consumedByTables(
  wanted: ReturnConsumedCapacity | undefined,
  work: Work,
): { ConsumedCapacity?: readonly ConsumedCapacity[] } {
  if (wanted === undefined || wanted === 'NONE') return {}
  const entries = byTable(work).map(([table, ofTable]) => {
    return consumedCapacity(wanted, table, ofTable).ConsumedCapacity!
  })
  return { ConsumedCapacity: entries }
}

/** AWS: transactions also name the kind of unit wherever they report units. */
export function consumedByTransaction(
  wanted: ReturnConsumedCapacity | undefined,
  work: Work,
): { ConsumedCapacity?: readonly ConsumedCapacity[] } {
  const { ConsumedCapacity: entries } = consumedByTables(wanted, work)
  if (entries === undefined) return {}
  const units = work[0]?.kind === 'read' ? 'ReadCapacityUnits' : 'WriteCapacityUnits'
  return { ConsumedCapacity: entries.map((entry) => withUnitsNamed(entry, units)) }
}

type UnitsMember = 'ReadCapacityUnits' | 'WriteCapacityUnits'

/** Groups by the table itself, because a request may use both its name and its ARN. */
function byTable<T extends { readonly table: Table }>(
  parts: readonly T[],
): readonly (readonly [Table, readonly T[]])[] {
  const groups = new Map<number, [Table, T[]]>()
  for (const part of parts) {
    const group = groups.get(part.table.space)
    if (group === undefined) groups.set(part.table.space, [part.table, [part]])
    else group[1].push(part)
  }
  return [...groups.values()]
}

function withUnitsNamed(entry: ConsumedCapacity, units: UnitsMember): ConsumedCapacity {
  const named = <C extends Capacity>(capacity: C): C => ({
    ...capacity,
    [units]: capacity.CapacityUnits,
  })
  const namedIndexes = (indexes: Readonly<Record<string, Capacity>>) =>
    Object.fromEntries(Object.entries(indexes).map(([name, each]) => [name, named(each)]))
  const { Table, LocalSecondaryIndexes: local, GlobalSecondaryIndexes: global } = entry
  return {
    ...named(entry),
    ...(Table && { Table: named(Table) }),
    ...(local && { LocalSecondaryIndexes: namedIndexes(local) }),
    ...(global && { GlobalSecondaryIndexes: namedIndexes(global) }),
  }
}

/** An item that was written, or its key. */
export interface WrittenKey {
  readonly table: Table
  readonly key: Item
  /** Of its collection, if that is counted. */
  readonly collectionBytes?: number | undefined
}

/**
 * The collections that were written to, each once, by table; absent if there are none. `written` is called only if they
 * are wanted, which is rare.
 */
export function itemCollectionsByTable(
  wanted: ReturnItemCollectionMetrics | undefined,
  written: () => readonly WrittenKey[],
): { ItemCollectionMetrics?: Readonly<Record<string, readonly ItemCollectionMetrics[]>> } {
  if (wanted !== 'SIZE') return {}
  const entries = byTable(written()).flatMap(([table, keys]) => {
    const metrics = keys.map(({ key, collectionBytes }) =>
      itemCollectionMetrics(wanted, table, key, collectionBytes),
    )
    const collections = distinct(metrics.flatMap((each) => each.ItemCollectionMetrics ?? []))
    return collections.length === 0 ? [] : [[table.name, collections] as const]
  })
  return entries.length === 0 ? {} : { ItemCollectionMetrics: Object.fromEntries(entries) }
}

/** Of several sizes of a collection the last counts. */
function distinct(metrics: readonly ItemCollectionMetrics[]): readonly ItemCollectionMetrics[] {
  const byKey = metrics.map((each) => [JSON.stringify(each.ItemCollectionKey), each] as const)
  return [...new Map(byKey).values()]
}
