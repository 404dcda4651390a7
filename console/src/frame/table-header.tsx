import type { ReactNode } from 'react'
import { Badge } from '../design/badge.js'
import { PageHeader } from '../design/page-header.js'
import { paths, type TablePage } from '../routes/paths.js'
import { Link, usePlace } from '../routes/place.js'
import { useTableDescription } from './queries.js'
import './table-header.css'
import { useWorkspace } from './workspace.js'

const pages: readonly (readonly [TablePage, string])[] = [
  ['items', 'Items'],
  ['overview', 'Overview'],
  ['collections', 'Collections'],
  ['watch', 'Watch'],
  ['metrics', 'Metrics'],
  ['recover', 'Recover'],
  ['import', 'Import'],
  ['search', 'Search'],
]

export interface TableHeaderProps {
  readonly table: string
  readonly actions?: ReactNode
}

/** The head of every page about a table: its name, its state, and the ways to its other pages. */
export function TableHeader({ table, actions }: TableHeaderProps) {
  const { region } = useWorkspace()
  const { page } = usePlace()
  const { data } = useTableDescription(table)
  const state = data?.TableStatus
  const isSearchable = (data?.VectorIndexes?.length ?? 0) > 0 || page === 'search'
  const shownPages = pages.filter(([name]) => name !== 'search' || isSearchable)
  return (
    <div className="table-header">
      <PageHeader
        title={
          <span className="table-name">
            {table}
            {state !== undefined && state !== 'ACTIVE' && (
              <Badge tone="warn" dot>
                {state}
              </Badge>
            )}
          </span>
        }
        actions={actions}
      />
      <nav className="table-pages" aria-label="Pages of the table">
        {shownPages.map(([name, label]) => (
          <Link
            key={name}
            to={paths.table(region, table, name)}
            aria-current={(page === 'table' ? 'overview' : page) === name ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
