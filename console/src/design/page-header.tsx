import type { ReactNode } from 'react'
import './page-header.css'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** A line of facts below the title. */
  readonly facts?: ReactNode
  readonly actions?: ReactNode
}

export function PageHeader({ title, facts, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="page-title">
        <h1>{title}</h1>
        {facts !== undefined && <p className="page-facts">{facts}</p>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </header>
  )
}
