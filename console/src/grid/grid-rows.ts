/** What a grid shows, by place: the grid does not know where values come from. */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import type { ColumnFacts } from './column-tracker.js'
import { transposedItemsMax } from './limits.js'

export interface GridRows {
  readonly count: number
  /** Whether its values are in memory. */
  isLoaded(row: number): boolean
  valueAt(row: number, column: string): AttributeValue | undefined
}

export function itemRows(count: number, at: (row: number) => Item | undefined): GridRows {
  return {
    count,
    isLoaded: (row) => at(row) !== undefined,
    valueAt: (row, column) => {
      const item = at(row)
      return item !== undefined && Object.hasOwn(item, column) ? item[column] : undefined
    },
  }
}

export const attributeColumn = 'Attribute'

/** Rows and columns exchanged: a row for each attribute, a column for each of the first items. */
export function transposed(
  rows: GridRows,
  columns: readonly ColumnFacts[],
): { readonly rows: GridRows; readonly columns: readonly ColumnFacts[] } {
  const names = columns.map(({ name }) => name)
  const count = Math.min(rows.count, transposedItemsMax)
  const facts = (name: string, width: number): ColumnFacts => ({
    name,
    type: 'S',
    counts: [],
    total: names.length,
    width,
  })
  return {
    rows: {
      count: names.length,
      isLoaded: () => true,
      valueAt: (row, column) => {
        if (column === attributeColumn) return { S: names[row]! }
        return rows.valueAt(Number(column) - 1, names[row]!)
      },
    },
    columns: [
      facts(attributeColumn, 180),
      ...Array.from({ length: count }, (_, at) => facts(String(at + 1), 180)),
    ],
  }
}
