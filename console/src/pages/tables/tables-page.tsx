import { Database, Plus, RotateCw } from 'lucide-react'
import { Button, IconButton } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf } from '../../design/format.js'
import { TextInput } from '../../design/inputs.js'
import { PageHeader } from '../../design/page-header.js'
import { Skeleton } from '../../design/skeleton.js'
import { ElsewhereNotice } from '../../frame/elsewhere-notice.js'
import { matchesWords } from '../../frame/match-words.js'
import { OpenByName } from '../../frame/open-by-name.js'
import { Page } from '../../frame/page.js'
import { useTableNames } from '../../frame/queries.js'
import { useShortcut } from '../../frame/shortcuts.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { useFragment, useNavigate } from '../../routes/place.js'
import { TablesList } from './tables-list.js'
import './tables-page.css'

export function TablesPage() {
  const { region } = useWorkspace()
  const navigate = useNavigate()
  const { data: names, error, refetch } = useTableNames()
  const create = () => navigate(paths.createTable(region))
  useShortcut('n', 'New table', create)
  return (
    <Page title="Tables">
      <PageHeader
        title="Tables"
        actions={
          <>
            <Button icon={Database} onClick={() => navigate(paths.start(region))}>
              Sample data
            </Button>
            <Button kind="primary" icon={Plus} onClick={create}>
              New table
            </Button>
          </>
        }
      />
      <ElsewhereNotice />
      {error !== null && (
        <FaultNotice error={error} onRetry={() => void refetch()}>
          Tables that you may use can be opened by their names.
          <OpenByName />
        </FaultNotice>
      )}
      {names === undefined && error === null && <Skeleton />}
      {names !== undefined && <FilteredTables names={names} />}
    </Page>
  )
}

function FilteredTables({ names }: { readonly names: readonly string[] }) {
  const [{ q = '' }, change] = useFragment()
  const { refetch, dataUpdatedAt } = useTableNames()
  const shown = names.filter((name) => matchesWords(name, q))
  return (
    <>
      <div className="tables-bar">
        <TextInput
          className="tables-filter"
          aria-label="Filter by name"
          placeholder="Filter by name"
          value={q}
          onChange={(text) => change({ q: text === '' ? undefined : text })}
        />
        <span className="tables-count" aria-live="polite">
          {q === '' ? countOf(names.length, 'table') : `${shown.length} of ${names.length}`}
        </span>
        <span className="tables-time">
          as of{' '}
          <time dateTime={new Date(dataUpdatedAt).toISOString()}>{clockTime(dataUpdatedAt)}</time>
        </span>
        <IconButton label="Refresh" icon={RotateCw} onClick={() => void refetch()} />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={`No table of this region has a name with “${q}”.`}
          action={<Button onClick={() => change({ q: undefined })}>Show all tables</Button>}
        />
      ) : (
        <TablesList names={shown} askedAt={dataUpdatedAt} />
      )}
    </>
  )
}

function clockTime(epochMs: number): string {
  return new Date(epochMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
