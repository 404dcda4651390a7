import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import './sort-button.css'

export interface SortButtonProps {
  readonly direction: 'ascending' | 'descending' | undefined
  readonly onClick: () => void
  readonly children: ReactNode
}

/** The heading of a column that rows can be sorted by. */
export function SortButton({ direction, onClick, children }: SortButtonProps) {
  return (
    <button type="button" className="sort-button" onClick={onClick}>
      {children}
      {direction === 'ascending' && <ArrowUp aria-label="ascending" size={12} />}
      {direction === 'descending' && <ArrowDown aria-label="descending" size={12} />}
    </button>
  )
}
