import { Badge } from '../../design/badge.js'
import { countOf } from '../../design/format.js'
import { ProgressBar } from '../../design/progress-bar.js'
import { useTableDescription } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import { writeFragment } from '../../routes/fragment.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'

export interface RestoredTablesProps {
  readonly source: string
  readonly tables: readonly string[]
}

/** What was restored from this page, and how far it is. */
export function RestoredTables({ source, tables }: RestoredTablesProps) {
  if (tables.length === 0) return null
  return (
    <ul className="recover-made" aria-label="Restored tables">
      {tables.map((table) => (
        <RestoredTable key={table} source={source} table={table} />
      ))}
    </ul>
  )
}

interface RestoredTableProps {
  readonly source: string
  readonly table: string
}

function RestoredTable({ source, table }: RestoredTableProps) {
  const { region } = useWorkspace()
  const { data } = useTableDescription(table)
  const isDone = data?.TableStatus === 'ACTIVE'
  return (
    <li>
      <code>{table}</code>
      <Badge tone={isDone ? 'ok' : 'warn'} dot>
        {data?.TableStatus ?? 'CREATING'}
      </Badge>
      {isDone ? (
        <>
          <span>{countOf(data.ItemCount ?? 0, 'item')}</span>
          <Link to={paths.table(region, table, 'items')}>Items</Link>
          <Link to={`${paths.compare(region)}${writeFragment({ a: table, b: source })}`}>
            Compare
          </Link>
        </>
      ) : (
        <ProgressBar label={`Restoring ${table}`} share={undefined} />
      )}
    </li>
  )
}
