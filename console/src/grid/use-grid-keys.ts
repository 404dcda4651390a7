/** The keys of a grid: moving, extending, selecting, opening, expanding and copying. */
import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react'
import { copyText } from '../design/copy-text.js'
import { copiedJson, copiedText } from './copied-range.js'
import { moveCursor, rangeOf } from './grid-cursor.js'
import type { DataGridProps } from './grid-props.js'

export interface GridView {
  readonly scroller: RefObject<HTMLDivElement | null>
  pageRows(): number
  reveal(row: number, column: number): void
}

type Press = KeyboardEvent<HTMLDivElement>

export function useGridKeys(props: DataGridProps, view: GridView): (event: Press) => void {
  const latest = useRef({ props, view })
  latest.current = { props, view }
  return useCallback((event) => {
    const { props: now, view: shown } = latest.current
    if (event.target !== event.currentTarget) return leaveHeader(event)
    const isDone = copies(now, event) || moves(now, shown, event) || acts(now, shown, event)
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
  }, [])
}

/** A menu gives the focus back to its button; the next arrow goes on from the grid. */
function leaveHeader(event: Press): void {
  const isButton = (event.target as Element).matches('.grid-head button')
  if (isButton && /^(Arrow|Esc)/.test(event.key)) {
    event.preventDefault()
    event.currentTarget.focus()
  }
}

function copies(props: DataGridProps, event: Press): boolean {
  const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c'
  const isLetter = event.key === 'y' && !event.ctrlKey && !event.metaKey
  if (!isCopy && !isLetter) return false
  const names = props.columns.map(({ name }) => name)
  const range = rangeOf(props.cursor)
  const copy = event.shiftKey ? copiedJson : copiedText
  void copyText(copy(props.rows, names, range)).then(() => {
    props.onCopied?.(
      (range.lastRow - range.firstRow + 1) * (range.lastColumn - range.firstColumn + 1),
    )
  })
  return true
}

function moves(props: DataGridProps, view: GridView, event: Press): boolean {
  if (event.altKey || expandsInstead(props, event)) return false
  const press = {
    key: event.key,
    shift: event.shiftKey,
    control: event.ctrlKey || event.metaKey,
  }
  const bounds = { rows: props.rows.count, columns: props.columns.length, page: view.pageRows() }
  const next = moveCursor(props.cursor, press, bounds)
  if (next === undefined) return false
  props.onCursor(next)
  view.reveal(next.row, next.column)
  return true
}

/** Maps and lists open to the right and close to the left. */
function expandsInstead(props: DataGridProps, event: Press): boolean {
  if (event.shiftKey || event.ctrlKey || event.metaKey) return false
  const { row } = props.cursor
  const name = props.columns[props.cursor.column]?.name
  if (row < 0 || name === undefined) return false
  const isOpen = props.expanded.get(row) === name
  if (event.key === 'ArrowLeft') return isOpen
  if (event.key !== 'ArrowRight' || isOpen) return false
  const value = props.rows.valueAt(row, name)
  return value !== undefined && ('M' in value || 'L' in value)
}

function acts(props: DataGridProps, view: GridView, event: Press): boolean {
  const { row, column } = props.cursor
  const name = props.columns[column]?.name
  if (row === -1) return event.key === 'Enter' && opensMenu(view, column)
  switch (event.key) {
    case ' ':
      props.selection?.toggle(row, event.shiftKey ? props.cursor.anchor.row : undefined)
      return props.selection !== undefined
    case 'Enter':
    case 'F2':
      props.onOpen?.(row)
      return props.onOpen !== undefined
    case 'ArrowRight':
      props.onExpand(row, name)
      return true
    case 'ArrowLeft':
    case 'Escape':
      if (!props.expanded.has(row)) return false
      props.onExpand(row, undefined)
      return true
    case 'a':
      if (!(event.ctrlKey || event.metaKey)) return false
      props.selection?.toggleAll()
      return props.selection !== undefined
    default:
      return false
  }
}

/** The button of a header opens on a key of its own. */
function opensMenu({ scroller }: GridView, column: number): boolean {
  const header = scroller.current?.querySelector(
    `[role=columnheader][aria-colindex="${column + 1}"]`,
  )
  const button = header?.querySelector<HTMLElement>('.column-menu')
  if (button === undefined || button === null) return false
  button.focus()
  button.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  return true
}
