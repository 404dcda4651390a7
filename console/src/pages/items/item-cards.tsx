/** Items for a narrow screen: the key, and the first attributes. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { ColumnFacts } from '../../grid/column-tracker.js'
import { GridValue } from '../../grid/grid-cell.js'
import type { GridRows } from '../../grid/grid-rows.js'
import { printValue } from '../../values/print-value.js'
import './item-cards.css'

export interface ItemCardsProps {
  readonly rows: GridRows
  readonly keys: readonly string[]
  readonly columns: readonly ColumnFacts[]
  readonly ttl: string | undefined
  readonly onOpen: (row: number) => void
  readonly onSee: (first: number, last: number) => void
}

const attributesShown = 3
const cardHeight = 116

export function ItemCards({ rows, keys, columns, ttl, onOpen, onSee }: ItemCardsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const down = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    overscan: 4,
  })
  const shown = down.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => onSee(first, last), [onSee, first, last, rows.count])
  const others = columns.filter(({ name }) => !keys.includes(name)).slice(0, attributesShown)
  return (
    <div ref={scroller} className="cards" tabIndex={0} role="region" aria-label="Items">
      <ul className="cards-list" style={{ height: down.getTotalSize() }}>
        {shown.map(({ index: row, start }) => (
          <li key={row} className="card" style={{ transform: `translateY(${start}px)` }}>
            <button type="button" className="card-open" onClick={() => onOpen(row)}>
              <span className="card-key">{keyText(rows, keys, row)}</span>
              {others.map((column) => (
                <span key={column.name} className="card-line">
                  <span className="card-name">{column.name}</span>
                  <span className="card-value">
                    <GridValue
                      value={rows.valueAt(row, column.name)}
                      usual={column.type}
                      isTtl={column.name === ttl}
                    />
                  </span>
                </span>
              ))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function keyText(rows: GridRows, keys: readonly string[], row: number): string {
  return keys
    .flatMap((name) => {
      const value = rows.valueAt(row, name)
      return value === undefined ? [] : [printValue(value, 60)]
    })
    .join(' / ')
}
