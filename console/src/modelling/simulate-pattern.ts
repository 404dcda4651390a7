/**
 * An access pattern, carried out on the sample items: what is read, what a filter drops, what is
 * returned, and what it costs in units and requests, by DynamoDB's rules.
 */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import { compareValues, sameValue } from '../values/compare-values.js'
import { itemSize } from '../values/item-size.js'
import type { AccessPattern, ModelTable } from './data-model.js'
import { itemKeyOf } from './data-model.js'
import { pageBytesMax } from './limits.js'
import type { PlannedCondition, ServedPlan } from './pattern-plan.js'
import { viewNamed, tableViewOf, type ViewRow } from './table-view.js'
import { writtenItem } from './pattern-request.js'

export interface Simulation {
  readonly read: number
  readonly filtered: number
  readonly returned: number
  readonly requests: number
  readonly readUnits: number
  readonly writeUnits: number
  /** Keys in the table of the items that are read, and of those that are returned. */
  readonly readKeys: ReadonlySet<string>
  readonly returnedKeys: ReadonlySet<string>
}

export function simulatePattern(
  table: ModelTable,
  pattern: AccessPattern,
  plan: ServedPlan,
): Simulation {
  switch (plan.operation) {
    case 'GetItem':
    case 'Query':
    case 'Scan':
      return simulateRead(table, pattern, plan)
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return simulateWrite(table, pattern, plan)
  }
}

function simulateRead(table: ModelTable, pattern: AccessPattern, plan: ServedPlan): Simulation {
  const rows = rowsOf(table, plan)
  const ordered = pattern.descending ? rows.toReversed() : rows
  const read = ordered.slice(0, pattern.limit ?? ordered.length)
  const returned = read.filter(({ projected }) =>
    plan.filters.every((each) => holds(each, projected)),
  )
  const pages = pagesOf(read)
  return {
    read: read.length,
    filtered: read.length - returned.length,
    returned: returned.length,
    requests: pages.length,
    readUnits: pages.reduce((sum, bytes) => sum + readUnitsOf(bytes, pattern.consistent), 0),
    writeUnits: 0,
    readKeys: new Set(read.map(({ itemKey }) => itemKey)),
    returnedKeys: new Set(returned.map(({ itemKey }) => itemKey)),
  }
}

function rowsOf(
  table: ModelTable,
  { index = '', partition, sort }: ServedPlan,
): readonly ViewRow[] {
  const rows = viewNamed(table, index)?.collections.flatMap((each) => each.rows) ?? []
  const conditions = [partition, sort].filter((each) => each !== undefined)
  return rows.filter(({ item }) => conditions.every((each) => holds(each, item)))
}

function holds({ attribute, operator, values }: PlannedCondition, item: Item): boolean {
  const value = item[attribute]
  const [low, high] = values
  if (value === undefined || low === undefined) return false
  if (operator === '=') return sameValue(value, low)
  if (operator === 'begins_with') return 'S' in value && 'S' in low && value.S.startsWith(low.S)
  if (!comparable(value, low)) return false
  const order = compareValues(value, low)
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case 'between':
      return order >= 0 && high !== undefined && compareValues(value, high) <= 0
  }
}

function comparable(a: AttributeValue, b: AttributeValue): boolean {
  return (['S', 'N', 'B'] as const).some((type) => type in a && type in b)
}

/** The bytes of each page: a page ends with the item that passes 1 MB. At least one request is made. */
function pagesOf(rows: readonly ViewRow[]): readonly number[] {
  const pages = [0]
  for (const { bytes } of rows) {
    if (pages.at(-1)! + bytes > pageBytesMax && pages.at(-1)! > 0) pages.push(0)
    pages[pages.length - 1]! += bytes
  }
  return pages
}

function readUnitsOf(bytes: number, consistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5)
}

function simulateWrite(table: ModelTable, pattern: AccessPattern, plan: ServedPlan): Simulation {
  const rows = rowsOf(table, { ...plan, filters: [] })
  const before = rows[0]?.item
  const after = plan.operation === 'DeleteItem' ? undefined : writtenItem(table, pattern, plan)
  const keys = new Set(rows.map(({ itemKey }) => itemKey))
  return {
    read: 0,
    filtered: 0,
    returned: 0,
    requests: 1,
    readUnits: 0,
    writeUnits: writeUnitsOf(table, before, after),
    readKeys: keys,
    returnedKeys: keys,
  }
}

/** Of the table, and of each index whose entry changes. */
function writeUnitsOf(
  table: ModelTable,
  before: Item | undefined,
  after: Item | undefined,
): number {
  const largest = Math.max(before ? itemSize(before) : 0, after ? itemSize(after) : 0)
  const own = Math.max(1, Math.ceil(largest / 1024))
  const indexes = table.indexes.map((index) => {
    const [old, now] = [before, after].map((item) => item && entryIn(table, index.name, item))
    if (old === undefined && now === undefined) return 0
    if (old !== undefined && now !== undefined) {
      if (old.entryKey === now.entryKey) {
        return sameEntry(old.row, now.row) ? 0 : unitsOf(Math.max(old.row.bytes, now.row.bytes))
      }
      return unitsOf(old.row.bytes) + unitsOf(now.row.bytes)
    }
    return unitsOf((old ?? now)!.row.bytes)
  })
  return indexes.reduce((sum, units) => sum + units, own)
}

function unitsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1024))
}

function sameEntry(a: ViewRow, b: ViewRow): boolean {
  return sameValue({ M: a.projected }, { M: b.projected })
}

function entryIn(
  table: ModelTable,
  name: string,
  item: Item,
): { readonly row: ViewRow; readonly entryKey: string } | undefined {
  const index = table.indexes.find((each) => each.name === name)!
  const row = tableViewOf({ ...table, samples: [item] }, index).collections[0]?.rows[0]
  return row && { row, entryKey: itemKeyOf(index.key, item) ?? '' }
}
