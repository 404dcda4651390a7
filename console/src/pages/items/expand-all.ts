/** Expanding what rows hold, all at once. */
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import { expandedRowsMax } from './limits.js'

export interface ExpandableRows {
  readonly rows: number
  readonly itemAt: (row: number) => Item | undefined
  readonly columns: readonly string[]
  readonly cursor: { readonly column: number }
}

/**
 * The column by row: that of the cursor if it has maps or lists, else the first that has. Nothing, if anything was
 * expanded before.
 */
export function allExpanded(
  before: ReadonlyMap<number, string>,
  { rows, itemAt, columns, cursor }: ExpandableRows,
): ReadonlyMap<number, string> {
  if (before.size > 0) return new Map()
  const items = Array.from({ length: Math.min(rows, expandedRowsMax) }, (_, row) => itemAt(row))
  const own = columns[cursor.column]
  const wanted = [...(own === undefined ? [] : [own]), ...columns].find((name) =>
    items.some((item) => isNested(item?.[name])),
  )
  if (wanted === undefined) return before
  return new Map(
    items.flatMap((item, row) => (isNested(item?.[wanted]) ? [[row, wanted] as const] : [])),
  )
}

function isNested(value: AttributeValue | undefined): boolean {
  return value !== undefined && ('M' in value || 'L' in value)
}
