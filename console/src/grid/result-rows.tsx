import { useMemo, useState } from 'react'
import { formatCount } from '../design/format.js'
import { useToasts } from '../frame/toasts.js'
import { ColumnTracker } from './column-tracker.js'
import { DataGrid } from './data-grid.js'
import { firstCell } from './grid-cursor.js'
import { itemRows } from './grid-rows.js'
import type { Item } from '../values/attribute-value.js'
import './result-rows.css'

export interface ResultRowsProps {
  readonly label: string
  readonly items: readonly Item[]
  /** Shown first. */
  readonly keys: readonly string[]
  readonly onOpen?: (row: number) => void
  /** The row that the cursor goes to. */
  readonly onRow?: (row: number) => void
}

const nothingExpanded: ReadonlyMap<number, string> = new Map()

/** Items in a grid: the columns are the attributes of all of them, keys first. */
export function ResultRows({ label, items, keys, onOpen, onRow }: ResultRowsProps) {
  const showToast = useToasts()
  const [cursor, setCursor] = useState(firstCell)
  const [expanded, setExpanded] = useState(nothingExpanded)
  const rows = useMemo(() => itemRows(items.length, (row) => items[row]), [items])
  const columns = useMemo(() => columnsOf(items, keys), [items, keys])
  return (
    <div className="result-rows">
      <DataGrid
        label={label}
        rows={rows}
        columns={columns}
        pinned={0}
        cursor={cursor}
        onCursor={(next) => {
          setCursor(next)
          onRow?.(next.row)
        }}
        {...(onOpen !== undefined && { onOpen })}
        expanded={expanded}
        onExpand={(row, column) => {
          const next = new Map(expanded)
          if (column === undefined) next.delete(row)
          else next.set(row, column)
          setExpanded(next)
        }}
        onCopied={(cells) =>
          showToast({
            text: cells === 1 ? 'Copied the value' : `Copied ${formatCount(cells)} values`,
          })
        }
      />
    </div>
  )
}

/** A key that was not asked for has no column. */
function columnsOf(items: readonly Item[], keys: readonly string[]) {
  const tracker = new ColumnTracker()
  tracker.add(items)
  return tracker.columns(keys).filter(({ total }) => total > 0)
}
