import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AttributeDefinition, TableDescription } from '../../api/generated/dynamodb-types.js'
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
import { AddIndexDialog } from './add-index-dialog.js'
import { indexRows, type IndexRow } from './index-rows.js'
import type { TableTabProps } from './table-tab.js'

export function IndexesTab({ table, description }: TableTabProps) {
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<string | undefined>(undefined)
  const work = useTableWork(table)
  const rows = indexRows(description)
  const remove = (IndexName: string) =>
    work.mutate(
      {
        run: (client) =>
          client.call('dynamodb', 'UpdateTable', {
            TableName: table,
            GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }],
          }),
        done: `${IndexName} is being deleted.`,
      },
      { onSuccess: () => setRemoved(undefined) },
    )
  return (
    <div className="table-tab">
      <Panel
        title="Secondary indexes"
        actions={
          <Button icon={Plus} onClick={() => setAdding(true)}>
            Add index
          </Button>
        }
      >
        {rows.length === 0 ? (
          <EmptyState title="The table has no indexes.">
            An index finds items by other attributes than the key.
          </EmptyState>
        ) : (
          <RowsTable
            caption="Indexes"
            columns={columnsOf(description, setRemoved)}
            rows={rows}
            keyOf={({ name }) => name}
          />
        )}
      </Panel>
      <AddIndexDialog
        table={table}
        description={description}
        open={isAdding}
        onClose={() => setAdding(false)}
      />
      <ConfirmDialog
        title={`Delete index ${removed ?? ''}`}
        action="Delete index"
        open={removed !== undefined}
        busy={work.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => removed !== undefined && remove(removed)}
      >
        <p>Queries on it fail from then on. The items of the table stay.</p>
        {work.error !== null && <FaultNotice error={work.error} />}
      </ConfirmDialog>
    </div>
  )
}

function columnsOf(
  { AttributeDefinitions = [] }: TableDescription,
  onRemove: (name: string) => void,
): readonly Column<IndexRow>[] {
  return [
    { name: 'name', heading: 'Name', cell: ({ name }) => <code>{name}</code> },
    { name: 'kind', heading: 'Kind', isSecondary: true, cell: ({ kind }) => kind },
    {
      name: 'key',
      heading: 'Key',
      cell: (row) => <code>{keyOfIndex(row, AttributeDefinitions)}</code>,
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
      name: 'remove',
      heading: <span className="visually-hidden">Actions</span>,
      cell: ({ name, kind, state }) =>
        kind === 'global' && (
          <IconButton
            label={`Delete index ${name}`}
            icon={Trash2}
            disabled={state === 'DELETING'}
            onClick={() => onRemove(name)}
          />
        ),
    },
  ]
}

function keyOfIndex({ key }: IndexRow, definitions: readonly AttributeDefinition[]): string {
  return key
    .map(({ AttributeName, KeyType }) => {
      const found = definitions.find((each) => each.AttributeName === AttributeName)
      return `${AttributeName} ${found?.AttributeType ?? ''}${KeyType === 'RANGE' ? ' (sort)' : ''}`
    })
    .join(', ')
}

function IndexState({ row: { name, state, share } }: { readonly row: IndexRow }) {
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
      {state === 'CREATING' && <ProgressBar label={`Building ${name}`} share={share} />}
    </span>
  )
}
