import { useEffect, useState } from 'react'
import type { CodeRequest } from '../../code/request.js'
import type { GridSelection } from '../../grid/grid-props.js'
import { rowsInMemoryMax } from '../../grid/limits.js'

export interface RowSelection extends GridSelection {
  /** As they were read. */
  readonly rows: readonly number[]
  readonly clear: () => void
}

/** Selected rows of one query; another query begins without any. Rows are kept as they were read. */
export function useSelection(
  count: number,
  baseRow: (row: number) => number,
  request: CodeRequest | undefined,
): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => setChosen(new Set()), [request])
  return {
    rows: [...chosen],
    count: chosen.size,
    clear: () => setChosen(new Set()),
    has: (row) => chosen.has(baseRow(row)),
    toggle: (row, through = row) => {
      const next = new Set(chosen)
      const isOn = !chosen.has(baseRow(row))
      for (let at = Math.min(row, through); at <= Math.max(row, through); at++) {
        if (isOn) next.add(baseRow(at))
        else next.delete(baseRow(at))
      }
      setChosen(next)
    },
    toggleAll: () => {
      const most = Math.min(count, rowsInMemoryMax)
      const isAll = chosen.size >= most
      setChosen(isAll ? new Set() : new Set(Array.from({ length: most }, (_, at) => baseRow(at))))
    },
  }
}
