import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { useRef, type CSSProperties, type PointerEvent } from 'react'
import { Menu, type MenuEntry } from '../design/menu.js'
import { classNames } from '../design/class-names.js'
import type { ColumnFacts } from './column-tracker.js'
import './column-header.css'

export interface ColumnActions {
  readonly onResize: (name: string, width: number) => void
  readonly onFit: (name: string) => void
  /** By one place, or beside the column it was dropped on. */
  readonly onMove: (name: string, to: 'left' | 'right' | { readonly before: string }) => void
  readonly onHide: (name: string) => void
  readonly onSort?: (name: string, descending: boolean | undefined) => void
  readonly onFilter?: (name: string) => void
}

export interface ColumnSort {
  readonly name: string
  readonly descending: boolean
}

export interface ColumnHeaderProps {
  readonly column: ColumnFacts
  readonly id: string
  readonly index: number
  readonly role?: 'partition key' | 'sort key' | undefined
  readonly isPinned: boolean
  readonly isActive: boolean
  readonly sort: ColumnSort | undefined
  readonly actions: ColumnActions | undefined
  readonly style: CSSProperties
}

export function ColumnHeader(props: ColumnHeaderProps) {
  const { column, id, index, isPinned, isActive, sort, actions, style } = props
  const sorted = sort?.name === column.name ? sort : undefined
  return (
    <div
      id={id}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sortName(sorted)}
      className={classNames(
        'column-header',
        isPinned && 'column-pinned',
        isActive && 'grid-active',
      )}
      style={style}
      draggable={actions !== undefined && !isPinned}
      onDragStart={(event) => event.dataTransfer.setData('text/column', column.name)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const name = event.dataTransfer.getData('text/column')
        if (name !== '' && name !== column.name) actions?.onMove(name, { before: column.name })
      }}
    >
      <span className="column-name" title={titleOf(props)}>
        {column.name}
      </span>
      {sorted !== undefined &&
        (sorted.descending ? (
          <ArrowDown aria-hidden size={12} />
        ) : (
          <ArrowUp aria-hidden size={12} />
        ))}
      {column.counts.length > 0 && <TypeShare column={column} />}
      {actions !== undefined && (
        <>
          <Menu
            align="start"
            trigger={
              <button
                type="button"
                tabIndex={-1}
                className="column-menu"
                aria-label={`Column ${column.name}`}
              >
                <ChevronDown aria-hidden size={13} />
              </button>
            }
            groups={menuOf(props, actions, sorted)}
          />
          <ResizeHandle column={column} actions={actions} />
        </>
      )}
    </div>
  )
}

function TypeShare({ column }: { readonly column: ColumnFacts }) {
  const [most, ...others] = column.counts
  if (most === undefined) return null
  return (
    <span className="column-type">
      {most[0]}
      {others.length > 0 && <span className="column-mixed"> +{others.length}</span>}
    </span>
  )
}

function sortName(sort: ColumnSort | undefined): 'ascending' | 'descending' | undefined {
  if (sort === undefined) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

function titleOf({ column, role }: ColumnHeaderProps): string {
  const shares = column.counts.map(
    ([type, count]) => `${type} ${Math.round((count / column.total) * 100)}%`,
  )
  const key = role === undefined ? '' : `, ${role}`
  return `${column.name}${key}\n${shares.join(' · ')}`
}

function menuOf(
  { column, isPinned }: ColumnHeaderProps,
  actions: ColumnActions,
  sorted: ColumnSort | undefined,
): readonly (readonly MenuEntry[])[] {
  const { name } = column
  const { onSort, onFilter } = actions
  return [
    onSort === undefined
      ? []
      : [
          { label: 'Sort loaded rows, ascending', onSelect: () => onSort(name, false) },
          { label: 'Sort loaded rows, descending', onSelect: () => onSort(name, true) },
          ...(sorted === undefined
            ? []
            : [{ label: 'As they were read', onSelect: () => onSort(name, undefined) }]),
        ],
    onFilter === undefined ? [] : [{ label: 'Filter', onSelect: () => onFilter(name) }],
    isPinned
      ? []
      : [
          { label: 'Move left', onSelect: () => actions.onMove(name, 'left') },
          { label: 'Move right', onSelect: () => actions.onMove(name, 'right') },
        ],
    [
      { label: 'Wider', onSelect: () => actions.onResize(name, column.width + 60) },
      { label: 'Narrower', onSelect: () => actions.onResize(name, column.width - 60) },
      { label: 'Fit to values', onSelect: () => actions.onFit(name) },
      { label: 'Hide', disabled: isPinned, onSelect: () => actions.onHide(name) },
    ],
  ]
}

interface ResizeHandleProps {
  readonly column: ColumnFacts
  readonly actions: ColumnActions
}

/** For the pointer; the menu has the same for keys. */
function ResizeHandle({ column, actions }: ResizeHandleProps) {
  const from = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined)
  const move = (event: PointerEvent) => {
    if (from.current === undefined) return
    actions.onResize(column.name, from.current.width + event.clientX - from.current.x)
  }
  return (
    <span
      className="column-resize"
      aria-hidden
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, width: column.width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = undefined
      }}
      onDoubleClick={() => actions.onFit(column.name)}
    />
  )
}
