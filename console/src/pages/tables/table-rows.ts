/** The rows of the list of tables, and their order. */
import type {
  AttributeDefinition,
  KeySchemaElement,
  TableDescription,
} from '../../api/generated/dynamodb-types.js'
import { billingModeOf } from '../../code/table-settings.js'
import { formatCount } from '../../design/format.js'

export interface TableRow {
  readonly name: string
  /** Undefined while it is on its way, or if it may not be read. */
  readonly description?: TableDescription | undefined
  /** Why there is no description. */
  readonly error?: unknown
}

export const sortableColumns = ['name', 'items', 'size', 'indexes'] as const
export type SortableColumn = (typeof sortableColumns)[number]

export interface RowOrder {
  readonly column: SortableColumn
  readonly direction: 'ascending' | 'descending'
}

export function sortedRows(rows: readonly TableRow[], order: RowOrder): readonly TableRow[] {
  const sign = order.direction === 'ascending' ? 1 : -1
  return rows.toSorted(
    (a, b) =>
      sign * (order.column === 'name' ? 0 : amountOf(a, order) - amountOf(b, order)) ||
      sign * compareNames(a.name, b.name),
  )
}

/** The order of ListTables. */
function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function amountOf({ description }: TableRow, { column }: RowOrder): number {
  if (column === 'items') return description?.ItemCount ?? -1
  if (column === 'size') return description?.TableSizeBytes ?? -1
  return description === undefined ? -1 : indexCount(description)
}

/** A second press turns the order; numbers begin with the largest. */
export function nextOrder(now: RowOrder, column: SortableColumn): RowOrder {
  if (now.column !== column) {
    return { column, direction: column === 'name' ? 'ascending' : 'descending' }
  }
  return { column, direction: now.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** `Artist S, Song S`. */
export function keySchemaText(
  schema: readonly KeySchemaElement[] = [],
  definitions: readonly AttributeDefinition[] = [],
): string {
  return schema
    .map(({ AttributeName }) => {
      const found = definitions.find((each) => each.AttributeName === AttributeName)
      return `${AttributeName} ${found?.AttributeType ?? ''}`.trim()
    })
    .join(', ')
}

export function billingText(description: TableDescription): string {
  if (billingModeOf(description) === 'PAY_PER_REQUEST') return 'on-demand'
  const { ReadCapacityUnits = 0, WriteCapacityUnits = 0 } = description.ProvisionedThroughput ?? {}
  return `${formatCount(ReadCapacityUnits)}/${formatCount(WriteCapacityUnits)} units`
}

function indexCount({
  GlobalSecondaryIndexes = [],
  LocalSecondaryIndexes = [],
  VectorIndexes = [],
}: TableDescription): number {
  return GlobalSecondaryIndexes.length + LocalSecondaryIndexes.length + VectorIndexes.length
}

/** `3 (1 building)`. */
export function indexText(description: TableDescription): string {
  const count = indexCount(description)
  const { GlobalSecondaryIndexes = [], VectorIndexes = [] } = description
  const changing = [...GlobalSecondaryIndexes, ...VectorIndexes].flatMap(({ IndexStatus }) =>
    IndexStatus === undefined || IndexStatus === 'ACTIVE' ? [] : [IndexStatus],
  )
  const states = new Set(changing.map((state) => indexStates[state as keyof typeof indexStates]))
  if (states.size === 0) return count === 0 ? '–' : String(count)
  return `${count} (${changing.length} ${[...states].join(', ')})`
}

const indexStates = {
  CREATING: 'building',
  UPDATING: 'updating',
  DELETING: 'deleting',
  ACTIVE: 'active',
} as const
