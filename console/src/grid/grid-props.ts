import type { ColumnActions, ColumnSort } from './column-header.js'
import type { ColumnFacts } from './column-tracker.js'
import type { GridCursor } from './grid-cursor.js'
import type { GridRows } from './grid-rows.js'

export interface GridSelection {
  has(row: number): boolean
  readonly count: number
  toggle(row: number, through?: number): void
  toggleAll(): void
}

export interface DataGridProps {
  readonly label: string
  readonly rows: GridRows
  readonly columns: readonly ColumnFacts[]
  /** How many columns from the left stay in sight. */
  readonly pinned: number
  readonly keyRoles?: Readonly<Record<string, 'partition key' | 'sort key'>>
  readonly ttl?: string | undefined
  readonly sort?: ColumnSort | undefined
  readonly actions?: ColumnActions
  readonly selection?: GridSelection
  readonly cursor: GridCursor
  readonly onCursor: (cursor: GridCursor) => void
  readonly onOpen?: (row: number) => void
  readonly onCopied?: (cells: number) => void
  /** Values that are shown whole: the column by row. */
  readonly expanded: ReadonlyMap<number, string>
  readonly onExpand: (row: number, column: string | undefined) => void
  readonly onSee?: (first: number, last: number) => void
}
