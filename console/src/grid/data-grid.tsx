/**
 * Values in rows and columns, of which only those in sight are drawn. It takes the focus as a whole and has a
 * cursor of its own: one tab stop, however many cells there are.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, type CSSProperties, type MouseEvent } from 'react'
import { toPlainText } from '../values/plain-json.js'
import { ColumnHeader } from './column-header.js'
import type { ColumnFacts } from './column-tracker.js'
import './data-grid.css'
import { placed as placedCursor, rangeOf } from './grid-cursor.js'
import type { DataGridProps, GridSelection } from './grid-props.js'
import { expandedLines, GridRow, type PlacedColumn } from './grid-row.js'
import { useGridKeys } from './use-grid-keys.js'
import { useRowHeight } from './use-row-height.js'

const selectWidth = 36
const lineHeight = 18

export function DataGrid(props: DataGridProps) {
  const { rows, columns, pinned, selection, cursor, expanded, onSee } = props
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const rowHeight = useRowHeight()
  const lead = selection === undefined ? 0 : selectWidth
  const pinnedWidth = columns.slice(0, pinned).reduce((sum, { width }) => sum + width, lead)
  const loose = columns.slice(pinned)
  const width = loose.reduce((sum, column) => sum + column.width, pinnedWidth)

  const heightOf = (row: number) => {
    const column = expanded.get(row)
    const value = column === undefined ? undefined : rows.valueAt(row, column)
    if (value === undefined) return rowHeight
    return Math.max(rowHeight, expandedLines(toPlainText(value)) * lineHeight + 9)
  }
  const down = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan: 6,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: loose.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => loose[at]?.width ?? 0,
    overscan: 2,
    paddingStart: pinnedWidth,
    scrollPaddingStart: pinnedWidth,
  })
  const widths = columns.map((column) => column.width).join()
  useEffect(() => down.measure(), [down, expanded, rowHeight])
  useEffect(() => across.measure(), [across, widths, pinnedWidth])

  const shownColumns = across.getVirtualItems()
  const shownRows = down.getVirtualItems()
  const first = shownRows[0]?.index ?? 0
  const last = shownRows.at(-1)?.index ?? 0
  useEffect(() => onSee?.(first, last), [onSee, first, last, rows.count])

  const placedColumns = useMemo<readonly PlacedColumn[]>(
    () =>
      placeColumns(
        columns,
        pinned,
        lead,
        shownColumns.map(({ index }) => index + pinned),
      ),
    [columns, pinned, lead, shownColumns],
  )
  const gap = (shownColumns[0]?.start ?? pinnedWidth) - pinnedWidth
  const keys = useGridKeys(props, {
    scroller,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    reveal: (row, column) => {
      if (row >= 0) down.scrollToIndex(row)
      if (column >= pinned) across.scrollToIndex(column - pinned)
    },
  })
  const range = rangeOf(cursor)
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rows.count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={selection !== undefined || undefined}
      aria-activedescendant={`${id}-${cursor.row}-${cursor.column}`}
      onKeyDown={keys}
      onMouseDown={(event) => pressed(props, event)}
      onDoubleClick={(event) => {
        const cell = placeOfCell(event)
        if (cell !== undefined) props.onOpen?.(cell.row)
      }}
    >
      <div role="presentation" className="grid-body" style={{ height: down.getTotalSize(), width }}>
        <div
          role="row"
          aria-rowindex={1}
          className="grid-head"
          style={{ height: rowHeight, width }}
        >
          {selection !== undefined && <SelectAll selection={selection} count={rows.count} />}
          {placedColumns
            .filter(({ isPinned }) => isPinned)
            .map((each) => headerOf(props, each, id))}
          {gap > 0 && <div role="presentation" className="grid-gap" style={{ width: gap }} />}
          {placedColumns
            .filter(({ isPinned }) => !isPinned)
            .map((each) => headerOf(props, each, id))}
        </div>
        {shownRows.map(({ index: row, start, size }) => (
          <GridRow
            key={row}
            rows={rows}
            row={row}
            gridId={id}
            placed={placedColumns}
            gap={gap}
            style={{ transform: `translateY(${start}px)`, height: size, width }}
            range={range}
            active={cursor}
            ttl={props.ttl}
            expanded={expanded.get(row)}
            isSelected={selection?.has(row) ?? false}
            hasSelection={selection !== undefined}
          />
        ))}
      </div>
    </div>
  )
}

function headerOf(
  props: DataGridProps,
  { column, index, isPinned, style }: PlacedColumn,
  id: string,
) {
  return (
    <ColumnHeader
      key={column.name}
      id={`${id}--1-${index}`}
      column={column}
      index={index}
      role={props.keyRoles?.[column.name]}
      isPinned={isPinned}
      isActive={props.cursor.row === -1 && props.cursor.column === index}
      sort={props.sort}
      actions={props.actions}
      style={style}
    />
  )
}

function SelectAll({
  selection,
  count,
}: {
  readonly selection: GridSelection
  readonly count: number
}) {
  const isAll = count > 0 && selection.count === count
  return (
    <div
      role="columnheader"
      className="grid-cell grid-select column-pinned"
      onMouseDown={() => selection.toggleAll()}
    >
      <span className={isAll ? 'grid-tick grid-ticked' : 'grid-tick'} aria-hidden />
      <span className="visually-hidden">Selected</span>
    </div>
  )
}

/** Pinned columns stand at their offsets; of the others only those in sight are there. */
function placeColumns(
  columns: readonly ColumnFacts[],
  pinned: number,
  lead: number,
  shown: readonly number[],
): readonly PlacedColumn[] {
  let left = lead
  const fixed = columns.slice(0, pinned).map((column, index) => {
    const style: CSSProperties = { width: column.width, left }
    left += column.width
    return { column, index, isPinned: true, style }
  })
  const others = shown.flatMap((index) => {
    const column = columns[index]
    return column === undefined
      ? []
      : [{ column, index, isPinned: false, style: { width: column.width } }]
  })
  return [...fixed, ...others]
}

function placeOfCell(
  event: MouseEvent,
): { readonly row: number; readonly column: number } | undefined {
  const cell = (event.target as Element).closest<HTMLElement>('[data-row]')
  if (cell === null) return undefined
  return { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
}

function pressed(props: DataGridProps, event: MouseEvent): void {
  const tick = (event.target as Element).closest<HTMLElement>('[data-select]')
  if (tick !== null) {
    const row = Number(tick.dataset['select'])
    props.selection?.toggle(row, event.shiftKey ? props.cursor.row : undefined)
    props.onCursor(placedCursor({ row, column: props.cursor.column }))
    return
  }
  const cell = placeOfCell(event)
  if (cell === undefined) return
  props.onCursor(placedCursor(cell, event.shiftKey ? props.cursor.anchor : undefined))
}
