import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../design/badge.js'
import { Button, IconButton } from '../../design/button.js'
import { Panel } from '../../design/panel.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import type { ModelIndex } from '../../modelling/data-model.js'
import { tableViewOf } from '../../modelling/table-view.js'
import type { TabProps } from './tab-props.js'
import { IndexDialog } from './index-dialog.js'
import { withIndex, withoutIndex } from './model-edits.js'

export function IndexPanel({ model, table, change }: TabProps) {
  const [edited, setEdited] = useState<ModelIndex | 'new'>()
  const columns: readonly Column<ModelIndex>[] = [
    { name: 'name', heading: 'Name', cell: ({ name }) => <code>{name}</code> },
    { name: 'kind', heading: 'Kind', isSecondary: true, cell: ({ kind }) => <Badge>{kind}</Badge> },
    {
      name: 'key',
      heading: 'Key',
      cell: ({ key: { partition, sort } }) => (
        <code>
          {partition.name} {partition.type}
          {sort !== undefined && `, ${sort.name} ${sort.type}`}
        </code>
      ),
    },
    {
      name: 'projection',
      heading: 'Projection',
      isSecondary: true,
      cell: ({ projection: { kind, attributes } }) => [kind, ...attributes].join(' '),
    },
    {
      name: 'items',
      heading: 'Samples in it',
      isNumber: true,
      cell: (index) => `${tableViewOf(table, index).rowCount} of ${table.samples.length}`,
    },
    {
      name: 'actions',
      heading: <span className="visually-hidden">Actions</span>,
      cell: (index) => (
        <span className="designer-edits">
          <IconButton label={`Edit ${index.name}`} icon={Pencil} onClick={() => setEdited(index)} />
          <IconButton
            label={`Delete ${index.name}`}
            icon={Trash2}
            onClick={() => change(withoutIndex(model, table, index.name))}
          />
        </span>
      ),
    },
  ]
  return (
    <Panel
      title="Indexes"
      actions={
        <Button icon={Plus} className="designer-edits" onClick={() => setEdited('new')}>
          Add index
        </Button>
      }
    >
      {table.indexes.length === 0 ? (
        <p className="design-hint">This table has no secondary indexes.</p>
      ) : (
        <RowsTable
          caption="Indexes"
          columns={columns}
          rows={table.indexes}
          keyOf={({ name }) => name}
        />
      )}
      {edited !== undefined && (
        <IndexDialog
          table={table}
          index={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSave={(index) => {
            change(withIndex(model, table, index, edited === 'new' ? undefined : edited.name))
            setEdited(undefined)
          }}
        />
      )}
    </Panel>
  )
}
