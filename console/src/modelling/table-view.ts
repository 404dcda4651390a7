/**
 * The aggregate view of a table or of one of its indexes: item collections in the order of their keys,
 * the rows of each as DynamoDB sorts them, and what each row has there. Items without the keys of an
 * index are not in it; attributes that it does not project are marked.
 */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import { compareValues } from '../values/compare-values.js'
import { itemSize } from '../values/item-size.js'
import {
  itemKeyOf,
  keyAttributesOf,
  type ModelIndex,
  type ModelKey,
  type ModelTable,
} from './data-model.js'
import { entityFinder, legendOf } from './detect-entity.js'

export interface ViewCell {
  readonly name: string
  readonly value: AttributeValue
  readonly projected: boolean
}

export interface ViewRow {
  /** The whole item of the table. */
  readonly item: Item
  /** The part of it that is in the index. */
  readonly projected: Item
  readonly itemKey: string
  readonly entity: string
  readonly tint: number
  readonly sort?: AttributeValue
  readonly cells: readonly ViewCell[]
  readonly bytes: number
}

export interface ViewCollection {
  readonly partition: AttributeValue
  readonly rows: readonly ViewRow[]
  readonly bytes: number
}

export interface TableView {
  readonly key: ModelKey
  readonly index?: ModelIndex
  readonly collections: readonly ViewCollection[]
  readonly rowCount: number
  readonly bytes: number
  /** Samples that are not in the index, since they lack its keys. */
  readonly absent: readonly Item[]
}

export function tableViewOf(table: ModelTable, index?: ModelIndex): TableView {
  const key = index?.key ?? table.key
  const present = table.samples.filter((item) => itemKeyOf(key, item) !== undefined)
  const rows = present.map(rowMaker(table, index)).toSorted(rowOrder(key, table.key))
  const collections = collect(rows, key)
  return {
    key,
    ...(index === undefined ? {} : { index }),
    collections,
    rowCount: rows.length,
    bytes: collections.reduce((sum, { bytes }) => sum + bytes, 0),
    absent: table.samples.filter((item) => !present.includes(item)),
  }
}

/** Undefined if there is no index of that name. The table itself is the empty name. */
export function viewNamed(table: ModelTable, name: string): TableView | undefined {
  if (name === '') return tableViewOf(table)
  const index = table.indexes.find((each) => each.name === name)
  return index === undefined ? undefined : tableViewOf(table, index)
}

/** Whether an index has an attribute of the items that are in it. */
export function indexProjects(
  table: ModelTable,
  index: ModelIndex | undefined,
  name: string,
): boolean {
  if (index === undefined || index.projection.kind === 'ALL') return true
  const keys = [table.key, index.key].flatMap(keyAttributesOf)
  return keys.some((each) => each.name === name) || index.projection.attributes.includes(name)
}

function rowMaker(table: ModelTable, index: ModelIndex | undefined): (item: Item) => ViewRow {
  const key = index?.key ?? table.key
  const shown = keyAttributesOf(key).map(({ name }) => name)
  const entityOf = entityFinder(table)
  const tints = new Map(legendOf(table).map(({ name, tint }) => [name, tint]))
  return (item) => {
    const names = Object.keys(item)
    const projected = Object.fromEntries(
      names.filter((name) => indexProjects(table, index, name)).map((name) => [name, item[name]!]),
    )
    const entity = entityOf(item)
    const sort = key.sort && item[key.sort.name]
    return {
      item,
      projected,
      itemKey: itemKeyOf(table.key, item) ?? '',
      entity,
      tint: tints.get(entity) ?? 0,
      ...(sort === undefined ? {} : { sort }),
      cells: names
        .filter((name) => !shown.includes(name))
        .map((name) => ({ name, value: item[name]!, projected: Object.hasOwn(projected, name) })),
      bytes: itemSize(projected),
    }
  }
}

/** Items of an index that have the same keys in it are told apart by the table's. */
function rowOrder(key: ModelKey, tableKey: ModelKey): (a: ViewRow, b: ViewRow) => number {
  const names = [...keyAttributesOf(key), ...keyAttributesOf(tableKey)].map(({ name }) => name)
  return (a, b) => {
    for (const name of names) {
      const order = compareValues(a.item[name]!, b.item[name]!)
      if (order !== 0) return order
    }
    return 0
  }
}

function collect(rows: readonly ViewRow[], { partition }: ModelKey): readonly ViewCollection[] {
  const collections: { partition: AttributeValue; rows: ViewRow[]; bytes: number }[] = []
  for (const row of rows) {
    const value = row.item[partition.name]!
    const last = collections.at(-1)
    if (last !== undefined && compareValues(last.partition, value) === 0) {
      last.rows.push(row)
      last.bytes += row.bytes
    } else collections.push({ partition: value, rows: [row], bytes: row.bytes })
  }
  return collections
}
