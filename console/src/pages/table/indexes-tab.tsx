import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../design/badge.js'
import { Button, IconButton } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { formatBytes, formatCount } from '../../design/format.js'
import { Panel } from '../../design/panel.js'
import { ProgressBar } from '../../design/progress-bar.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { useTableWork } from '../../frame/table-work.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'
import { AddIndexDialog } from './add-index-dialog.js'
import { AddVectorIndexDialog } from './add-vector-index-dialog.js'
import { indexRows, type IndexRow } from './index-rows.js'
import type { TableTabProps } from './table-tab.js'

export function IndexesTab({ table, description }: TableTabProps) {
  const { region } = useWorkspace()
  const [added, setAdding] = useState<'secondary' | 'vector' | undefined>(undefined)
  const [removed, setRemoved] = useState<IndexRow | undefined>(undefined)
  const work = useTableWork(table)
  const rows = indexRows(description)
  const remove = ({ name: IndexName, kind }: IndexRow) =>
    work.mutate(
      {
        run: (client) =>
          client.call('dynamodb', 'UpdateTable', {
            TableName: table,
            ...(kind === 'vector'
              ? { VectorIndexUpdates: [{ Delete: { IndexName } }] }
              : { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }),
          }),
        done: `${IndexName} is being deleted.`,
      },
      { onSuccess: () => setRemoved(undefined) },
    )
  return (
    <div className="table-tab">
      <Panel
        title="Indexes"
        actions={
          <>
            <Button icon={Plus} onClick={() => setAdding('secondary')}>
              Add index
            </Button>
            <Button icon={Plus} onClick={() => setAdding('vector')}>
              Add vector index
            </Button>
          </>
        }
      >
        {rows.length === 0 ? (
          <EmptyState title="The table has no indexes.">
            An index finds items by other attributes than the key.
          </EmptyState>
        ) : (
          <RowsTable
            caption="Indexes"
            columns={columnsOf(paths.table(region, table, 'search'), setRemoved)}
            rows={rows}
            keyOf={({ name }) => name}
          />
        )}
      </Panel>
      <AddIndexDialog
        table={table}
        description={description}
        open={added === 'secondary'}
        onClose={() => setAdding(undefined)}
      />
      <AddVectorIndexDialog
        table={table}
        description={description}
        open={added === 'vector'}
        onClose={() => setAdding(undefined)}
      />
      <ConfirmDialog
        title={`Delete index ${removed?.name ?? ''}`}
        action="Delete index"
        open={removed !== undefined}
        busy={work.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => removed !== undefined && remove(removed)}
      >
        <p>Queries and searches on it fail from then on. The items of the table stay.</p>
        {work.error !== null && <FaultNotice error={work.error} />}
      </ConfirmDialog>
    </div>
  )
}

function columnsOf(search: string, onRemove: (row: IndexRow) => void): readonly Column<IndexRow>[] {
  return [
    { name: 'name', heading: 'Name', cell: ({ name }) => <code>{name}</code> },
    { name: 'kind', heading: 'Kind', isSecondary: true, cell: ({ kind }) => kind },
    {
      name: 'key',
      heading: 'Key',
      cell: ({ key }) => <code>{key}</code>,
    },
    {
      name: 'projection',
      heading: 'Projection',
      isSecondary: true,
      cell: ({ projection }) => projection,
    },
    { name: 'state', heading: 'Status', cell: (row) => <IndexState row={row} /> },
    {
      name: 'items',
      heading: 'Items',
      isNumber: true,
      isSecondary: true,
      cell: ({ items }) => formatCount(items),
    },
    {
      name: 'size',
      heading: 'Size',
      isNumber: true,
      isSecondary: true,
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      name: 'actions',
      heading: <span className="visually-hidden">Actions</span>,
      cell: (row) => (
        <span className="index-actions">
          {row.kind === 'vector' && (
            <Link
              to={`${search}#index=${encodeURIComponent(row.name)}`}
              aria-label={`Search ${row.name}`}
            >
              Search
            </Link>
          )}
          {row.kind !== 'local' && (
            <IconButton
              label={`Delete index ${row.name}`}
              icon={Trash2}
              disabled={row.state === 'DELETING'}
              onClick={() => onRemove(row)}
            />
          )}
        </span>
      ),
    },
  ]
}

function IndexState({ row: { name, state, isBackfilling, share } }: { readonly row: IndexRow }) {
  if (state === 'ACTIVE')
    return (
      <Badge tone="ok" dot>
        ACTIVE
      </Badge>
    )
  return (
    <span className="index-state">
      <Badge tone="warn" dot>
        {state}
      </Badge>
      {isBackfilling && <span className="table-note">backfilling</span>}
      {state === 'CREATING' && <ProgressBar label={`Building ${name}`} share={share} />}
    </span>
  )
}
