import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../design/class-names.js'
import { toPlainText } from '../values/plain-json.js'
import type { ColumnFacts } from './column-tracker.js'
import { GridValue } from './grid-cell.js'
import { isInRange, type CellRange } from './grid-cursor.js'
import type { GridRows } from './grid-rows.js'
import { expandedLinesMax } from './limits.js'

export interface PlacedColumn {
  readonly column: ColumnFacts
  readonly index: number
  readonly isPinned: boolean
  readonly style: CSSProperties
}

export interface GridRowProps {
  readonly rows: GridRows
  readonly row: number
  readonly gridId: string
  readonly placed: readonly PlacedColumn[]
  /** The room of the columns left of those that are drawn. */
  readonly gap: number
  readonly style: CSSProperties
  readonly range: CellRange
  readonly active: { readonly row: number; readonly column: number }
  readonly ttl: string | undefined
  readonly expanded: string | undefined
  readonly isSelected: boolean
  readonly hasSelection: boolean
  readonly tint?: string | undefined
}

/** The grid handles events by the places that cells carry. */
export function GridRow(props: GridRowProps) {
  const { rows, row, placed, gap, style, isSelected, hasSelection } = props
  const isLoaded = rows.isLoaded(row)
  const pinned = placed.filter(({ isPinned }) => isPinned)
  const others = placed.filter(({ isPinned }) => !isPinned)
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      aria-selected={hasSelection ? isSelected : undefined}
      aria-busy={!isLoaded || undefined}
      className={classNames('grid-row', isSelected && 'grid-row-selected', props.tint)}
      style={style}
    >
      {hasSelection && <SelectCell row={row} isSelected={isSelected} />}
      {pinned.map((each) => cellOf(props, each, isLoaded))}
      {gap > 0 && <div role="presentation" className="grid-gap" style={{ width: gap }} />}
      {others.map((each) => cellOf(props, each, isLoaded))}
    </div>
  )
}

function SelectCell({ row, isSelected }: { readonly row: number; readonly isSelected: boolean }) {
  return (
    <div role="gridcell" className="grid-cell grid-select column-pinned" data-select={row}>
      <span className={classNames('grid-tick', isSelected && 'grid-ticked')} aria-hidden />
      <span className="visually-hidden">{isSelected ? 'selected' : 'not selected'}</span>
    </div>
  )
}

function cellOf(props: GridRowProps, placed: PlacedColumn, isLoaded: boolean): ReactNode {
  const { rows, row, gridId, range, active, ttl, expanded } = props
  const { column, index, isPinned, style } = placed
  const value = isLoaded ? rows.valueAt(row, column.name) : undefined
  const isActive = active.row === row && active.column === index
  return (
    <div
      key={column.name}
      id={`${gridId}-${row}-${index}`}
      role="gridcell"
      aria-colindex={index + 1}
      aria-selected={isInRange(range, row, index) || undefined}
      className={classNames(
        'grid-cell',
        isPinned && 'column-pinned',
        isLoaded && value === undefined && 'grid-missing',
        column.type === 'N' && column.name !== ttl && 'grid-number',
        isInRange(range, row, index) && 'grid-ranged',
        isActive && 'grid-active',
      )}
      style={style}
      data-row={row}
      data-column={index}
    >
      {!isLoaded ? (
        <span className="grid-waiting" aria-hidden />
      ) : expanded === column.name && value !== undefined ? (
        <pre className="grid-expanded">{expandedText(toPlainText(value))}</pre>
      ) : (
        <GridValue value={value} usual={column.type} isTtl={column.name === ttl} />
      )}
    </div>
  )
}

/** Lines that an expanded value takes. */
export function expandedLines(text: string): number {
  return Math.min(expandedLinesMax + 1, text.split('\n').length)
}

function expandedText(text: string): string {
  const lines = text.split('\n')
  if (lines.length <= expandedLinesMax) return text
  const more = lines.length - expandedLinesMax
  return [...lines.slice(0, expandedLinesMax), `… ${more} more lines: open the item`].join('\n')
}
