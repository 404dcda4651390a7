/** Where the cursor of a grid is and how keys move it. Row -1 is the header. */
export interface GridCell {
  readonly row: number
  readonly column: number
}

export interface GridCursor extends GridCell {
  /** The other corner of the range. */
  readonly anchor: GridCell
}

export const firstCell: GridCursor = { row: 0, column: 0, anchor: { row: 0, column: 0 } }

export interface GridBounds {
  readonly rows: number
  readonly columns: number
  /** Rows that fit on the screen. */
  readonly page: number
}

export interface KeyPress {
  readonly key: string
  readonly shift: boolean
  readonly control: boolean
}

/** Undefined if the key does not move the cursor. */
export function moveCursor(
  cursor: GridCursor,
  press: KeyPress,
  bounds: GridBounds,
): GridCursor | undefined {
  const target = targetOf(cursor, press, bounds)
  if (target === undefined) return undefined
  const row = clamp(target.row, -1, bounds.rows - 1)
  const column = clamp(target.column, 0, bounds.columns - 1)
  return placed({ row, column }, press.shift ? cursor.anchor : undefined)
}

export function placed(cell: GridCell, anchor: GridCell = cell): GridCursor {
  return { row: cell.row, column: cell.column, anchor: { row: anchor.row, column: anchor.column } }
}

function targetOf(
  { row, column }: GridCell,
  { key, control }: KeyPress,
  bounds: GridBounds,
): GridCell | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: control ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: control ? bounds.rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: control ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: control ? bounds.columns - 1 : column + 1 }
    case 'PageUp':
      return { row: row - bounds.page, column }
    case 'PageDown':
      return { row: row + bounds.page, column }
    case 'Home':
      return { row: control ? 0 : row, column: 0 }
    case 'End':
      return { row: control ? bounds.rows - 1 : row, column: bounds.columns - 1 }
    default:
      return undefined
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}

export interface CellRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** The rows and columns between cursor and anchor, without the header. */
export function rangeOf({ row, column, anchor }: GridCursor): CellRange {
  return {
    firstRow: Math.max(0, Math.min(row, anchor.row)),
    lastRow: Math.max(row, anchor.row),
    firstColumn: Math.min(column, anchor.column),
    lastColumn: Math.max(column, anchor.column),
  }
}

export function isInRange(range: CellRange, row: number, column: number): boolean {
  return (
    row >= range.firstRow &&
    row <= range.lastRow &&
    column >= range.firstColumn &&
    column <= range.lastColumn
  )
}
